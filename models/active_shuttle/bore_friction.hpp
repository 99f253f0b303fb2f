// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <lockstep/exporter/fmu.hpp>

#include "parameters.hpp"

namespace active_shuttle {

/// Which law of bore friction a wheel has.
enum Friction : std::int32_t {
  kRegularised = 1,  ///< equation 4 with an s-shaped curve through 0: no stiction
  kHybrid = 2,       ///< equation 4 with a locked state
  kSloped = 3,       ///< equations 8 and 9 with a locked state
};

/// Friction of a wheel against turning about its vertical axis: equations 4 to 9. Torques in N.m, forces in
/// N, speeds in rad/s.
template <class Real>
struct BoreFriction {
  Real mu{kBoreFriction}, patch_length{kPatchLength}, patch_width{kPatchWidth};
  Real slip_limit{kBoreSlipLimit}, stiction_slope{kStictionSlope}, radius{kCasterRadius};
  Real regularisation{kRegularisation};
  std::int32_t law{kSloped};

  /// Equation 6.
  Real lever() const {
    using lockstep::exporter::sqrt;
    return sqrt((patch_length * patch_length + patch_width * patch_width) / 12.0);
  }
  /// Equation 7.
  Real largest(const Real& normal_force) const { return normal_force * mu * lever(); }
  /// Torque up to which a wheel that does not turn stays locked: equation 9, and what equation 4 says at
  /// omega_z = 0.
  Real stiction(const Real& largest_torque, const Real& wheel_speed) const {
    using namespace lockstep::exporter;
    if (law == kRegularised) return Real(0.0);
    if (law == kHybrid) return abs(wheel_speed) < Real(kNoSpeed) ? largest_torque : Real(0.0);
    return max(Real(0.0), largest_torque - stiction_slope * abs(wheel_speed));
  }
  /// Torque against turning with |yaw_rate| > 0 or, with yaw_rate 0, against starting to: equations 4 and 8.
  Real torque(const Real& normal_force, const Real& yaw_rate, const Real& wheel_speed) const {
    using namespace lockstep::exporter;
    const Real most = largest(normal_force);
    const Real least = stiction(most, wheel_speed);
    // Equation 4 has an infinite slope at wheel_speed 0, which no solver follows.
    const Real speed = law == kSloped ? Real(abs(wheel_speed)) : max(Real(kNoSpeed), abs(wheel_speed));
    const Real rolling = slip_limit * speed * radius;
    const Real turning = abs(yaw_rate) * lever();
    if (!(turning < rolling)) return most;
    return (most - least) * (turning / rolling) + least;
  }
  /// The regularised law with its sign: what replaces the sign of the yaw rate.
  Real smooth_sign(const Real& yaw_rate) const {
    using lockstep::exporter::tanh;
    return tanh(yaw_rate / regularisation);
  }

 private:
  static constexpr double kNoSpeed = 5e-4;  // rad/s, what counts as standing for equation 4
};

}  // namespace active_shuttle
