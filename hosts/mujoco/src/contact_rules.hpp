// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mujoco/mujoco.h>

#include <vector>

#include "lockstep/hosts/api/engine_plan.hpp"

namespace lockstep::hosts::mujoco {

/// What MuJoCo's own contacts lack: friction that depends on the direction, and bounce. Both are set between
/// the two halves of a step, when contacts are known and forces are not. Costs nothing in worlds that have
/// neither.
class ContactRules {
 public:
  ContactRules() = default;
  /// Geoms are found by their names (see mjcf.hpp).
  ContactRules(const EnginePlan& plan, const mjModel& model);

  /// After mj_step1: turns the frames of contacts towards their first friction direction, sets both
  /// coefficients and makes the constraints again.
  void apply_directions(const mjModel& model, mjData& data) const noexcept;
  /// Before mj_step2: contacts that approach faster than their threshold leave with the velocity times the
  /// restitution, at the end of this step. The smaller restitution and the smaller threshold count, as in
  /// Gazebo.
  void apply_bounce(const mjModel& model, mjData& data) const noexcept;

 private:
  struct Surface {
    double mu{1.0}, mu2{1.0};
    Eigen::Vector3d direction_B{0.0, 0.0, 0.0};  ///< in the frame of the geom's body; 0: none
    double restitution{0.0}, threshold_m_s{0.0};
  };
  Eigen::Vector3d first_direction(const mjModel& model, const mjData& data,
                                  const mjContact& contact) const noexcept;

  std::vector<Surface> surfaces_;  // of each geom; empty: nothing to do
  bool has_directions_{false}, has_bounce_{false};
};

}  // namespace lockstep::hosts::mujoco
