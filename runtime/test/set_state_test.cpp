// SPDX-License-Identifier: Apache-2.0
// Setting states and resetting, also where it fails or where the host cannot.
#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::Phase;
using hosts::fake::FakeHost;
using hosts::fake::FakeWorld;

/// Two joints of 1 kg.m2, the first turning, and two bodies.
FakeWorld two_of_each() {
  FakeWorld world;
  for (const char* name : {"arm/hip", "arm/knee"}) {
    world.joints.emplace_back();
    world.joints.back().name = name;
  }
  for (const char* name : {"box/body", "ball/body"}) {
    world.links.emplace_back();
    world.links.back().name = name;
  }
  return world;
}

/// Reads both links, throws in the resets after the first while `fails`, and pushes both joints with 3 N.m.
std::unique_ptr<ScriptedDevice> pusher(const bool& fails) {
  auto joints = std::make_shared<std::vector<devices::JointCommand>>();
  auto made = std::make_unique<ScriptedDevice>(
      "pusher",
      [joints](devices::Binder& binder) {
        binder.run_in(Phase::kControl);
        for (const char* name : {"hip", "knee"})
          joints->push_back(binder.claim_command(binder.find_joint(name)));
        for (const char* name : {"box/body", "ball/body"})
          static_cast<void>(binder.read_link(binder.find_link(name)));
      },
      [joints](const devices::StepInfo&) {
        for (const devices::JointCommand& joint : *joints)
          joint.add(3.0);
        return Status::kOk;
      });
  made->on_reset = [&fails](const devices::StepInfo&) {
    if (fails) throw Error{ErrorCode::kFmuFailed, "the battery is empty"};
  };
  return made;
}

struct PushedWorld {
  explicit PushedWorld(const FakeWorld& world = two_of_each()) : host{world}, runtime{host} {
    runtime.add(pusher(fails), {}, "arm");
    runtime.bind();
  }
  bool fails{false};
  FakeHost host;
  Runtime runtime;
};

// A state may be set before the start: links are known then, their velocities are not yet followed.
TEST(SetState, BeforeTheStart) {
  PushedWorld world;
  world.runtime.set_joint_state("arm/knee", 1.0, 2.0);
  world.runtime.set_link_state("ball/body", {}, Eigen::Vector3d::UnitX(), Eigen::Vector3d::Zero());
  EXPECT_EQ(world.host.state().v_WB[1], Eigen::Vector3d::UnitX().eval());
  world.runtime.start();  // puts everything back
  EXPECT_EQ(world.host.state().position[1], 0.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_NEAR(world.host.state().a_WB[1].z(), -9.8, 1e-12);
  EXPECT_NEAR(world.host.state().acceleration[1], 3.0, 1e-12);
}

// Accelerations of what was set are 0 until the next step, and then start from the new velocity; those of all
// else stay.
TEST(SetState, AccelerationsStartAnew) {
  PushedWorld world;
  world.runtime.start();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const hosts::WorldState& state = world.host.state();
  const Eigen::Vector3d before = state.a_WB[0];
  world.runtime.set_link_state("ball/body", {}, Eigen::Vector3d{5.0, 0.0, 0.0},
                               Eigen::Vector3d{0.0, 7.0, 0.0});
  EXPECT_TRUE(state.a_WB[1].isZero());
  EXPECT_TRUE(state.alpha_WB[1].isZero());
  EXPECT_EQ(state.a_WB[0], before);
  world.runtime.set_joint_state("arm/knee", 0.5, 20.0);
  EXPECT_EQ(state.acceleration[1], 0.0);
  EXPECT_NEAR(state.acceleration[0], 3.0, 1e-12);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_NEAR(state.a_WB[1].x(), 0.0, 1e-12);
  EXPECT_NEAR(state.a_WB[1].z(), -9.8, 1e-9);
  EXPECT_TRUE(state.alpha_WB[1].isZero());
  EXPECT_NEAR(state.acceleration[1], 3.0, 1e-9);
  // The same velocity elsewhere is a new state, too.
  world.runtime.set_link_state("ball/body", {}, state.v_WB[1], state.w_WB[1]);
  EXPECT_TRUE(state.a_WB[1].isZero());
  world.runtime.set_joint_state("arm/knee", 0.0, state.velocity[1]);
  EXPECT_EQ(state.acceleration[1], 0.0);
}

// A device that cannot be reset stops the world, by name, until a reset succeeds.
TEST(Reset, ThatFailsStopsTheWorld) {
  PushedWorld world;
  world.runtime.start();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  world.fails = true;
  EXPECT_THROW(world.runtime.reset(), Error);
  EXPECT_EQ(world.runtime.step(), Status::kError);
  EXPECT_EQ(world.runtime.begin_step(), Status::kError);
  EXPECT_EQ(world.runtime.fault(),
            "arm/pusher failed to reset: the battery is empty; the world is stopped until a reset succeeds");
  EXPECT_THROW(static_cast<void>(world.runtime.save()), Error);
  world.fails = false;
  world.runtime.reset();
  EXPECT_EQ(world.runtime.fault(), "");
  EXPECT_EQ(world.runtime.step(), Status::kOk);
}

// So does a start that fails.
TEST(Reset, AStartThatFailsStopsTheWorld) {
  PushedWorld world;
  world.fails = true;
  EXPECT_THROW(world.runtime.start(), Error);
  EXPECT_EQ(world.runtime.begin_step(), Status::kError);
  EXPECT_NE(world.runtime.fault().find("arm/pusher failed to reset"), std::string::npos);
}

// A host that cannot be reset starts from where it is, and a reset is refused by name.
TEST(Reset, HostsWithoutResetStartFromWhereTheyAre) {
  FakeWorld made = two_of_each();
  made.without = {hosts::Capability::kReset};
  PushedWorld world{made};
  world.runtime.set_joint_state("arm/knee", 1.5, 0.0);
  world.runtime.start();
  EXPECT_EQ(world.host.state().position[1], 1.5);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const double position = world.host.state().position[1];
  try {
    world.runtime.reset();
    FAIL() << "was reset";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_EQ(error.message(),
              "host 'fake' has no 'reset', which Runtime::reset() needs; choose a host that has it "
              "(docs/hosts.md) or leave it out");
  }
  EXPECT_EQ(world.host.state().position[1], position);
  EXPECT_EQ(world.runtime.step(), Status::kOk);  // nothing has happened
}

}  // namespace
}  // namespace lockstep::runtime::test
