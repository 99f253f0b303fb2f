// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>

#include "lockstep/core/error.hpp"
#include "lockstep/geometry/mesh.hpp"

namespace lockstep::geometry {

/// The message of the error that `body` throws; "no error" without one.
inline std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Volume inside the triangles; positive when their outside is to the right hand.
inline double volume_of(const TriangleMesh& mesh) {
  double volume = 0.0;
  for (const Triangle& t : mesh.triangles)
    volume += mesh.points[t[0]].dot(mesh.points[t[1]].cross(mesh.points[t[2]])) / 6.0;
  return volume;
}

/// A tetrahedron with edges of 1 along the axes: volume 1/6.
inline const Vector3 kCorners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
inline constexpr int kFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

inline std::string binary_stl() {
  std::string text(80, ' ');
  const auto append = [&](auto value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    text.append(bytes, sizeof value);
  };
  append(std::uint32_t{4});
  for (const auto& face : kFaces) {
    for (int i = 0; i < 3; ++i)
      append(0.0F);
    for (const int corner : face)
      for (int i = 0; i < 3; ++i)
        append(static_cast<float>(kCorners[corner][i]));
    append(std::uint16_t{0});
  }
  return text;
}

inline std::string text_stl() {
  std::string text = "solid tetra\n";
  for (const auto& face : kFaces) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const int corner : face)
      text += "   vertex " + std::to_string(kCorners[corner].x()) + ' ' +
              std::to_string(kCorners[corner].y()) + ' ' + std::to_string(kCorners[corner].z()) + "\n";
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid tetra\n";
}

inline const char* const kObj =
    "# comment\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no half\nf 1 3 2\nf 1//5 2/7/8 4\ng rest\nf -4 -1 -2\nf 2 "
    "3 4\n";

}  // namespace lockstep::geometry
