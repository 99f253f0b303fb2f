// SPDX-License-Identifier: Apache-2.0
#include "builder.hpp"

#include "support.hpp"

namespace lockstep::geometry {
namespace {

TEST(MeshBuilder, MergesEqualPointsOnly) {
  const std::string name = "m";
  const MeshLimits limits;
  MeshBuilder builder{name, limits};
  EXPECT_EQ(builder.merged_point({1, 2, 3}), 0U);
  EXPECT_EQ(builder.merged_point({1, 2, 4}), 1U);
  EXPECT_EQ(builder.merged_point({1, 2, 3}), 0U);
  EXPECT_EQ(builder.point({1, 2, 3}), 2U);
}

TEST(MeshBuilder, KeepsToItsLimits) {
  const std::string name = "m";
  MeshLimits limits;
  limits.max_triangles = 1;
  MeshBuilder builder{name, limits};
  for (int i = 0; i < 3; ++i)
    builder.point({double(i), 0, 0});
  builder.add_triangle({0, 1, 2});
  EXPECT_EQ(error_of([&] { builder.add_triangle({0, 1, 2}); }), "mesh 'm' has more than 1 triangles");
  EXPECT_EQ(error_of([&] {
              builder.add_triangle({0, 1, 3});
            }),
            "mesh 'm' has a face with the point 3, which it lacks");
  EXPECT_EQ(error_of([&] {
              for (int i = 0; i < 9; ++i)
                builder.point({0, 0, 0});
            }),
            "mesh 'm' has too many points");
}

}  // namespace
}  // namespace lockstep::geometry
