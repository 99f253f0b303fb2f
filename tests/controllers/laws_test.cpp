// SPDX-License-Identifier: Apache-2.0
// Every law in closed loop with the Panda, on the first engine of the build.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "lockstep/devices/api/request.hpp"
#include "lockstep/hosts/engines/engines.hpp"
#include "lockstep/world/world.hpp"
#include "support/files.hpp"

namespace lockstep {
namespace {

class Laws : public testing::Test {
 protected:
  void SetUp() override {
    if (hosts::engine_names().size() < 2) GTEST_SKIP() << "this build has no physics engine";
  }
  /// The Panda in its ready pose with a controller "arm"; `fields` of it and `more` of the scenario.
  void open(const std::string& fields, const std::string& more = {}) {
    std::string text = "world: " LOCKSTEP_PANDA "/panda_free.urdf\nstep_size: 0.001\n" + more + "initial:\n";
    const double ready[] = {
        0, -0.7853981633974483, 0, -2.356194490192345, 0, 1.5707963267948966, 0.7853981633974483};
    for (int i = 0; i < 7; ++i)
      text += "  - {joint: panda::panda_joint" + std::to_string(i + 1) +
              ", position: " + std::to_string(ready[i]) + "}\n";
    text += "devices:\n  - {type: controller, model: panda, name: arm, " + fields + "}\n";
    world_ = std::make_unique<world::World>(test::write_file(folder_ / "scenario.yaml", text));
  }
  runtime::SignalView watch(const std::string& signal) { return world_->watch("panda/" + signal); }
  runtime::Doors& doors() { return world_->runtime().doors(); }
  std::shared_ptr<const runtime::Request> ask(const std::string& name, std::vector<core::Value> arguments) {
    return doors().submit("panda/arm/" + name, std::move(arguments));
  }

