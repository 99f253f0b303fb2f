// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/description/geometry.hpp"
#include "lockstep/description/pose.hpp"

namespace lockstep::description {

/// Mass properties of a link. Defaults are SDF's: 1 kg, 1 kg m^2 about each axis.
struct Inertial {
  double mass_kg{1.0};
  /// X_LI: the inertial frame I in the link frame; its origin is the centre of mass.
  Pose pose;
  /// About the centre of mass, components in I; symmetric.
  Matrix3 inertia_kg_m2{Matrix3::Identity()};
  bool given{false};  ///< the file has mass properties for this link
};

/// A sensor of a link or a joint, for the devices that measure.
struct Sensor {
  std::string name;
  std::string type;          ///< "imu", "force_torque", ...
  Pose pose;                 ///< in the frame of the link, or of the link Joint::pose is in
  double update_rate_hz{0};  ///< 0: every step
  core::ConfigNode config;   ///< the whole element
};

/// A rigid body.
struct Link {
  std::string name;         ///< unique in its model, without "::"
  std::string scoped_name;  ///< "model::nested::link", unique in the world
  Pose pose;                ///< X_ML: in the frame of the model that holds it, at the start
  Inertial inertial;
  std::vector<Collision> collisions;
  std::vector<Visual> visuals;
  std::vector<Sensor> sensors;
  bool gravity{true};           ///< false: gravity does not act on it
  bool kinematic{false};        ///< moved by poses alone
  bool self_collide{false};     ///< collides with links of the same model
  bool enable_wind{false};      ///< wind acts on it
  double linear_damping{0.0};   ///< velocity_decay [1/s]
  double angular_damping{0.0};  ///< velocity_decay [1/s]
  std::vector<core::ConfigNode>
      extensions;  ///< elements kept, not understood (URDF `<gazebo>`, `custom:...`)
  SourceLocation where;
};

}  // namespace lockstep::description
