// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "findings.hpp"
#include "lockstep/core/config_node.hpp"
#include "lockstep/description/joint.hpp"
#include "lockstep/description/pose.hpp"

namespace lockstep::description {

/// A pose as written: relative to a frame that may not be known yet.
struct RawPose {
  Pose pose;
  std::string relative_to;              ///< empty: the default of its place
  const core::ConfigNode* at{nullptr};  ///< for messages
};

/// Three finite numbers.
Vector3 vector3_of(const core::ConfigNode& node);
/// Three finite numbers that are not all 0, made a unit vector.
Vector3 direction_of(const core::ConfigNode& node);
/// The child's number, infinity allowed (limits), or the fallback.
double number_or_infinity(const core::ConfigNode& node, std::string_view child, double fallback);
/// The child's number, which must be positive (or 0 with `zero_allowed`), or the fallback.
double positive_number(const core::ConfigNode& node, std::string_view child, double fallback,
                       bool zero_allowed = false);
/// A field that may be left out; one that is empty is reported and counts as left out.
bool boolean_or(const core::ConfigNode& node, std::string_view field, bool fallback, Findings& findings);
/// A size of a shape [m], from the field `field` of `at`: not below 0; 0 is reported and becomes kLeastSizeM.
double size_of(const core::ConfigNode& at, std::string_view field, double value, Findings& findings);
/// The least size of a shape: what is flat stays flat to the eye and is solid to an engine.
constexpr double kLeastSizeM = 1e-3;
/// Position limits of a joint; those the wrong way round are reported and exchanged.
void order_limits(const core::ConfigNode& limit, JointAxis& axis, Findings& findings);
/// Damping of a joint; one below 0, which would drive the joint, is reported.
double damping_of(const core::ConfigNode& dynamics, Findings& findings);
/// The child's vector or the fallback.
Vector3 vector3_or(const core::ConfigNode& node, std::string_view child, const Vector3& fallback);

/// `<pose>` of SDF: "x y z roll pitch yaw", attributes relative_to (frame in SDF 1.6), degrees and
/// rotation_format="quat_xyzw". An empty one is the identity.
RawPose sdf_pose(const core::ConfigNode& pose);
/// The pose child of `node`, the identity when there is none.
RawPose sdf_pose_of(const core::ConfigNode& node);
/// `<origin xyz rpy>` child of a URDF element, the identity when there is none.
Pose urdf_origin_of(const core::ConfigNode& node);

}  // namespace lockstep::description
