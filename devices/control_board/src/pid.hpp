// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "lockstep/devices/control_board/board_config.hpp"

namespace lockstep::devices::control_board {

/// A PID on e = measured - reference:
///
///     output = -(p e + I + d de/dt), within +-max_output;   I = i * (integral of e), within +-max_integral
///
/// The integral does not grow beyond its bound. After a reset the first run has no derivative, so that
/// switching does not kick. Plain memory.
struct Pid {
  double integral{0.0};
  double last_error{0.0};
  bool is_new{true};

  void reset() noexcept { *this = {}; }

  [[nodiscard]] double update(const PidGains& gains, double error, double dt_s) noexcept {
    integral += error * dt_s;
    double part = gains.i * integral;
    if (std::abs(part) > gains.max_integral) {
      part = std::copysign(gains.max_integral, part);
      integral = gains.i != 0.0 ? part / gains.i : 0.0;
    }
    const double slope = is_new || !(dt_s > 0.0) ? 0.0 : (error - last_error) / dt_s;
    last_error = error;
    is_new = false;
    return std::clamp(-(gains.p * error + part + gains.d * slope), -gains.max_output, gains.max_output);
  }
};

}  // namespace lockstep::devices::control_board
