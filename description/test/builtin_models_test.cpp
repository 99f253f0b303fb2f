// SPDX-License-Identifier: Apache-2.0
#include "builtin_models.hpp"

#include "support.hpp"

namespace lockstep::description {
namespace {

TEST(BuiltinModels, AreFoundByNameAndUri) {
  EXPECT_FALSE(builtin_model("model://ground_plane").empty());
  EXPECT_EQ(builtin_model("ground_plane/"), builtin_model("model://ground_plane"));
  EXPECT_FALSE(builtin_model("model://sun").empty());
  EXPECT_TRUE(builtin_model("model://moon").empty());
}

// The ground is a static plane that looks up, without any remark of our own reader.
TEST(BuiltinModels, GroundPlaneIsCleanSdf) {
  const ReadResult result = read(std::string{builtin_model("ground_plane")});
  EXPECT_TRUE(result.findings.empty());
  const Plane plane = std::get<Plane>(result.world.models.at(0).links.at(0).collisions.at(0).geometry);
  EXPECT_EQ(plane.normal, Vector3(0, 0, 1));
}

}  // namespace
}  // namespace lockstep::description
