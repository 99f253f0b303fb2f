// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/description/geometry.hpp"

/// Meshes from files and what engines make of them.
namespace lockstep::geometry {

using description::Vector3;
using Triangle = std::array<std::uint32_t, 3>;  ///< indices of points, outside to the right hand

/// A named piece of a mesh file: an object of OBJ, a node or geometry of Collada.
struct MeshPart {
  std::string name;
  std::size_t first_triangle{0};
  std::size_t triangle_count{0};
};

/// Triangles in metres. Every index is below points.size(); points are finite.
struct TriangleMesh {
  std::vector<Vector3> points;
  std::vector<Triangle> triangles;
  std::vector<MeshPart> parts;  ///< may be empty
};

/// What a mesh file may be at most; files come from strangers.
struct MeshLimits {
  std::size_t max_bytes{std::size_t{512} << 20U};
  std::size_t max_triangles{20'000'000};
};

/// Reads STL (binary or text), OBJ or Collada (.dae); the content of an STL file decides which of the two it
/// is. Collada: transforms of its nodes and its unit of length are applied, its up axis is not, as in Gazebo.
/// Throws Error: kNotFound, kUnreadable, kUnsupported for another kind of file, kBadInput for one that is
/// damaged, empty or too large; the message names the file. Keeps no state; any thread.
TriangleMesh read_mesh(const std::string& path, const MeshLimits& limits = {});

// The same from the content of a file; `name` is for messages.
TriangleMesh read_stl(std::string_view content, const std::string& name, const MeshLimits& limits = {});
TriangleMesh read_obj(std::string_view content, const std::string& name, const MeshLimits& limits = {});
TriangleMesh read_collada(std::string_view content, const std::string& name, const MeshLimits& limits = {});

/// The mesh a shape asks for, in the frame of the shape: the file's, its part, centred and scaled. A scale
/// that mirrors keeps the outside of the triangles outside. A mesh without thickness gets kLeastThicknessM:
/// its triangles become prisms. Throws as read_mesh does, and Error{kBadInput} for a part that the file does
/// not have.
TriangleMesh mesh_of(const description::Mesh& shape);
constexpr double kLeastThicknessM = 1e-3;

}  // namespace lockstep::geometry
