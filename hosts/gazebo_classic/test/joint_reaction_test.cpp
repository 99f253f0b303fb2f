// SPDX-License-Identifier: Apache-2.0
#include "joint_reaction.hpp"

#include "in_process.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

class JointReactionTest : public testing::TestWithParam<std::string> {};

/// A link of 2 kg whose centre of mass is 1 m along the axis of its hinge: it stays at rest. `link` and
/// `joint`: poses.
std::string side_arm(const std::string& link, const std::string& joint, const std::string& axis) {
  return "<model name='m'><link name='link'><pose>" + link +
         "</pose><inertial><pose>0 1 0 0 0 "
         "0</pose><mass>2</mass><inertia><ixx>1</ixx><ixy>0</ixy><ixz>0</ixz>"
         "<iyy>1</iyy><iyz>0</iyz><izz>1</izz></inertia></inertial></link><joint name='joint' "
         "type='revolute'><pose>" +
         joint + "</pose><parent>world</parent><child>link</child><axis><xyz>" + axis +
         "</xyz></axis></joint></model>";
}

void expect_near(const Eigen::Vector3d& found, const Eigen::Vector3d& expected, const std::string& what) {
  EXPECT_LT((found - expected).norm(), 0.02) << what << ": " << found.transpose();
}

// At rest the hinge carries the weight, 2 * 9.8 N upwards, and its moment about the origin of the joint,
// (0, 1, 0) m x (0, 0, 19.6) N, in the frame of the joint, wherever link and joint are turned to.
TEST_P(JointReactionTest, CarriesTheWeight) {
  struct Case {
    const char *link, *joint, *axis;
    Eigen::Vector3d torque;
  };
  const Case cases[] = {{"0 0 3 0 0 0", "0 0 0 0 0 0", "0 1 0", {19.6, 0, 0}},
                        {"0 0 3 0 0 1.5707963267949", "0 0 0 0 0 0", "0 1 0", {19.6, 0, 0}},
                        {"0 0 3 0 0 0", "0 0 0 0 0 1.5707963267949", "1 0 0", {0, -19.6, 0}}};
  for (const Case& one : cases) {
    test::World world{GetParam(), side_arm(one.link, one.joint, one.axis)};
    world->SetGravity({0, 0, -9.8});
    const JointReaction reaction{*world.model("m").GetJoint("joint"), physics_kind(GetParam())};
    for (int i = 0; i < 20; ++i)
      world.step();
    const Wrench read = reaction.read();
    expect_near(read.force_n, {0, 0, 19.6}, "force");
    expect_near(read.torque_nm, one.torque, "torque");
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, JointReactionTest, testing::Values("ode", "bullet", "simbody", "dart"));

// Gazebo's ode and bullet give false results for joints of several axes: refused by name.
TEST(JointReaction, OfSeveralAxesIsRefused) {
  test::World world{"ode",
                    "<model name='m'><link name='link'/><joint name='cross' "
                    "type='universal'><parent>world</parent><child>link</child><axis><xyz>1 0 "
                    "0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint></model>"};
  gazebo::physics::Joint& joint = *world.model("m").GetJoint("cross");
  EXPECT_THROW((JointReaction{joint, PhysicsKind::kOde}), Error);
  EXPECT_NO_THROW((JointReaction{joint, PhysicsKind::kDart}));
}

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
