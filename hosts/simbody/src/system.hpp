// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Simbody.h>

#include <memory>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/api/planned_engine.hpp"

namespace lockstep::hosts::simbody {

class Contacts;

/// Damper and spring of a joint axis that are faster than a step of the world. An explicit integrator would
/// crawl, so that they are decided once a step, implicitly, as other engines have them.
struct StiffAxis {
  SimTK::MobilizedBodyIndex body;
  int coordinate{0};
  double damping{0.0}, stiffness{0.0}, reference{0.0};

  /// Effort = -damping_with(step) * (velocity at the end of the step - wanted_velocity(position now, step)).
  double damping_with(double step_s) const { return damping + step_s * stiffness; }
  double wanted_velocity(double position, double step_s) const {
    return -stiffness * (position - reference) / damping_with(step_s);
  }
};

/// A world in Simbody. Subsystems refer to the system: nothing here is ever moved.
struct BuiltSystem {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  SimTK::Force::DiscreteForces applied{forces, matter};
  Contacts* contacts{nullptr};                   ///< belongs to `forces`
  std::vector<SimTK::Motion::Steady> drive;      ///< of each joint of the layout; empty handles elsewhere
  std::vector<SimTK::MobilizedBodyIndex> body;   ///< of each link; Ground for static ones
  std::vector<SimTK::MobilizedBodyIndex> joint;  ///< outer body of each joint of the layout
  std::vector<StiffAxis> stiff;                  ///< without force elements of their own
};

SimTK::Vec3 to_simtk(const Eigen::Vector3d& vector);
Eigen::Vector3d to_eigen(const SimTK::Vec3& vector);
SimTK::Rotation to_simtk(const description::Quaternion& q);
SimTK::Transform to_simtk(const description::Pose& pose);

/// Builds bodies, joints, contacts and forces; joints in `driven` move at rates that the engine sets.
/// Throws what Simbody throws, and Error for a mesh that cannot be read.
std::unique_ptr<BuiltSystem> build_system(const EnginePlan& plan, const std::vector<DrivenAxis>& driven);

}  // namespace lockstep::hosts::simbody
