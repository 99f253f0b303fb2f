// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lockstep/devices/controllers/control_law.hpp"

namespace lockstep::devices::controllers {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array<Limited, kLimitedCount> kAll{Limited::kPosition,     Limited::kVelocity,
                                                  Limited::kEffort,       Limited::kRotatum,
                                                  Limited::kAcceleration, Limited::kJerk};

std::string_view unit_of(Limited what) noexcept {
  constexpr std::array<std::string_view, kLimitedCount> kUnits{"rad",   "rad/s",  "N.m",
                                                               "N.m/s", "rad/s2", "rad/s3"};
  return kUnits[static_cast<std::size_t>(what)];
}

LimitPolicy policy_of(const core::ConfigNode& node, const std::string& word) {
  if (word == "off") return LimitPolicy::kOff;
  if (word == "saturate") return LimitPolicy::kSaturate;
  if (word == "abort") return LimitPolicy::kAbort;
  node.fail("controller-value",
            fmt::format("the limit '{}' is '{}'; it is off, saturate or abort", node.name, word));
}

}  // namespace

std::string_view to_string(Limited what) noexcept {
  constexpr std::array<std::string_view, kLimitedCount> kNames{"position", "velocity",     "effort",
                                                               "rotatum",  "acceleration", "jerk"};
  return kNames[static_cast<std::size_t>(what)];
}

JointLimits::JointLimits(const core::ConfigNode* node, const dynamics::Mechanism& mechanism,
                         const std::vector<std::string>& joints) {
  const auto n = static_cast<Eigen::Index>(joints.size());
  for (const Limited what : kAll) {
    lower_[index(what)] = Eigen::VectorXd::Constant(n, -kInfinity);
    upper_[index(what)] = Eigen::VectorXd::Constant(n, kInfinity);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const dynamics::Coordinate& joint = mechanism.coordinate(joints[static_cast<std::size_t>(i)]);
    lower_[index(Limited::kPosition)][i] = joint.lower;
    upper_[index(Limited::kPosition)][i] = joint.upper;
    lower_[index(Limited::kVelocity)][i] = -joint.speed;
    upper_[index(Limited::kVelocity)][i] = joint.speed;
    lower_[index(Limited::kEffort)][i] = -joint.effort;
    upper_[index(Limited::kEffort)][i] = joint.effort;
  }
  policies_[index(Limited::kEffort)] = LimitPolicy::kSaturate;
  if (node == nullptr) return;
  std::vector<std::string_view> known;
  for (const Limited what : kAll) {
    known.push_back(to_string(what));
    if (const core::ConfigNode* const one = node->find(to_string(what))) read(*one, what, joints);
  }
  const std::vector<Diagnostic> unknown = node->unknown_fields(known, Severity::kError);
  if (!unknown.empty()) throw Error{ErrorCode::kBadInput, to_string(unknown[0]), unknown};
}

void JointLimits::read(const core::ConfigNode& node, Limited what, const std::vector<std::string>& joints) {
  const bool word_alone = node.children.empty() && node.attributes.empty();
  policies_[index(what)] = policy_of(node, word_alone ? node.as_text() : node.text_of("policy"));
  const core::ConfigNode* const value = node.find("value");
  const core::ConfigNode* const low = node.find("lower");
  const core::ConfigNode* const high = node.find("upper");
  if (value != nullptr && what != Limited::kPosition) {
    upper_[index(what)] = read_per_joint(*value, joints);
    lower_[index(what)] = -upper_[index(what)];
  }
  if (what == Limited::kPosition && low != nullptr)
    lower_[index(what)] = read_per_joint(*low, joints, -kInfinity);
  if (what == Limited::kPosition && high != nullptr)
    upper_[index(what)] = read_per_joint(*high, joints, -kInfinity);
  const bool needs_value =
      what == Limited::kRotatum || what == Limited::kAcceleration || what == Limited::kJerk;
  if (needs_value && value == nullptr && policies_[index(what)] != LimitPolicy::kOff)
    node.fail("controller-value",
              fmt::format("the limit '{}' needs a value: {{policy: saturate, value: V}}, with V in {}",
                          node.name, unit_of(what)));
}

