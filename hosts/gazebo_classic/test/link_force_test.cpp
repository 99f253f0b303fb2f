// SPDX-License-Identifier: Apache-2.0
#include "link_force.hpp"

#include "in_process.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

// An engine that we do not know is refused by name.
TEST(PhysicsKind, UnknownEngine) {
  EXPECT_EQ(physics_kind("simbody"), PhysicsKind::kSimbody);
  try {
    static_cast<void>(physics_kind("newton"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("'newton'"), std::string::npos);
    EXPECT_NE(std::string{error.what()}.find("ode, bullet, simbody or dart"), std::string::npos);
  }
}

class LinkForceTest : public testing::TestWithParam<const char*> {};

// A force of 3 N and a moment of 1 N m over one step of 1 ms on a free body of 1 kg and 2 kg m^2: v = 0.003,
// w = 0.0005.
TEST_P(LinkForceTest, ForceAndMomentAct) {
  test::World world{
      GetParam(),
      "<model name='m'><link name='l'><inertial><mass>1</mass><inertia><ixx>2</ixx><iyy>2</iyy><izz>2</izz>"
      "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link></model>"};
  gazebo::physics::Link& link = *world.model("m").GetLink("l");
  LinkForce force{link, physics_kind(GetParam()), Eigen::Vector3d::Zero()};
  force.add({3, 0, 0}, {0, 0, 1}, Eigen::Vector3d::Zero());
  world.step();
  EXPECT_NEAR(link.WorldLinearVel().X(), 0.003, 1e-7);  // bullet is single
  EXPECT_NEAR(link.WorldAngularVel().Z(), 0.0005, 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Engines, LinkForceTest, testing::Values("ode", "bullet", "simbody", "dart"),
                         [](const auto& info) { return std::string{info.param}; });

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
