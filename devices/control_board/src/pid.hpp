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
/// The integral does not grow beyond its bound. In the first run after a reset `first_slope` is de/dt, so
/// that neither this run nor the next one kicks. Plain memory.
struct Pid {
  double integral{0.0};
  double last_error{0.0};
  bool is_new{true};

  void reset() noexcept { *this = {}; }

  [[nodiscard]] double update(const PidGains& gains, double error, double dt_s,
                              double first_slope = 0.0) noexcept {
    integral += error * dt_s;
    double part = gains.i * integral;
    if (std::abs(part) > gains.max_integral) {
      part = std::copysign(gains.max_integral, part);
      integral = gains.i != 0.0 ? part / gains.i : 0.0;
    }
    double slope = first_slope;
    if (!is_new) slope = dt_s > 0.0 ? (error - last_error) / dt_s : 0.0;
    last_error = error;
    is_new = false;
    return std::clamp(-(gains.p * error + part + gains.d * slope), -gains.max_output, gains.max_output);
  }
};

}  // namespace lockstep::devices::control_board
