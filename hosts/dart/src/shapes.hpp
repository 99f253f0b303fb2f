// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dart/dynamics/dynamics.hpp>
#include <vector>

#include "lockstep/description/geometry.hpp"

namespace lockstep::hosts::dart {

namespace dd = ::dart::dynamics;

/// A part of a collision shape and its pose in the shape's frame.
struct ShapePart {
  dd::ShapePtr shape;
  Eigen::Isometry3d pose{Eigen::Isometry3d::Identity()};
};

/// A collision shape as DART takes it: boxes and spheres as they are, planes as boxes of 200 m, meshes by their
/// triangles, cylinders as prisms of 64 sides, capsules as such a prism between two spheres, ellipsoids as
/// meshes. Nothing for shapes without effect (`<empty>`). Throws what geometry::mesh_of throws.
std::vector<ShapePart> parts_of(const description::Geometry& geometry);

}  // namespace lockstep::hosts::dart
