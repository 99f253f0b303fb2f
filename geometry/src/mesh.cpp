// SPDX-License-Identifier: Apache-2.0
#include "lockstep/geometry/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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
    throw Error{ErrorCode::kBadInput, fmt::format("mesh '{}' has {} bytes, expected at most {}", path, size,
                                                  limits.max_bytes)};
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
  return mesh;
}

}  // namespace lockstep::geometry
