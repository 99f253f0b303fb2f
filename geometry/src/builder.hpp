// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>

#include "lockstep/geometry/mesh.hpp"

namespace lockstep::geometry {

/// Puts a mesh together under its limits. What is wrong throws Error{kBadInput} with the name of the file.
class MeshBuilder {
 public:
  MeshBuilder(const std::string& name, const MeshLimits& limits) : name_{name}, limits_{limits} {}

  /// A point of its own; its index.
  std::uint32_t point(const Vector3& at);
  /// The same point for the same coordinates: STL repeats the corners of neighbours.
  std::uint32_t merged_point(const Vector3& at);
  void add_triangle(const Triangle& triangle);
  /// A polygon as a fan of triangles; fewer than three corners are left out.
  void add_polygon(const std::vector<std::uint32_t>& corners);
  /// What follows belongs to this part.
  void begin_part(std::string part);
  std::size_t point_count() const noexcept { return mesh_.points.size(); }
  /// Throws when there is no triangle.
  TriangleMesh take();
  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct Hash {
    std::size_t operator()(const std::array<double, 3>& at) const noexcept;
  };

  const std::string& name_;
  const MeshLimits& limits_;
  TriangleMesh mesh_;
  std::unordered_map<std::array<double, 3>, std::uint32_t, Hash> known_;
};

}  // namespace lockstep::geometry
