// SPDX-License-Identifier: Apache-2.0
#include "builder.hpp"
#include "lockstep/core/number_text.hpp"
#include "text_scanner.hpp"

namespace lockstep::geometry {

TriangleMesh read_obj(std::string_view content, const std::string& name, const MeshLimits& limits) {
  MeshBuilder builder{name, limits};
  TextScanner lines{content};
  std::vector<std::uint32_t> face;
  while (!lines.at_end()) {
    TextScanner line{lines.line()};
    const std::string_view kind = line.word();
    if (kind == "v") {
      const auto x = line.number(), y = line.number(), z = line.number();
      if (!x || !y || !z) builder.fail("has a vertex that is not three finite numbers");
      builder.point({*x, *y, *z});
    } else if (kind == "o" || kind == "g") {
      builder.begin_part(std::string{line.word()});
    } else if (kind == "f") {
      face.clear();
      for (std::string_view corner = line.word(); !corner.empty(); corner = line.word()) {
        const auto index = core::parse_int64(corner.substr(0, corner.find('/')));
        const auto count = static_cast<std::int64_t>(builder.point_count());
        // From 1 on; negative ones count back from the last vertex so far.
        if (!index || *index == 0 || *index > count || *index < -count)
          builder.fail("has a face with the vertex '" + std::string{corner} + "', which it lacks");
        face.push_back(static_cast<std::uint32_t>(*index > 0 ? *index - 1 : count + *index));
      }
      builder.add_polygon(face);
    }
  }
  return builder.take();
}

}  // namespace lockstep::geometry
