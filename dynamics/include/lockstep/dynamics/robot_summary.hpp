// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lockstep/dynamics/mechanism.hpp"

namespace lockstep::dynamics {

/// A robot in a few numbers.
struct RobotSummary {
  double mass_kg{0.0};        ///< of everything that moves
  Vector3 centre_m{0, 0, 0};  ///< of that mass, in the world, at the start
  bool floating{false};       ///< its base is free
  std::size_t axes{0};        ///< independent ones, without the base
  std::size_t followers{0};
  /// How far a link's origin gets from the first joint when everything between is stretched [m]: no pose is
  /// farther, and limits or angles of the joints may keep it nearer. Sliding joints without limits make it
  /// infinite.
  double reach_m{0.0};
  std::string reach_link;  ///< the link that gets there
};

RobotSummary summarise(const Mechanism& mechanism);

/// Steiner's rule backwards: inertia about a link's origin, axes of the link, as inertia about the centre of
/// mass at `centre_m`: I - m (c'c E - c c'). Identification often gives the former, URDF and SDF want the
/// latter.
Matrix3 inertia_about_centre(const Matrix3& about_origin_kg_m2, double mass_kg, const Vector3& centre_m);

}  // namespace lockstep::dynamics
