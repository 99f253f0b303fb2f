// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/dynamics/mechanism.hpp"

namespace lockstep::devices::controllers {

/// What a limit is on. Units: rad, rad/s, N.m, N.m/s, rad/s2, rad/s3; m and N for sliding joints.
enum class Limited : std::uint8_t { kPosition, kVelocity, kEffort, kRotatum, kAcceleration, kJerk };
inline constexpr std::size_t kLimitedCount = 6;
/// "position", "velocity", "effort", "rotatum", "acceleration", "jerk".
std::string_view to_string(Limited what) noexcept;

enum class LimitPolicy : std::uint8_t {
  kOff,
  kSaturate,  ///< effort and rotatum: of the torque; the others: of the set points, whatever is measured
  kAbort,     ///< the device fails when the limit is crossed; of the measured state where there is one
};

/// Limits of the controlled joints.
///
/// | field of `limits` | default policy | default value |
/// |---|---|---|
/// | `position`, `velocity` | off | those of the robot's description |
/// | `effort` | saturate | that of the description |
/// | `rotatum`, `acceleration`, `jerk` | off | required |
///
/// Each is a word (`off`, `saturate`, `abort`) or `{policy: WORD, value: V}`, V one number or one per joint.
/// `position` takes `lower` and `upper` instead of `value`. The rotatum is the rate of tau_d, without
/// gravity; the effort limit is on the sum that acts.
class JointLimits {
 public:
  JointLimits() = default;
  /// `node`: the element `limits`, or null. Throws Error{kBadInput} with file and line.
  JointLimits(const core::ConfigNode* node, const dynamics::Mechanism& mechanism,
              const std::vector<std::string>& joints);

  /// `joint_limits` of ros_control: for each joint `has_velocity_limits`, `max_velocity` and so on. What is
  /// given there saturates unless `node` of the constructor said otherwise.
  void read_ros_limits(const core::ConfigNode& joint_limits, const core::ConfigNode* node,
                       const std::vector<std::string>& joints);

  LimitPolicy policy(Limited what) const noexcept { return policies_[index(what)]; }
  double lower(Limited what, Eigen::Index joint) const noexcept { return lower_[index(what)][joint]; }
  double upper(Limited what, Eigen::Index joint) const noexcept { return upper_[index(what)][joint]; }
  /// The value within its limits.
  double clamped(Limited what, Eigen::Index joint, double value) const noexcept;

  /// What crossed a limit whose policy is abort, for people: joint, value, limit.
  struct Crossing {
    Limited what{Limited::kPosition};
    std::size_t joint{0};
    double value{0.0}, limit{0.0};
  };
  /// False, with `crossing` filled, when a value whose policy is kAbort is outside its limits.
  [[nodiscard]] bool allows(Limited what, const Eigen::Ref<const Eigen::VectorXd>& values,
                            Crossing& crossing) const noexcept;

 private:
  static std::size_t index(Limited what) noexcept { return static_cast<std::size_t>(what); }
  void read(const core::ConfigNode& node, Limited what, const std::vector<std::string>& joints);

  std::array<LimitPolicy, kLimitedCount> policies_{};
  std::array<Eigen::VectorXd, kLimitedCount> lower_, upper_;
};

/// "joint 'joint4' reached velocity 2.3 rad/s; its limit is 2.175".
std::string to_string(const JointLimits::Crossing& crossing, const std::string& joint);

/// Set points that move no faster than the limits whose policy is kSaturate: of position, velocity,
/// acceleration and jerk. A set point that jumps becomes a motion that brakes in time for its end; with a
/// limit of jerk it may pass the end a little.
class SetPointLimiter {
 public:
  explicit SetPointLimiter(std::size_t joints = 0);
  void start(const Eigen::VectorXd& q) noexcept;
  /// One run of `period_s`: moves towards `wanted`. `q`, `v` and `a` are the set points of now.
  void update(const JointLimits& limits, Eigen::Index joint, double wanted, double period_s) noexcept;
  double q(Eigen::Index joint) const noexcept { return q_[joint]; }
  double v(Eigen::Index joint) const noexcept { return v_[joint]; }
  double a(Eigen::Index joint) const noexcept { return a_[joint]; }
  /// Bit of each limit that acted on a joint in the last update: 1 << Limited.
  std::uint32_t acted(Eigen::Index joint) const noexcept { return acted_[static_cast<std::size_t>(joint)]; }
  Eigen::VectorXd& memory(std::size_t part) noexcept { return part == 0 ? q_ : (part == 1 ? v_ : a_); }

 private:
  Eigen::VectorXd q_, v_, a_;
  std::vector<std::uint32_t> acted_;
};

}  // namespace lockstep::devices::controllers
