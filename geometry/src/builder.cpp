// SPDX-License-Identifier: Apache-2.0
#include "builder.hpp"

#include <fmt/format.h>

#include <functional>

#include "lockstep/core/error.hpp"

namespace lockstep::geometry {

std::size_t MeshBuilder::Hash::operator()(const std::array<double, 3>& at) const noexcept {
  std::size_t hash = 0;
  for (const double value : at)
    hash = hash * 1000003U + std::hash<double>{}(value);
  return hash;
}

std::uint32_t MeshBuilder::point(const Vector3& at) {
  if (!at.allFinite()) fail("has a coordinate that is not finite");
  if (mesh_.points.size() > 3 * limits_.max_triangles) fail("has too many points");
  mesh_.points.push_back(at);
  return static_cast<std::uint32_t>(mesh_.points.size() - 1);
}

std::uint32_t MeshBuilder::merged_point(const Vector3& at) {
  const auto found = known_.find({at.x(), at.y(), at.z()});
  if (found != known_.end()) return found->second;
  const std::uint32_t index = point(at);
  known_.emplace(std::array<double, 3>{at.x(), at.y(), at.z()}, index);
  return index;
}

void MeshBuilder::add_triangle(const Triangle& triangle) {
  for (const std::uint32_t corner : triangle)
    if (corner >= mesh_.points.size())
      fail(fmt::format("has a face with the point {}, which it lacks", corner));
  if (mesh_.triangles.size() >= limits_.max_triangles)
    fail(fmt::format("has more than {} triangles", limits_.max_triangles));
  mesh_.triangles.push_back(triangle);
  if (!mesh_.parts.empty()) ++mesh_.parts.back().triangle_count;
}

void MeshBuilder::add_polygon(const std::vector<std::uint32_t>& corners) {
  for (std::size_t i = 2; i < corners.size(); ++i)
    add_triangle({corners[0], corners[i - 1], corners[i]});
}

void MeshBuilder::begin_part(std::string part) {
  mesh_.parts.push_back({std::move(part), mesh_.triangles.size(), 0});
}

TriangleMesh MeshBuilder::take() {
  if (mesh_.triangles.empty()) fail("has no triangles");
  return std::move(mesh_);
}

void MeshBuilder::fail(const std::string& what) const {
  throw Error{ErrorCode::kBadInput, fmt::format("mesh '{}' {}", name_, what)};
}

}  // namespace lockstep::geometry
