// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <cmath>

#include "lockstep/core/xml_tree.hpp"
#include "support.hpp"

namespace lockstep::description {
namespace {

constexpr double kPi = 3.14159265358979323846;

core::ConfigNode xml(const std::string& text) {
  return core::read_xml(text, "w.sdf");
}

template <class Body>
std::string failure(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// Three ways to write a quarter turn about z give the same quaternion.
TEST(Values, ReadsPosesInEveryNotation) {
  const Quaternion expected = from_roll_pitch_yaw(0, 0, kPi / 2);
  for (const char* text :
       {"<pose>1 2 3 0 0 1.5707963267948966</pose>", "<pose degrees='true'>1 2 3 0 0 90</pose>",
        "<pose rotation_format='quat_xyzw'>1 2 3 0 0 5 5</pose>"}) {
    const core::ConfigNode node = xml(text);
    const RawPose raw = sdf_pose(node);
    EXPECT_EQ(raw.pose.position, Vector3(1, 2, 3)) << text;
    EXPECT_LT(raw.pose.orientation.angularDistance(expected), 1e-15) << text;
    EXPECT_EQ(raw.relative_to, "");
  }
}

// SDF 1.6 called it "frame", later versions "relative_to"; an empty pose is the identity.
TEST(Values, PoseNamesItsFrame) {
  const core::ConfigNode new_way = xml("<pose relative_to='a'>0 0 0 0 0 0</pose>");
  const core::ConfigNode old_way = xml("<pose frame='b'/>");
  EXPECT_EQ(sdf_pose(new_way).relative_to, "a");
  EXPECT_EQ(sdf_pose(old_way).relative_to, "b");
  EXPECT_EQ(sdf_pose(old_way).pose.position, Vector3(0, 0, 0));
}

TEST(Values, RefusesPosesThatAreNone) {
  const core::ConfigNode five = xml("<pose>0 0 0 0 0</pose>");
  EXPECT_CONTAINS(failure([&] { sdf_pose(five); }), "w.sdf:1:1: error: 'pose' is '0 0 0 0 0', expected 6");
  const core::ConfigNode zero = xml("<pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose>");
  EXPECT_CONTAINS(failure([&] { sdf_pose(zero); }), "quaternion has length 0");
  const core::ConfigNode odd = xml("<pose rotation_format='x'>0 0 0 0 0 0</pose>");
  EXPECT_CONTAINS(failure([&] { sdf_pose(odd); }), "expected euler_rpy or quat_xyzw");
}

TEST(Values, NormalisesDirections) {
  EXPECT_EQ(direction_of(xml("<xyz>0 0 -2</xyz>")), Vector3(0, 0, -1));
  EXPECT_CONTAINS(failure([] { direction_of(xml("<xyz>0 0 0</xyz>")); }), "a direction that is not 0");
}

// Limits may be infinite, NaN is nothing anywhere.
TEST(Values, InfinityIsALimitAndNaNIsNot) {
  const core::ConfigNode node = xml("<limit><upper>inf</upper><lower>nan</lower><effort>-3</effort></limit>");
  EXPECT_TRUE(std::isinf(number_or_infinity(node, "upper", 0)));
  EXPECT_EQ(number_or_infinity(node, "other", 7), 7);
  EXPECT_CONTAINS(failure([&] { number_or_infinity(node, "lower", 0); }), "'lower' is 'nan'");
  EXPECT_CONTAINS(failure([&] { positive_number(node, "effort", 1); }),
                  "'effort' is -3, expected a number above 0");
  EXPECT_EQ(positive_number(node, "other", 1), 1);
}

TEST(Values, ReadsUrdfOrigins) {
  const Pose pose = urdf_origin_of(xml("<joint><origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/></joint>"));
  EXPECT_EQ(pose.position, Vector3(1, 2, 3));
  EXPECT_LT(pose.orientation.angularDistance(from_roll_pitch_yaw(0, 0, kPi / 2)), 1e-15);
  EXPECT_EQ(urdf_origin_of(xml("<joint/>")).position, Vector3(0, 0, 0));
}

// Damping that drives a joint is kept and reported.
TEST(Values, ReportsNegativeDamping) {
  core::ConfigNode dynamics{"dynamics"};
  Findings findings;
  EXPECT_EQ(damping_of(dynamics, findings), 0.0);
  dynamics.children.emplace_back("damping", "0.5");
  EXPECT_EQ(damping_of(dynamics, findings), 0.5);
  dynamics.children[0].text = "-0.5";
  EXPECT_EQ(damping_of(dynamics, findings), -0.5);
  const std::vector<Diagnostic> remarks = findings.take();
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_EQ(remarks[0].id, "damping-negative");
}

}  // namespace
}  // namespace lockstep::description
