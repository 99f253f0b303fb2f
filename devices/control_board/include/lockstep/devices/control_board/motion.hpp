// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::devices::control_board {

/// How a motion to a target is generated.
enum class Generator : std::uint8_t { kMinimumJerk, kConstantSpeed, kTrapezoidalSpeed };
/// "minimum_jerk", "constant_speed", "trapezoidal_speed".
std::string_view to_string(Generator generator) noexcept;
std::optional<Generator> find_generator(std::string_view word) noexcept;

/// What a motion is asked for; positions, speeds and accelerations in one unit (rad or m, and s).
struct MotionRequest {
  double from{0.0};          ///< position at the start
  double velocity{0.0};      ///< at the start
  double target{0.0};        ///< position at the end
  double speed{0.0};         ///< reference speed; <= 0: the axis stays where it is
  double acceleration{0.0};  ///< trapezoidal_speed only; <= 0: the axis stays where it is
};

struct MotionSample {
  double position{0.0}, velocity{0.0};
  bool done{true};
};

/// A planned motion along one axis, as a function of the time since it began: closed forms, so that neither
/// the step nor the rate at which it is sampled changes it. Plain memory.
///
/// With D = target - from and T = |D| / speed:
/// - minimum_jerk: x = from + w s + (10 D - 6 w) s^3 - (15 D - 8 w) s^4 + (6 D - 3 w) s^5 with s = t / T and
///   w = velocity * T. The greatest speed of a motion from rest is 1.875 * speed;
/// - constant_speed: x = from + sign(D) * speed * t; the velocity at the start does not matter;
/// - trapezoidal_speed: accelerates to the speed, keeps it, brakes to rest at the target; where the way is
///   too short for the speed, up to sqrt((2 a D + v0^2) / 2). It turns back where it is too fast to stop.
///
/// All are at the target from t = duration on.
class Motion {
 public:
  Motion() = default;
  /// At rest.
  explicit Motion(double position) noexcept : from_{position}, target_{position} {}
  Motion(Generator generator, const MotionRequest& request) noexcept;

  MotionSample at(double time_s) const noexcept;
  double duration_s() const noexcept { return duration_s_; }
  double target() const noexcept { return target_; }

 private:
  void plan_trapezoid(const MotionRequest& request) noexcept;
  MotionSample minimum_jerk(double time_s) const noexcept;
  MotionSample trapezoid(double time_s) const noexcept;

  Generator generator_{Generator::kMinimumJerk};
  double from_{0.0}, target_{0.0};
  double velocity_{0.0};  // at the start
  double duration_s_{0.0};
  double cruise_{0.0};  // signed speed between accelerating and braking
  double first_{0.0};   // signed acceleration until first_end_s_
  double first_end_s_{0.0}, last_begin_s_{0.0};
  double brake_{0.0};  // signed acceleration from last_begin_s_ on
};

}  // namespace lockstep::devices::control_board
