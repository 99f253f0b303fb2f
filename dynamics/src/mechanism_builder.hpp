// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/description/flat_world.hpp"
#include "lockstep/dynamics/mechanism.hpp"

namespace lockstep::dynamics {

/// Turns one model of a world into the bodies, coordinates and links of a Mechanism.
class MechanismBuilder {
 public:
  MechanismBuilder(const description::World& world, std::string_view model, const MechanismOptions& options,
                   Mechanism& made);
  void build();

 private:
  struct Place {  // of a link of the world
    bool placed{false};
    std::size_t body{Body::kWorld};
    Pose X_BL;  // X_WL in the world
  };

  std::size_t chosen_model(std::string_view name) const;
  bool belongs(std::size_t model) const { return flat_.models[model].root == root_; }
  std::string below_model(const std::string& scoped_name) const;
  void place_bases();
  void place_joint(const description::TreeJoint& joint);
  std::size_t add_bodies(const description::TreeJoint& joint, std::size_t parent, Pose X_PJ);
  void refuse_loops();
  void number_coordinates();
  void number_axis(std::size_t flat_joint, unsigned axis, Body& body);
  void connect_followers();
  void add_links();
  void add_frames();
  void set_joint_inertia();
  void refuse(const description::Joint& joint, const std::string& why);

  const description::World& world_;
  const MechanismOptions& options_;
  Mechanism& made_;
  description::FlatWorld flat_;
  description::KinematicTree tree_;
  std::size_t root_;
  std::string prefix_;  // of scoped names in the model
  std::vector<Place> places_;
  std::vector<std::size_t> base_links_;                 // free ones, with the bodies 0, 1, ...
  std::vector<std::vector<std::size_t>> joint_bodies_;  // of each joint of the world, one for each axis
  std::vector<Diagnostic> refused_;
};

}  // namespace lockstep::dynamics
