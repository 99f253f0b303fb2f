// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"

namespace lockstep::hosts::mujoco {

/// A coefficient of friction that MuJoCo takes: above 0 and finite.
double friction_of(double mu) noexcept;
/// "x y z", shortest round trip.
std::string numbers(const description::Vector3& vector);
/// ` pos="..." quat="..."`.
std::string pose_attributes(const description::Pose& pose);

/// Convex hulls of meshes as lists of corners for MuJoCo's model language, each read once. Throws what
/// geometry::mesh_of throws.
class HullTexts {
 public:
  const std::string& of(const description::Mesh& mesh);

 private:
  using Key = std::tuple<std::string, std::string, bool, double, double, double>;
  std::map<Key, std::string> known_;
};

/// Collision shapes of links as geoms, meshes as assets (their convex hulls), and pairs of links that must
/// not touch. The surface with less friction decides: a geom's priority is its rank among the coefficients,
/// the smallest first.
class GeometryWriter {
 public:
  GeometryWriter(const EnginePlan& plan, HullTexts& hulls);

  /// Appends the geoms of a link; those of a static link are placed in the world.
  void write(std::string& out, std::size_t link);
  /// Geoms of links that move, so far.
  std::size_t moving_count() const noexcept { return moving_count_; }
  /// `<asset>` and `<contact>`; after all links.
  std::string assets_and_exclusions() const;

 private:
  bool write_shape(std::string& out, const description::Collision& collision, const description::Pose& X_BC);
  int priority_of(double mu) const;

  const EnginePlan& plan_;
  HullTexts& hulls_;
  std::vector<double> frictions_;      // falling, each once
  std::vector<std::size_t> touching_;  // links with geoms that are not static
  std::string assets_;
  std::size_t mesh_count_{0}, moving_count_{0};
};

}  // namespace lockstep::hosts::mujoco
