// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "lockstep/core/number_text.hpp"

namespace lockstep::description {
namespace {

using core::ConfigNode;

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180.0;

Quaternion unit_quaternion(const ConfigNode& at, double w, double x, double y, double z) {
  const Quaternion raw{w, x, y, z};
  if (!(raw.norm() > 1e-6)) at.fail("pose-quaternion", "the quaternion has length 0, expected length 1");
  return raw.normalized();
}

}  // namespace

Vector3 vector3_of(const ConfigNode& node) {
  const std::vector<double> numbers = node.as_numbers(3);
  return {numbers[0], numbers[1], numbers[2]};
}

Vector3 direction_of(const ConfigNode& node) {
  const Vector3 raw = vector3_of(node);
  const double length = raw.stableNorm();
  if (!(length > 1e-9) || !std::isfinite(length))
    node.fail("direction-zero",
              fmt::format("'{}' is '{}', expected a direction that is not 0", node.name, node.text));
  return raw / length;
}

double number_or_infinity(const ConfigNode& node, std::string_view child, double fallback) {
  const ConfigNode* found = node.find(child);
  if (found == nullptr) return fallback;
  const auto value = core::parse_double(found->text);
  return value && std::isinf(*value) ? *value : found->as_number();
}

double positive_number(const ConfigNode& node, std::string_view child, double fallback, bool zero_allowed) {
  const ConfigNode* found = node.find(child);
  if (found == nullptr) return fallback;
  const double value = found->as_number();
  if (value < 0.0 || (value == 0.0 && !zero_allowed)) {
    found->fail("value-sign", fmt::format("'{}' is {}, expected a number {} 0", child, core::to_text(value),
                                          zero_allowed ? "not below" : "above"));
  }
  return value;
}

bool boolean_or(const ConfigNode& node, std::string_view field, bool fallback, Findings& findings) {
  const ConfigNode* found = node.find(field);
  if (found == nullptr || !found->text.empty()) return node.boolean(field, fallback);
  findings.tolerate(*found, "boolean-empty", fmt::format("<{}> is empty, expected true or false", field),
                    fmt::format("taken as {}", fallback));
  return fallback;
}

double size_of(const ConfigNode& at, std::string_view field, double value, Findings& findings) {
  if (value < 0.0)
    at.fail("value-sign", fmt::format("'{}' is {}, expected a number above 0", field, core::to_text(value)));
  if (value > 0.0) return value;
  findings.tolerate(at, "size-zero",
                    fmt::format("'{}' of a <{}> is 0, expected a number above 0", field, at.name),
                    fmt::format("taken as {} m", core::to_text(kLeastSizeM)));
  return kLeastSizeM;
}

void order_limits(const core::ConfigNode& limit, JointAxis& axis, Findings& findings) {
  if (!(axis.lower > axis.upper)) return;
  findings.tolerate(limit, "joint-limits",
                    fmt::format("lower limit {} is above upper limit {}", core::to_text(axis.lower),
                                core::to_text(axis.upper)),
                    "they are exchanged");
  std::swap(axis.lower, axis.upper);
}

double damping_of(const ConfigNode& dynamics, Findings& findings) {
  const double damping = dynamics.number("damping", 0.0);
  if (damping < 0.0)
    findings.warning(
        dynamics, "damping-negative",
        fmt::format("'damping' is {}, expected a number not below 0; it drives the joint instead of "
                    "braking it",
                    core::to_text(damping)));
  return damping;
}

Vector3 vector3_or(const ConfigNode& node, std::string_view child, const Vector3& fallback) {
  const ConfigNode* found = node.find(child);
  return found == nullptr ? fallback : vector3_of(*found);
}

RawPose sdf_pose(const ConfigNode& pose) {
  RawPose result;
  result.at = &pose;
  if (const auto frame = pose.attribute("frame")) result.relative_to = std::string{*frame};
  if (const auto frame = pose.attribute("relative_to")) result.relative_to = std::string{*frame};
  if (pose.text.empty()) return result;
  const std::string format = pose.text_of("rotation_format", "euler_rpy");
  if (format == "quat_xyzw") {
    const std::vector<double> v = pose.as_numbers(7);
    result.pose = {{v[0], v[1], v[2]}, unit_quaternion(pose, v[6], v[3], v[4], v[5])};
    return result;
  }
  if (format != "euler_rpy")
    pose.fail("pose-format", fmt::format("rotation_format is '{}', expected euler_rpy or quat_xyzw", format));
  const std::vector<double> v = pose.as_numbers(6);
  const double unit = pose.boolean("degrees", false) ? kRadiansPerDegree : 1.0;
  result.pose = {{v[0], v[1], v[2]}, from_roll_pitch_yaw(v[3] * unit, v[4] * unit, v[5] * unit)};
  return result;
}

RawPose sdf_pose_of(const ConfigNode& node) {
  if (const ConfigNode* pose = node.find("pose")) return sdf_pose(*pose);
  RawPose identity;
  // SDF 1.2 writes <origin pose="..."/>.
  const ConfigNode* origin = node.find("origin");
  if (const auto text = origin != nullptr ? origin->attribute("pose") : std::nullopt) {
    identity.pose = sdf_pose(ConfigNode{"pose", std::string{*text}, origin->where}).pose;
    identity.at = origin;
    return identity;
  }
  identity.at = &node;
  return identity;
}

Pose urdf_origin_of(const ConfigNode& node) {
  Pose pose;
  const ConfigNode* origin = node.find("origin");
  if (origin == nullptr) return pose;
  if (origin->has("xyz")) {
    const std::vector<double> v = origin->numbers("xyz", 3);
    pose.position = {v[0], v[1], v[2]};
  }
  if (origin->has("rpy")) {
    const std::vector<double> v = origin->numbers("rpy", 3);
    pose.orientation = from_roll_pitch_yaw(v[0], v[1], v[2]);
  }
  return pose;
}

}  // namespace lockstep::description
