// SPDX-License-Identifier: Apache-2.0
#include "model_layout.hpp"

#include <cmath>

#include "in_process.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

// Links, joints, kinds, axes and limits are those of Gazebo's model; no limit is infinite.
TEST(ModelLayout, OfAModel) {
  test::World world{"ode",
                    "<model name='m'><link name='a'><inertial><pose>1 2 3 0 0 "
                    "0</pose><mass>4</mass></inertial></link><link name='b'/>"
                    "<joint name='hinge' type='revolute'><parent>world</parent><child>a</child><axis><xyz>0 "
                    "1 0</xyz><limit>"
                    "<lower>-1</lower><upper>2</upper><effort>5</effort></limit></axis></joint>"
                    "<joint name='rail' type='prismatic'><parent>a</parent><child>b</child><axis><xyz>1 0 "
                    "0</xyz></axis></joint></model>"};
  const ModelLayout made = model_layout(world.model("m"));
  ASSERT_EQ(made.layout.links.size(), 2U);
  EXPECT_EQ(made.layout.links[0].name, "m/a");
  EXPECT_EQ(made.layout.links[0].p_BoBcm_B, Eigen::Vector3d(1, 2, 3));
  ASSERT_EQ(made.layout.joints.size(), 2U);
  const JointInfo& hinge = made.layout.joints[0];
  EXPECT_EQ(hinge.name, "m/hinge");
  EXPECT_EQ(hinge.kind, JointKind::kRevolute);
  EXPECT_EQ(hinge.parent, kWorld);
  EXPECT_EQ(hinge.child, 0U);
  EXPECT_EQ(hinge.limits[0].lower, -1.0);
  EXPECT_EQ(hinge.limits[0].upper, 2.0);
  EXPECT_EQ(hinge.limits[0].effort, 5.0);
  EXPECT_TRUE(std::isinf(hinge.limits[0].velocity));
  EXPECT_EQ(made.layout.joints[1].kind, JointKind::kPrismatic);
  EXPECT_EQ(made.layout.joints[1].first_axis, 1U);
  EXPECT_EQ(made.layout.axis_count, 2U);
}

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
