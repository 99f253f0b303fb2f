// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/hosts/api/export.hpp"

namespace lockstep::hosts {

using LinkIndex = std::uint32_t;
using JointIndex = std::uint32_t;
using AxisIndex = std::uint32_t;
inline constexpr std::uint32_t kWorld = 0xFFFFFFFFU;  ///< the link index of the world itself

/// What a joint is to those who read and drive it. Engines may know more kinds than this; devices do not.
enum class JointKind : std::uint8_t { kFixed, kRevolute, kPrismatic, kUniversal, kBall, kScrew };

/// "fixed", "revolute", ...
LOCKSTEP_HOSTS_API_EXPORT std::string_view to_string(JointKind kind) noexcept;

/// One link as devices see it. Names are scoped with '/': "<model>[/<nested>...]/<link>"; the part before the
/// last '/' is the model.
struct LinkInfo {
  std::string name;
  double mass_kg{0.0};
  Eigen::Vector3d p_BoBcm_B{
      Eigen::Vector3d::Zero()};  ///< centre of mass, from the link's origin, in its frame
};

/// Limits of one axis; infinite where there is none. SI units: rad and N.m, or m and N for a prismatic joint.
struct AxisLimits {
  double lower{-std::numeric_limits<double>::infinity()};
  double upper{std::numeric_limits<double>::infinity()};
  double effort{std::numeric_limits<double>::infinity()};    ///< largest |command|
  double velocity{std::numeric_limits<double>::infinity()};  ///< beyond it no effort that accelerates further
};

/// What a joint does that follows another one: its position is multiplier * position of `leader` + offset.
/// Both have one axis, and the leader follows none itself. Efforts on either move both.
struct MimicInfo {
  JointIndex leader{0};
  double multiplier{1.0};
  double offset{0.0};
};

/// One joint. Its axes are the elements first_axis .. first_axis + axis_count - 1 of the axis arrays in
/// WorldState; a fixed joint has none.
struct JointInfo {
  std::string name;  ///< scoped like a link's
  JointKind kind{JointKind::kFixed};
  LinkIndex parent{kWorld}, child{kWorld};
  AxisIndex first_axis{0};
  std::uint32_t axis_count{0};
  std::vector<AxisLimits> limits;  ///< one an axis
  std::vector<double> damping;     ///< one an axis [N.m.s/rad or N.s/m]; what the engine itself applies
  std::optional<MimicInfo> mimic;  ///< empty: it follows no other joint
};

/// Who is where in the arrays of a WorldState. Fixed once the host is made: an index stays valid for the life
/// of its host and means the same in every run of the same world.
class LOCKSTEP_HOSTS_API_EXPORT WorldLayout {
 public:
  std::vector<LinkInfo> links;
  std::vector<JointInfo> joints;  ///< in file order
  std::uint32_t axis_count{0};

  /// By full scoped name ('/' or '::' between the parts); empty when there is none. Linear search: for setup.
  std::optional<LinkIndex> find_link(std::string_view scoped_name) const;
  std::optional<JointIndex> find_joint(std::string_view scoped_name) const;

  /// All whose name below `model` (or anywhere in the world if `model` is empty) is `name` in the widest
  /// sense, best kind of match only: the full scoped name; else the name relative to the model; else the last
  /// part of the name; else a suffix of the last part. More than one element means the name is ambiguous.
  std::vector<LinkIndex> match_links(std::string_view model, std::string_view name) const;
  std::vector<JointIndex> match_joints(std::string_view model, std::string_view name) const;
};

/// "a::b::c" and "a/b/c" are the same scoped name; this is the second form.
LOCKSTEP_HOSTS_API_EXPORT std::string normalized_scope(std::string_view name);

}  // namespace lockstep::hosts
