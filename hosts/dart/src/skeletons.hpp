// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dart/dynamics/dynamics.hpp>
#include <dart/simulation/World.hpp>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/api/engine_plan.hpp"

namespace lockstep::hosts::dart {

namespace dd = ::dart::dynamics;

/// A world in DART, with what we need of it at hand. `joint` and `body` point into `world`.
struct BuiltWorld {
  ::dart::simulation::WorldPtr world;
  std::vector<dd::BodyNode*> body;   ///< of each link
  std::vector<dd::Joint*> joint;     ///< of each joint of the layout
  std::vector<Diagnostic> findings;  ///< what DART does in another way
};

/// Isometry of a pose.
Eigen::Isometry3d isometry(const description::Pose& pose);

/// Builds one skeleton for each tree of joints. Throws Error for a mesh that cannot be read.
BuiltWorld build_skeletons(const EnginePlan& plan);

}  // namespace lockstep::hosts::dart