  test::TemporaryFolder folder_;
  std::unique_ptr<world::World> world_;
};

using Numbers = std::vector<double>;

// Computed torque makes every joint 1 d2e/dt2 + kd de/dt + kp e = 0: with kp 100 and kd 20 a step of 0.2 rad
// is 0.2 (1 + 10 t) exp(-10 t) off, whatever the others do. The engine's step adds O(h).
TEST_F(Laws, ComputedTorqueIsLinear) {
  open(
      "law: computed_torque, kp: 100, kd: 20, q_d: [0.2, -0.585398, 0.2, -2.156194, 0.2, 1.770796, "
      "0.985398], limits: {effort: off}");
  std::vector<runtime::SignalView> q;
  for (int i = 1; i <= 7; ++i)
    q.push_back(watch("panda_joint" + std::to_string(i) + "/position"));
  world_->run_for(0.2);
  const double target[] = {0.2, -0.585398, 0.2, -2.156194, 0.2, 1.770796, 0.985398};
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_NEAR(target[i] - q[i].number(), 0.2 * 3.0 * std::exp(-2.0), 2e-3) << i + 1;
}

// A Cartesian target 0.1 m away at 0.1 m/s2 is reached after 2.000 s, and not before; the link follows.
TEST_F(Laws, CartesianPoseTakesTwoSeconds) {
  open("law: cartesian_pose, link: panda_link8, kp: [400, 400], kd: [40, 40], limits: {effort: off}");
  const auto target = watch("arm/target"), pose = watch("arm/pose");
  world_->step();
  Numbers wanted;
  for (std::uint32_t i = 0; i < 7; ++i)
    wanted.push_back(pose.number(i));
  const double start = wanted[2];
  wanted[2] += 0.1;
  doors().inlet("panda/arm/pose_d").write(core::Value{wanted});
  world_->run_until(1.001);
  EXPECT_NEAR(target.number(2), start + 0.05, 2e-4);
  world_->run_until(1.99);
  EXPECT_LT(target.number(2), start + 0.1 - 1e-6);
  world_->run_until(2.003);
  EXPECT_NEAR(target.number(2), start + 0.1, 1e-12);
  world_->run_until(2.5);
  EXPECT_NEAR(pose.number(2), start + 0.1, 1e-4);
  EXPECT_NEAR(pose.number(0), wanted[0], 1e-4);
}

// A new target while it moves: the target's velocity does not jump, and it ends at the new one.
TEST_F(Laws, CartesianPoseIsReplannedInMotion) {
  open(
      "law: cartesian_pose, link: panda_link8, kp: [400, 400], kd: [40, 40], jerk: 2, limits: {effort: off}");
  const auto target = watch("arm/target"), pose = watch("arm/pose");
  world_->step();
  Numbers wanted;
  for (std::uint32_t i = 0; i < 7; ++i)
    wanted.push_back(pose.number(i));
  const double start = wanted[2];
  double last = start, speed = 0.0;
  for (int k = 0; k < 4000; ++k) {
    if (k == 0 || k == 700) {
      wanted[2] = start + (k == 0 ? 0.1 : -0.03);
      doors().inlet("panda/arm/pose_d").write(core::Value{wanted});
    }
    world_->step();
    const double now = (target.number(2) - last) / 1e-3;
    EXPECT_LE(std::abs(now - speed), 0.1 * 1e-3 + 1e-9) << k;
    speed = now;
    last = target.number(2);
  }
  EXPECT_NEAR(last, start - 0.03, 1e-12);
}

// A marker: the first sample is the origin, then (x, -z, y) of its motion moves the target; less than 0.1 mm
// does nothing.
TEST_F(Laws, FollowsAMarker) {
  open(
      "law: cartesian_pose, link: panda_link8, kp: [400, 400], kd: [40, 40], acceleration: 1, limits: "
      "{effort: off}");
  const auto target = watch("arm/target");
  const auto move = [&](const Numbers& marker, double seconds) {
    doors().inlet("panda/arm/marker").write(core::Value{marker});
    world_->run_for(seconds);
  };
  move({5.0, 6.0, 7.0}, 0.1);
  const double x = target.number(0), y = target.number(1), z = target.number(2);
  move({5.00005, 6.0, 7.0}, 0.5);
  EXPECT_EQ(target.number(0), x);
  move({5.01, 6.02, 7.03}, 1.0);
  EXPECT_NEAR(target.number(0), x + 0.01, 1e-9);
  EXPECT_NEAR(target.number(1), y - 0.03, 1e-9);
  EXPECT_NEAR(target.number(2), z + 0.02, 1e-9);
}

// A spring of 500 N/m gives way to 10 N by 0.02 m; the observer finds that force, and contact.
TEST_F(Laws, CartesianImpedanceIsASpringAndTheObserverSeesThePush) {
  open(
      "law: cartesian_impedance, link: panda_link8, kp: [500, 50], kd: [40, 2], null_kd: 2, limits: {effort: "
      "off}, "
      "observer: {gain: 50, link: panda_link7, force_threshold: 5}",
      "events: [{time: 0.5, push: {link: 'panda::panda_link7', force: [0, 0, -10], duration: 5}}]\n");
  const auto pose = watch("arm/pose"), wrench = watch("arm/external_wrench"), contact = watch("arm/contact");
  world_->run_until(0.5);
  const double before = pose.number(2);
  EXPECT_EQ(contact.number(), 0.0);
  EXPECT_NEAR(wrench.number(2), 0.0, 0.05);
  world_->run_until(4.0);
  EXPECT_NEAR(pose.number(2), before - 0.02, 2e-3);
  EXPECT_NEAR(wrench.number(2), -10.0, 0.1);
  EXPECT_EQ(contact.number(), 1.0);
}

// A trajectory of two points: followed, spliced in motion, held at its end; the state says so.
TEST_F(Laws, FollowsATrajectory) {
  open(
      "law: joint_trajectory, kp: [600, 600, 600, 600, 250, 150, 50], kd: [30, 30, 30, 30, 5, 5, 1], limits: "
      "{effort: off}, stability: off, "
      "constraints: {goal_time: 1.0, panda_joint1: {goal: 0.02}}",
      "");
  const auto q1 = watch("panda_joint1/position"), q_d = watch("arm/q_d"), state = watch("arm/state");
  world_->run_for(0.1);
  EXPECT_EQ(state.number(), 0.0);
  const Numbers rest{0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398};
  Numbers two = rest;
  two.insert(two.end(), rest.begin(), rest.end());
  two[0] = 0.3;
  two[7] = 0.5;
  const auto good =
      ask("trajectory", {devices::value_of(0.0), core::Value{Numbers{1.0, 2.0}}, core::Value{two},
                         core::Value{Numbers(14, 0.0)}, core::Value{Numbers{}}, core::Value{Numbers{}},
                         core::Value{Numbers{}}});
  world_->run_until(0.6);
  EXPECT_FALSE(good->refused()) << good->why();
  EXPECT_EQ(state.number(), 1.0);
  EXPECT_NEAR(q_d.number(0), 0.15, 2e-3);
  EXPECT_NEAR(q1.number(), q_d.number(0), 0.02);
  world_->run_until(4.0);
  EXPECT_EQ(state.number(), 2.0);
  EXPECT_NEAR(q1.number(), 0.5, 1e-3);
  const auto past = ask("trajectory", {devices::value_of(1.0), core::Value{Numbers{1.0}}, core::Value{rest},
                                       core::Value{Numbers{}}, core::Value{Numbers{}}, core::Value{Numbers{}},
                                       core::Value{Numbers{}}});
  world_->step();
  EXPECT_TRUE(past->refused());
}

// A path tolerance that cannot be kept aborts; the robot is held where it was.
TEST_F(Laws, LeavesThePathAndHolds) {
  open(
      "law: joint_trajectory, kp: [20, 600, 600, 600, 250, 150, 50], kd: [10, 30, 30, 30, 5, 5, 1], limits: "
      "{effort: off}, stability: off");
  const auto q1 = watch("panda_joint1/position"), state = watch("arm/state"), q_d = watch("arm/q_d");
  world_->step();
  Numbers goal{1.0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398};
  static_cast<void>(ask(
      "trajectory",
      {devices::value_of(0.0), core::Value{Numbers{0.5}}, core::Value{goal}, core::Value{Numbers{}},
       core::Value{Numbers{}}, core::Value{Numbers{0.02, -1, -1, -1, -1, -1, -1}}, core::Value{Numbers{}}}));
  world_->run_until(3.0);
  EXPECT_EQ(state.number(), 3.0);
  EXPECT_LT(q_d.number(0), 0.9);
  EXPECT_NEAR(q1.number(), q_d.number(0), 0.05);
}

}  // namespace
}  // namespace lockstep
