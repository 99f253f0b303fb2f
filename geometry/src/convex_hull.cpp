// SPDX-License-Identifier: Apache-2.0
#include "lockstep/geometry/convex_hull.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockstep::geometry {
namespace {

using Points = Eigen::Matrix<double, 3, Eigen::Dynamic>;

constexpr int kSpread = 1000;               // directions over the whole sphere
constexpr int kSpreadOfFaces = 200;         // the same for half spaces
constexpr std::size_t kLargestFaces = 200;  // directions along normals
constexpr Eigen::Index kBlock = 4096;       // points at a time: products stay in the cache

/// Directions spread evenly (a spiral by the golden angle), the axes, and normals of the largest triangles.
std::vector<Vector3> directions_for(const TriangleMesh& mesh, int spread) {
  std::vector<Vector3> directions;
  constexpr double kGoldenAngle = 2.39996322972865332;
  for (int i = 0; i < spread; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / spread;
    const double radius = std::sqrt(1.0 - z * z);
    directions.emplace_back(radius * std::cos(kGoldenAngle * i), radius * std::sin(kGoldenAngle * i), z);
  }
  for (int axis = 0; axis < 3; ++axis) {
    directions.push_back(Vector3::Unit(axis));
    directions.push_back(-Vector3::Unit(axis));
  }
  std::vector<Vector3> normals;
  for (const Triangle& triangle : mesh.triangles)
    normals.push_back((mesh.points[triangle[1]] - mesh.points[triangle[0]])
                          .cross(mesh.points[triangle[2]] - mesh.points[triangle[0]]));
  const std::size_t used = std::min(kLargestFaces, normals.size());
  std::partial_sort(normals.begin(), normals.begin() + static_cast<std::ptrdiff_t>(used), normals.end(),
                    [](const Vector3& a, const Vector3& b) { return a.squaredNorm() > b.squaredNorm(); });
  for (std::size_t i = 0; i < used; ++i)
    if (normals[i].norm() > 0.0) directions.push_back(normals[i].normalized());
  return directions;
}

/// The farthest point in each direction, as rising indices without repetitions.
std::vector<std::size_t> farthest(const std::vector<Vector3>& points,
                                  const std::vector<Vector3>& directions) {
  const auto count = static_cast<Eigen::Index>(points.size());
  Eigen::Matrix<double, Eigen::Dynamic, 3> rows(static_cast<Eigen::Index>(directions.size()), 3);
  for (std::size_t i = 0; i < directions.size(); ++i)
    rows.row(static_cast<Eigen::Index>(i)) = directions[i].transpose();
  std::vector<double> best(directions.size(), -HUGE_VAL);
  std::vector<std::size_t> index(directions.size(), 0);
  for (Eigen::Index begin = 0; begin < count; begin += kBlock) {
    const Eigen::Index size = std::min(kBlock, count - begin);
    const Points block = Eigen::Map<const Points>{points[static_cast<std::size_t>(begin)].data(), 3, size};
    for (std::size_t d = 0; d < directions.size(); ++d) {
      Eigen::Index at = 0;
      const double reach = (rows.row(static_cast<Eigen::Index>(d)) * block).maxCoeff(&at);
      if (reach <= best[d]) continue;
      best[d] = reach;
      index[d] = static_cast<std::size_t>(begin + at);
    }
  }
  std::sort(index.begin(), index.end());
  index.erase(std::unique(index.begin(), index.end()), index.end());
  return index;
}

/// Where the points have less than the least thickness along one of their principal axes, each becomes two.
void thicken(std::vector<Vector3>& points, double least) {
  Vector3 middle = Vector3::Zero();
  for (const Vector3& point : points)
    middle += point / static_cast<double>(points.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Vector3& point : points)
    spread += (point - middle) * (point - middle).transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver{spread};
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3 direction = solver.eigenvectors().col(axis);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Vector3& point : points) {
      low = std::min(low, direction.dot(point));
      high = std::max(high, direction.dot(point));
    }
    if (high - low >= least) continue;
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Vector3 flat = points[i] + (0.5 * (low + high) - direction.dot(points[i])) * direction;
      points[i] = flat - 0.5 * least * direction;
      points.push_back(flat + 0.5 * least * direction);
    }
  }
}

}  // namespace

std::vector<Vector3> hull_corners(const TriangleMesh& mesh, double least_thickness_m) {
  if (mesh.points.empty()) return {};
  std::vector<Vector3> used;
  std::vector<bool> in_use(mesh.points.size(), mesh.triangles.empty());
  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle)
      in_use[corner] = true;
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    if (in_use[i]) used.push_back(mesh.points[i]);
  std::vector<Vector3> corners;
  for (const std::size_t i : farthest(used, directions_for(mesh, kSpread)))
    corners.push_back(used[i]);
  thicken(corners, least_thickness_m);
  return corners;
}

std::vector<HalfSpace> supporting_half_spaces(const TriangleMesh& mesh, const std::vector<Vector3>& corners) {
  std::vector<HalfSpace> result;
  if (corners.empty()) return result;
  for (const Vector3& direction : directions_for(mesh, kSpreadOfFaces)) {
    double offset = -HUGE_VAL;
    for (const Vector3& corner : corners)
      offset = std::max(offset, direction.dot(corner));
    result.push_back({direction, offset});
  }
  return result;
}

}  // namespace lockstep::geometry
