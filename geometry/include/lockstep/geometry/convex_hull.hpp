// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/geometry/mesh.hpp"

namespace lockstep::geometry {

/// Corners of the convex hull of some points: those that are farthest in one of about a thousand directions
/// spread over the sphere, along the axes and along the normals of the largest triangles. A smooth body of
/// radius r loses less than 0.004 r; of a body with few corners none is lost. In the order of `mesh.points`,
/// without repetitions; the same input gives the same bits. A body that is flat, or a line, gets a thickness
/// of `least_thickness_m` about itself, so that the result always encloses a volume. Empty for an empty mesh.
std::vector<Vector3> hull_corners(const TriangleMesh& mesh, double least_thickness_m = 1e-3);

/// All points with normal.dot(point) <= offset.
struct HalfSpace {
  Vector3 normal;  ///< unit vector, to the outside
  double offset;
};

/// Half spaces that touch the corners and hold all of them, with normals as for hull_corners but fewer: what
/// they have in common is the hull of a body with few faces, and a little more of a smooth one. Empty without
/// corners.
std::vector<HalfSpace> supporting_half_spaces(const TriangleMesh& mesh, const std::vector<Vector3>& corners);

}  // namespace lockstep::geometry
