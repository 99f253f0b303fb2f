// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"

namespace lockstep::hosts::mujoco {

/// "x y z", shortest round trip.
std::string numbers(const description::Vector3& vector);
/// ` pos="..." quat="..."`.
std::string pose_attributes(const description::Pose& pose);

/// Collision shapes of links as geoms, meshes as assets, and pairs of links that must not touch.
class GeometryWriter {
 public:
  GeometryWriter(const EnginePlan& plan, std::vector<Diagnostic>& findings)
      : plan_{plan}, findings_{findings} {}

  /// Appends the geoms of a link.
  void write(std::string& out, std::size_t link);
  /// `<asset>` and `<contact>`; after all links.
  std::string assets_and_exclusions() const;

 private:
  bool write_shape(std::string& out, const description::Collision& collision, const description::Link& link);
  bool write_mesh(std::string& out, const description::Mesh& mesh, const description::Collision& collision,
                  const description::Link& link);
  void report(const description::Collision& collision, const description::Link& link, const std::string& why);

  const EnginePlan& plan_;
  std::vector<Diagnostic>& findings_;
  std::vector<std::size_t> touching_;  // links with geoms
  std::string assets_;
  std::size_t mesh_count_{0};
};

}  // namespace lockstep::hosts::mujoco
