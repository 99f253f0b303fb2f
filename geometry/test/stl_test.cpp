// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

namespace lockstep::geometry {
namespace {

// Both kinds give the same body; corners that triangles share are one point.
TEST(Stl, ReadsBinaryAndText) {
  for (const std::string& content : {binary_stl(), text_stl()}) {
    const TriangleMesh mesh = read_stl(content, "t.stl");
    EXPECT_EQ(mesh.points.size(), 4U);
    EXPECT_EQ(mesh.triangles.size(), 4U);
    EXPECT_NEAR(volume_of(mesh), 1.0 / 6.0, 1e-12);
  }
}

// Many programs begin binary files with "solid", and some add bytes at the end.
TEST(Stl, DecidesByLengthNotByTheFirstWord) {
  std::string content = binary_stl();
  content.replace(0, 11, "solid facet");
  EXPECT_EQ(read_stl(content, "t.stl").triangles.size(), 4U);
  EXPECT_EQ(read_stl(binary_stl() + "more", "t.stl").triangles.size(), 4U);
}

TEST(Stl, SaysWhatIsWrong) {
  EXPECT_EQ(error_of([] { read_stl(binary_stl().substr(0, 200), "t.stl"); }),
            "mesh 't.stl' is neither a binary nor a text STL file, or it is cut off");
  EXPECT_EQ(error_of([] { read_stl("solid facet vertex 1 x 3", "t.stl"); }),
            "mesh 't.stl' has a vertex that is not three finite numbers");
  EXPECT_EQ(error_of([] { read_stl("solid facet endsolid", "t.stl"); }), "mesh 't.stl' has no triangles");
  EXPECT_EQ(error_of([] { read_stl("", "t.stl"); }),
            "mesh 't.stl' is neither a binary nor a text STL file, or it is cut off");
  std::string infinite = binary_stl();
  infinite.replace(96, 4, "\x00\x00\x80\x7f", 4);
  EXPECT_EQ(error_of([&] { read_stl(infinite, "t.stl"); }),
            "mesh 't.stl' has a coordinate that is not finite");
}

}  // namespace
}  // namespace lockstep::geometry
