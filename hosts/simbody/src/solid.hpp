// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/description/geometry.hpp"
#include "lockstep/geometry/convex_hull.hpp"

namespace lockstep::hosts::simbody {

using description::Vector3;

/// A point a shape touches with, in the shape's frame: the centre of a ball of `radius_m`, which may be 0.
struct Feeler {
  Vector3 point;
  double radius_m{0.0};
  double weight{1.0};  ///< part of the stiffness of a contact, 0 to 1
};

/// A collision shape for contacts: points it touches others with, and how deep a point of another is inside
/// of it.
class Solid {
 public:
  /// Throws what geometry::mesh_of throws.
  explicit Solid(const description::Geometry& geometry);

  /// Nothing can touch it: `<empty>`.
  bool is_empty() const noexcept;
  bool is_plane() const noexcept;
  bool is_round() const noexcept;  ///< a ball or a capsule
  /// All of the shape is within this distance of its frame's origin; infinite for planes.
  double reach_m() const noexcept { return reach_m_; }
  /// Signed distance of a point from the surface, negative inside; `normal` becomes the outward direction
  /// there.
  double distance(const Vector3& point, Vector3& normal) const;
  /// Appends the points that could touch something which lies in `direction` (a unit vector) of the shape.
  /// Curved shapes move one of theirs to where they reach farthest; no allocation if `feelers` has room.
  void add_feelers(const Vector3& direction, std::vector<Feeler>& feelers) const;

 private:
  description::Geometry geometry_;
  std::vector<Feeler> fixed_;
  std::vector<geometry::HalfSpace> faces_;  // of a mesh
  double reach_m_{0.0};
};

}  // namespace lockstep::hosts::simbody