void JointLimits::read_ros_limits(const core::ConfigNode& joint_limits, const core::ConfigNode* node,
                                  const std::vector<std::string>& joints) {
  for (const Limited what : kAll) {
    if (what == Limited::kRotatum) continue;  // not known there
    const std::string name{to_string(what)};
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const core::ConfigNode* const joint = joint_limits.find(joints[j]);
      if (joint == nullptr || !joint->boolean("has_" + name + "_limits", false)) continue;
      const auto at = static_cast<Eigen::Index>(j);
      const double upper = joint->number("max_" + name);
      upper_[index(what)][at] = upper;
      lower_[index(what)][at] = what == Limited::kPosition ? joint->number("min_" + name) : -upper;
      if (node == nullptr || !node->has(name)) policies_[index(what)] = LimitPolicy::kSaturate;
    }
  }
}

double JointLimits::clamped(Limited what, Eigen::Index joint, double value) const noexcept {
  return std::min(std::max(value, lower(what, joint)), upper(what, joint));
}

bool JointLimits::allows(Limited what, const Eigen::Ref<const Eigen::VectorXd>& values,
                         Crossing& crossing) const noexcept {
  if (policy(what) != LimitPolicy::kAbort) return true;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const double nearest = clamped(what, i, values[i]);
    if (values[i] == nearest) continue;
    crossing = {what, static_cast<std::size_t>(i), values[i], nearest};
    return false;
  }
  return true;
}

std::string to_string(const JointLimits::Crossing& crossing, const std::string& joint) {
  return fmt::format("joint '{}' reached {} {:.6g} {}; its limit is {:.6g}", joint, to_string(crossing.what),
                     crossing.value, unit_of(crossing.what), crossing.limit);
}

SetPointLimiter::SetPointLimiter(std::size_t joints) : acted_(joints, 0U) {
  q_ = v_ = a_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(joints));
}

void SetPointLimiter::start(const Eigen::VectorXd& q) noexcept {
  q_ = q;
  v_.setZero();
  a_.setZero();
}

void SetPointLimiter::update(const JointLimits& limits, Eigen::Index joint, double wanted,
                             double period_s) noexcept {
  std::uint32_t acted = 0;
  const auto saturates = [&](Limited what) { return limits.policy(what) == LimitPolicy::kSaturate; };
  const auto limit = [&](Limited what, double value) {
    if (!saturates(what)) return value;
    const double within = limits.clamped(what, joint, value);
    if (within != value) acted |= 1U << static_cast<unsigned>(what);
    return within;
  };
  const double target = limit(Limited::kPosition, wanted);
  if (!saturates(Limited::kVelocity) && !saturates(Limited::kAcceleration) && !saturates(Limited::kJerk)) {
    q_[joint] = target;
    v_[joint] = a_[joint] = 0.0;
    acted_[static_cast<std::size_t>(joint)] = acted;
    return;
  }
  const double distance = target - q_[joint];
  double velocity = limit(Limited::kVelocity, distance / period_s);
  if (saturates(Limited::kAcceleration)) {
    // The fastest speed from which the target can still be met.
    const double acceleration = limits.upper(Limited::kAcceleration, joint);
    const double half = 0.5 * acceleration * period_s;
    const double fastest = std::sqrt(2.0 * acceleration * std::abs(distance) + half * half) - half;
    velocity = std::copysign(std::min(std::abs(velocity), fastest), distance);
  }
  double acceleration = limit(Limited::kAcceleration, (velocity - v_[joint]) / period_s);
  acceleration = a_[joint] + period_s * limit(Limited::kJerk, (acceleration - a_[joint]) / period_s);
  a_[joint] = acceleration;
  v_[joint] += period_s * acceleration;
  q_[joint] += period_s * v_[joint];
  acted_[static_cast<std::size_t>(joint)] = acted;
}

}  // namespace lockstep::devices::controllers
