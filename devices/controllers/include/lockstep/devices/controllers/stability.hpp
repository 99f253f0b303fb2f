// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "lockstep/devices/controllers/control_law.hpp"

namespace lockstep::devices::controllers {

/// A torque that is held over a step of h seconds cannot damp an inertia that is too small: the loop
/// oscillates with twice the step and grows. For engines that integrate semi-implicitly (velocity first, then
/// position with the new velocity) it is stable while
///
///     4 M - 2 h Kd - h^2 Kp   is positive definite.
///
/// Dampers of the joints are not counted.
struct SamplingStability {
  bool stable{true};
  double longest_step_s{0.0};       ///< that the rule allows; infinite without gains
  std::vector<std::size_t> joints;  ///< that oscillate: the largest part of each mode which breaks the rule
};

/// The rule at one state, whose inertia is M. `step_s` > 0. Setup only: allocates.
SamplingStability check_sampling(const LinearGains& gains, const Eigen::MatrixXd& M, double step_s);

}  // namespace lockstep::devices::controllers
