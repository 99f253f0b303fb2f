// SPDX-License-Identifier: Apache-2.0
#include "lockstep/geometry/mesh.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>

#include "lockstep/core/error.hpp"

namespace lockstep::geometry {
namespace {

std::string suffix_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  std::string suffix = dot == std::string::npos ? std::string{} : path.substr(dot + 1);
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix;
}

std::string content_of(const std::string& path, const MeshLimits& limits) {
  std::ifstream file{path, std::ios::binary | std::ios::ate};
  const auto size = file ? static_cast<std::int64_t>(file.tellg()) : -1;
  if (size < 0) throw Error{ErrorCode::kUnreadable, fmt::format("mesh '{}' cannot be read", path)};
  if (static_cast<std::size_t>(size) > limits.max_bytes)
    throw Error{ErrorCode::kBadInput,
                fmt::format("mesh '{}' has {} bytes, expected at most {}", path, size, limits.max_bytes)};
  std::string content(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  if (!file.read(content.data(), size))
    throw Error{ErrorCode::kUnreadable, fmt::format("mesh '{}' cannot be read", path)};
  return content;
}

/// The triangles of the parts with this name, with the points they use.
TriangleMesh part_of(const TriangleMesh& mesh, const std::string& name, const std::string& uri) {
  TriangleMesh part;
  std::vector<std::uint32_t> taken(mesh.points.size(), 0);  // index + 1 in the part
  std::string names;
  for (const MeshPart& one : mesh.parts) {
    names += (names.empty() ? "" : ", ") + one.name;
    if (one.name != name) continue;
    for (std::size_t t = one.first_triangle; t < one.first_triangle + one.triangle_count; ++t) {
      Triangle triangle = mesh.triangles[t];
      for (std::uint32_t& corner : triangle) {
        if (taken[corner] == 0) {
          part.points.push_back(mesh.points[corner]);
          taken[corner] = static_cast<std::uint32_t>(part.points.size());
        }
        corner = taken[corner] - 1;
      }
      part.triangles.push_back(triangle);
    }
  }
  if (part.triangles.empty())
    throw Error{ErrorCode::kBadInput, fmt::format("mesh '{}' has no part '{}'; it has: {}", uri, name,
                                                  names.empty() ? "none" : names)};
  return part;
}

void centre(TriangleMesh& mesh) {
  Vector3 low = mesh.points.front(), high = low;
  for (const Vector3& point : mesh.points) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  const Vector3 middle = 0.5 * (low + high);
  for (Vector3& point : mesh.points)
    point -= middle;
}

/// Extent along the direction in which it is least.
bool is_flat(const TriangleMesh& mesh, double thickness) {
  Vector3 middle = Vector3::Zero();
  for (const Vector3& point : mesh.points)
    middle += point / static_cast<double>(mesh.points.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Vector3& point : mesh.points)
    spread += (point - middle) * (point - middle).transpose();
  const Vector3 direction = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>{spread}.eigenvectors().col(0);
  return std::all_of(mesh.points.begin(), mesh.points.end(), [&](const Vector3& point) {
    return std::fabs(direction.dot(point - middle)) < 0.5 * thickness;
  });
}

/// Each triangle becomes a prism about itself.
TriangleMesh prisms_of(const TriangleMesh& flat, double thickness) {
  TriangleMesh solid;
  for (const Triangle& t : flat.triangles) {
    const Vector3 &a = flat.points[t[0]], &b = flat.points[t[1]], &c = flat.points[t[2]];
    const Vector3 normal = (b - a).cross(c - a);
    if (!(normal.norm() > 0.0)) continue;
    const Vector3 up = normal.normalized() * (0.5 * thickness);
    const auto n = static_cast<std::uint32_t>(solid.points.size());
    solid.points.insert(solid.points.end(), {a - up, b - up, c - up, a + up, b + up, c + up});
    solid.triangles.push_back({n, n + 2, n + 1});
    solid.triangles.push_back({n + 3, n + 4, n + 5});
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t next = (k + 1) % 3;
      solid.triangles.push_back({n + k, n + next, n + 3 + next});
      solid.triangles.push_back({n + k, n + 3 + next, n + 3 + k});
    }
  }
  return solid.triangles.empty() ? flat : solid;
}

}  // namespace

TriangleMesh read_mesh(const std::string& path, const MeshLimits& limits) {
  const std::string suffix = suffix_of(path);
  if (suffix != "stl" && suffix != "stlb" && suffix != "obj" && suffix != "dae")
    throw Error{ErrorCode::kUnsupported,
                fmt::format("mesh '{}' is none of STL, OBJ and Collada (.stl, .obj, .dae)", path)};
  const std::string content = content_of(path, limits);
  if (suffix == "obj") return read_obj(content, path, limits);
  if (suffix == "dae") return read_collada(content, path, limits);
  return read_stl(content, path, limits);
}

TriangleMesh mesh_of(const description::Mesh& shape) {
  TriangleMesh mesh = read_mesh(shape.file);
  if (!shape.submesh.empty()) mesh = part_of(mesh, shape.submesh, shape.uri);
  if (shape.centre_submesh) centre(mesh);
  for (Vector3& point : mesh.points)
    point = point.cwiseProduct(shape.scale);
  if (shape.scale.prod() < 0.0)
    for (Triangle& triangle : mesh.triangles)
      std::swap(triangle[1], triangle[2]);
  return is_flat(mesh, kLeastThicknessM) ? prisms_of(mesh, kLeastThicknessM) : mesh;
}

}  // namespace lockstep::geometry
