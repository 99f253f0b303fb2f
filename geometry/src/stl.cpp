// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstring>

#include "builder.hpp"
#include "text_scanner.hpp"

namespace lockstep::geometry {
namespace {

constexpr std::size_t kHeader = 84, kRecord = 50;

std::uint32_t triangle_count(std::string_view content) {
  std::uint32_t count = 0;
  std::memcpy(&count, content.data() + kHeader - sizeof count, sizeof count);
  return count;
}

TriangleMesh read_binary(std::string_view content, MeshBuilder& builder) {
  const std::size_t count = triangle_count(content);
  for (std::size_t i = 0; i < count; ++i) {
    float corners[9];
    std::memcpy(corners, content.data() + kHeader + i * kRecord + 12, sizeof corners);
    Triangle triangle{};
    for (std::size_t k = 0; k < 3; ++k)
      triangle[k] = builder.merged_point({corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]});
    builder.add_triangle(triangle);
  }
  return builder.take();
}

TriangleMesh read_text(std::string_view content, MeshBuilder& builder) {
  TextScanner scanner{content};
  Triangle triangle{};
  std::size_t corners = 0;
  for (std::string_view word = scanner.word(); !word.empty(); word = scanner.word()) {
    if (word == "outer") corners = 0;
    if (word != "vertex") continue;
    const auto x = scanner.number(), y = scanner.number(), z = scanner.number();
    if (!x || !y || !z) builder.fail("has a vertex that is not three finite numbers");
    if (corners < 3) triangle[corners] = builder.merged_point({*x, *y, *z});
    if (++corners == 3) builder.add_triangle(triangle);
  }
  return builder.take();
}

}  // namespace

TriangleMesh read_stl(std::string_view content, const std::string& name, const MeshLimits& limits) {
  MeshBuilder builder{name, limits};
  // Binary files may begin with "solid", too: their length decides.
  const bool fits =
      content.size() >= kHeader && content.size() >= kHeader + kRecord * triangle_count(content);
  const bool exact = fits && content.size() == kHeader + kRecord * triangle_count(content);
  const bool says_text = content.substr(0, 5) == "solid" && content.find("facet") != std::string_view::npos;
  if (exact || (fits && !says_text)) return read_binary(content, builder);
  if (says_text) return read_text(content, builder);
  builder.fail("is neither a binary nor a text STL file, or it is cut off");
}

}  // namespace lockstep::geometry
