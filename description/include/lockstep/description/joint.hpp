// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/description/link.hpp"
#include "lockstep/description/pose.hpp"

namespace lockstep::description {

enum class JointType : std::uint8_t {
  kFixed,       ///< 0 degrees of freedom
  kRevolute,    ///< 1: turns about axes[0]
  kContinuous,  ///< 1: revolute without position limits
  kPrismatic,   ///< 1: slides along axes[0]
  kUniversal,   ///< 2: about axes[0], then about axes[1] of the frame turned so far
  kBall,        ///< 3: any rotation
  kScrew,       ///< 1: turns about axes[0] and slides by screw_pitch_m_per_rev
  kRevolute2,   ///< 2: two revolute joints in series (SDF)
  kGearbox,     ///< couples two revolute joints (SDF)
  kPlanar,      ///< 3: in the plane normal to axes[0] (URDF)
  kFloating,    ///< 6: free (URDF)
};

/// The word of SDF and URDF, e.g. "revolute".
std::string_view to_string(JointType type) noexcept;

/// Degrees of freedom, e.g. 1 for revolute; 0 for gearbox, which adds none.
int degrees_of_freedom(JointType type) noexcept;

/// One axis of a joint. Position is rad (m for prismatic), effort N m (N).
struct JointAxis {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  Vector3 direction{0.0, 0.0, 1.0};  ///< unit vector in the joint frame J
  double lower{-kNone};              ///< position limits; infinite: none
  double upper{kNone};
  double effort{kNone};    ///< largest absolute effort of commands; infinite: none
  double velocity{kNone};  ///< largest absolute velocity; infinite: none
  double limit_stiffness{1e8};
  double limit_dissipation{1.0};
  double damping{0.0};           ///< viscous: effort = -damping * velocity
  double friction{0.0};          ///< Coulomb: largest absolute friction effort
  double spring_stiffness{0.0};  ///< effort = -spring_stiffness * (position - spring_reference)
  double spring_reference{0.0};
  double initial_position{0.0};  ///< SDF up to 1.6 (and URDF never) says it; 0 otherwise
  double initial_velocity{0.0};  ///< rad/s or m/s at the start; a scenario says it

  /// Both limits are the same position: the axis is held there.
  bool is_locked() const noexcept { return lower == upper; }
};

/// URDF `<safety_controller>`; kept for the devices that use it.
struct SafetyController {
  bool given{false};
  double soft_lower_limit{0.0};
  double soft_upper_limit{0.0};
  double k_position{0.0};
  double k_velocity{0.0};
};

/// `<mimic>` of URDF and of an SDF axis: position = multiplier * position of `joint` + offset.
struct Mimic {
  std::string joint;  ///< relative to the model that holds the joint; empty: it follows no other
  double multiplier{1.0};
  double offset{0.0};
};

/// A connection between two links. Joint position 0 is the pose the description gives the links.
struct Joint {
  std::string name;         ///< unique in its model, without "::"
  std::string scoped_name;  ///< "model::nested::joint", unique in the world
  JointType type{JointType::kFixed};
  /// Links as names relative to the model that holds the joint: "link", "nested::link"; "world" for the
  /// world. Frames that stand in their place in SDF are resolved to the link they are attached to.
  std::string parent;
  std::string child;
  /// X_CJ: the joint frame J in the frame of the child link (of the parent link when the child is the world).
  Pose pose;
  /// One entry for each axis of the type: 0 fixed, ball, floating; 2 universal, revolute2, gearbox; else 1.
  std::vector<JointAxis> axes;
  double screw_pitch_m_per_rev{0.0};   ///< screw only: slides by this for each turn
  double gearbox_ratio{1.0};           ///< gearbox only
  std::string gearbox_reference_body;  ///< gearbox only
  bool implicit_spring_damper{false};  ///< `<physics><ode><implicit_spring_damper>`
  bool provide_feedback{false};        ///< `<physics><provide_feedback>`
  SafetyController safety;             ///< URDF
  Mimic mimic;
  std::vector<Sensor> sensors;
  std::vector<core::ConfigNode>
      extensions;  ///< elements kept, not understood (URDF `<gazebo>`, `custom:...`)
  SourceLocation where;
};

}  // namespace lockstep::description
