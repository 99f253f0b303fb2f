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

/// A collision shape as DART takes it: boxes as they are, planes as boxes of 200 m, meshes by their
/// triangles, and round shapes as meshes of 64 sides, which lose 0.1 % of their radius. (DART's own meshes of
/// balls have 16 sides; its collision library's balls take minutes against meshes.) Nothing for shapes
/// without effect (`<empty>`). Throws what geometry::mesh_of throws.
std::vector<ShapePart> parts_of(const description::Geometry& geometry);

}  // namespace lockstep::hosts::dart
