// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <variant>

#include "lockstep/description/pose.hpp"

namespace lockstep::description {

// Shapes, each centred at the origin of its frame; cylinders, capsules and planes along z.

struct Box {
  Vector3 size_m{1.0, 1.0, 1.0};  ///< full edge lengths
};
struct Sphere {
  double radius_m{1.0};
};
struct Cylinder {
  double radius_m{1.0};
  double length_m{1.0};
};
/// A cylinder with half spheres; `length_m` is that of the cylinder alone.
struct Capsule {
  double radius_m{0.5};
  double length_m{1.0};
};
struct Ellipsoid {
  Vector3 radii_m{1.0, 1.0, 1.0};
};
/// Half space below the plane; `size_m` is what a viewer draws.
struct Plane {
  Vector3 normal{0.0, 0.0, 1.0};  ///< unit vector, in the shape's frame
  Eigen::Vector2d size_m{1.0, 1.0};
};
struct Mesh {
  std::string file;  ///< absolute path; existed when the description was read. Empty: a visual without one
  std::string uri;   ///< as written
  Vector3 scale{1.0, 1.0, 1.0};
  std::string submesh;  ///< name of the part to use; empty: all
  bool centre_submesh{false};
};
/// A shape the reader keeps the name of but not the data ("heightmap", "polyline", "image", "empty").
struct OtherShape {
  std::string kind;
};

using Geometry = std::variant<Box, Sphere, Cylinder, Capsule, Ellipsoid, Plane, Mesh, OtherShape>;

/// Contact properties of a collision shape. Defaults are SDF's.
struct Surface {
  double mu{1.0};   ///< friction coefficient (ODE: first direction); infinity allowed
  double mu2{1.0};  ///< second direction; equal to mu when only mu is given
  /// First direction, a unit vector in the frame of the shape (ode fdir1); 0: left to the engine.
  Vector3 friction_direction{0.0, 0.0, 0.0};
  double slip1{0.0};
  double slip2{0.0};
  double torsional_mu{1.0};
  double restitution{0.0};
  double restitution_threshold_m_s{1e5};
  double contact_stiffness_n_m{1e12};  ///< ode kp
  double contact_damping_ns_m{1.0};    ///< ode kd
  double max_velocity_m_s{0.01};       ///< ode max_vel: fastest correction of a penetration
  double min_depth_m{0.0};             ///< ode min_depth: penetration that is left alone
  unsigned collide_bitmask{0xffff};    ///< two shapes touch if their masks share a bit
  bool friction_given{false};          ///< the file says something about friction
};

struct Collision {
  std::string name;
  Pose pose;  ///< X_LC: in the link frame
  Geometry geometry{OtherShape{"empty"}};
  Surface surface;
};

struct Visual {
  std::string name;
  Pose pose;  ///< X_LV: in the link frame
  Geometry geometry{OtherShape{"empty"}};
  Eigen::Vector4d colour{0.7, 0.7, 0.7, 1.0};  ///< red, green, blue, opacity, each 0 to 1
  double transparency{0.0};                    ///< 0 opaque, 1 invisible
};

}  // namespace lockstep::description
