// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace lockstep::devices::joint_pid {

/// The PID law of Gazebo's joint controller. With e = value - target:
///
///     I += i e dt, within [integral_min, integral_max];   D = (e - e of the run before) / dt
///     output = -(p e + I + d D), within [output_min, output_max] unless the bounds are crossed
///
/// The derivative acts on the error, so that the first run (e before it counts as 0) and every change of the
/// target kick. Limits that are crossed (min > max) mean none, as there.
class Pid {
 public:
  struct Gains {
    double p{0.0}, i{0.0}, d{0.0};
    double integral_min{-std::numeric_limits<double>::infinity()};
    double integral_max{std::numeric_limits<double>::infinity()};
    double output_min{-std::numeric_limits<double>::infinity()};
    double output_max{std::numeric_limits<double>::infinity()};
  };
  struct State {
    double integral{0.0}, last_error{0.0};
  };

  /// One run; `dt_s` > 0 is the time since the run before.
  [[nodiscard]] double update(const Gains& gains, double error, double dt_s) noexcept {
    state.integral += gains.i * dt_s * error;
    state.integral = clamped(state.integral, gains.integral_min, gains.integral_max);
    const double derivative = (error - state.last_error) / dt_s;
    state.last_error = error;
    return clamped(-gains.p * error - state.integral - gains.d * derivative, gains.output_min,
                   gains.output_max);
  }

  State state;

 private:
  static double clamped(double value, double low, double high) noexcept {
    if (low > high) return value;
    return value < low ? low : (value > high ? high : value);
  }
};

}  // namespace lockstep::devices::joint_pid
