// SPDX-License-Identifier: Apache-2.0
// The device around the laws, on a host whose joints stay where they are put (huge inertia): every torque can
// be worked out by hand.
#include "controller.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lockstep/devices/controllers/controllers.hpp"
#include "lockstep/scenario/yaml_tree.hpp"
#include "support/allocation_count.hpp"
#include "support/device_world.hpp"
#include "support/files.hpp"
#include "test_robots.hpp"

namespace lockstep::devices::controllers {
namespace {

using core::Status;

class ControllerTest : public testing::Test {
 protected:
  ControllerTest() {
    lockstep::test::write_file(folder_ / "arm.urdf", test::two_links_urdf());
    for (const char* name : {"arm/shoulder", "arm/elbow"}) {
      fake_.joints.emplace_back();
      fake_.joints.back().name = name;
      fake_.joints.back().inertia = 1e9;
    }
    fake_.joints[0].position = 0.4;
    fake_.joints[1].position = -0.7;
  }

  void open(const std::string& yaml) {
    core::ConfigNode config = scenario::read_yaml(yaml, "arm.yaml");
    if (!config.has("robot"))
      config.children.emplace_back("robot", (folder_ / "arm.urdf").string(),
                                   SourceLocation{"arm.yaml", 1, 1});
    if (!config.has("name")) config.children.emplace_back("name", "pd", SourceLocation{"arm.yaml", 1, 1});
    world_ = std::make_unique<lockstep::test::DeviceWorld>(fake_, kind(), config, &log_);
    world_->runtime.start();
  }
  std::string error_of(const std::string& yaml) {
    return lockstep::test::error_of([&] { open(yaml); });
  }
  double command(std::size_t joint) { return world_->host.state().command[joint]; }
  void put(double shoulder, double elbow) {
    world_->host.state().position[0] = shoulder;
    world_->host.state().position[1] = elbow;
  }
  /// Gravity of the two links, in closed form.
  double gravity(std::size_t joint, double q1 = 0.4, double q2 = -0.7) const {
    return joint == 1 ? 9.8 * std::sin(q1 + q2) : 9.8 * (2.0 * std::sin(q1) + std::sin(q1 + q2));
  }
  void ask(const std::string& request, std::vector<core::Value> arguments) {
    static_cast<void>(world_->runtime.doors().submit(request, std::move(arguments)));
  }

  lockstep::test::TemporaryFolder folder_;
  hosts::fake::FakeWorld fake_;
  std::unique_ptr<lockstep::test::DeviceWorld> world_;
  std::vector<std::string> log_;
};

// tau = Kp (q_d - q) + g(q), with a full matrix of gains.
TEST_F(ControllerTest, PdWithGravity) {
  open("{law: pd, kp: [10, 2, 2, 20], kd: 1, q_d: [0.5, -0.5]}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_NEAR(command(0), 10.0 * 0.1 + 2.0 * 0.2 + gravity(0), 1e-12);
  EXPECT_NEAR(command(1), 2.0 * 0.1 + 20.0 * 0.2 + gravity(1), 1e-12);
}

// A host that compensates gravity itself (a robot) gets tau_d alone.
TEST_F(ControllerTest, AddsNothingTheHostCompensates) {
  fake_.compensates = true;
  open("{law: pd, kp: 10, kd: 1, q_d: [0.5, -0.5]}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_NEAR(command(0), 1.0, 1e-12);
}

// Gravity is the host's own, not that of the robot's file.
TEST_F(ControllerTest, CompensatesTheGravityOfTheHost) {
  fake_.gravity_W = {0.0, 0.0, -1.62};
  open("{law: pd, kp: 0, kd: 0}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_NEAR(command(1), gravity(1) * 1.62 / 9.8, 1e-12);
}

// Without a set point the robot is held where it starts; the inlet changes it.
TEST_F(ControllerTest, SetPointIsAnInlet) {
  open("{law: pd, kp: 10, kd: 1, compensate: none}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_NEAR(command(0), 0.0, 1e-9);
  world_->runtime.doors().inlet("arm/pd/q_d").write(core::Value{std::vector<double>{1.4, 0.3}});
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_NEAR(command(0), 10.0, 1e-6);
  EXPECT_NEAR(command(1), 10.0, 1e-6);
}

// Effort limits of the description clip by default, and are off when told so; no other part clips.
TEST_F(ControllerTest, EffortLimits) {
  open("{law: pd, kp: 1000, kd: 0, q_d: [1.4, 0.3]}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_EQ(command(0), 50.0);
  open("{law: pd, kp: 1000, kd: 0, q_d: [1.4, 0.3], compensate: none, limits: {effort: off}}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_NEAR(command(0), 1000.0, 1e-9);
}

// The torque rate is limited per run: 1000 N.m/s are 1 N.m in 1 ms, down as well as up.
TEST_F(ControllerTest, RotatumSaturates) {
  open(
      "{law: pd, kp: 10, kd: 0, q_d: [0.75, -1.05], compensate: none, limits: {rotatum: {policy: saturate, "
      "value: 1000}}}");
  for (const double expected : {1.0, 2.0, 3.0, 3.5, 3.5}) {
    ASSERT_EQ(world_->runtime.step(), Status::kOk);
    EXPECT_NEAR(command(0), expected, 1e-6);
    EXPECT_NEAR(command(1), -expected, 1e-6);
  }
}

// A crossed limit whose policy is abort stops the world with joint, value and limit.
TEST_F(ControllerTest, AbortNamesJointValueAndLimit) {
  const auto fault_of = [&](const std::string& limits) {
    open("{law: pd, kp: 100, kd: 0, q_d: [1.4, 0.3], limits: " + limits + "}");
    EXPECT_EQ(world_->runtime.step(), Status::kError);
    return world_->runtime.fault();
  };
  EXPECT_NE(fault_of("{effort: abort}").find("joint 'shoulder' reached effort 104"), std::string::npos)
      << fault_of("{effort: abort}");
  EXPECT_NE(fault_of("{effort: abort}").find("N.m; its limit is 50"), std::string::npos);
  EXPECT_NE(fault_of("{position: {policy: abort, lower: -0.5, upper: 1}}")
                .find("joint 'elbow' reached position -0.7 rad; its limit is -0.5"),
            std::string::npos);
  EXPECT_NE(
      fault_of("{rotatum: {policy: abort, value: 1000}, effort: off}").find("reached rotatum 100000 N.m/s"),
      std::string::npos);
  fake_.joints[1].velocity = 5.0;
  EXPECT_NE(fault_of("{velocity: abort}").find("joint 'elbow' reached velocity 5 rad/s; its limit is 4"),
            std::string::npos);
}

// Acceleration and jerk are those that were measured.
TEST_F(ControllerTest, AbortsOnMeasuredAccelerationAndJerk) {
  open("{law: pd, kp: 0, kd: 0, limits: {acceleration: {policy: abort, value: 2}}}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  world_->host.state().acceleration[0] = -3.0;
  EXPECT_EQ(world_->runtime.step(), Status::kError);
  EXPECT_NE(world_->runtime.fault().find("joint 'shoulder' reached acceleration -3"), std::string::npos)
      << world_->runtime.fault();
  open("{law: pd, kp: 0, kd: 0, limits: {jerk: {policy: abort, value: 100}}}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  world_->host.state().acceleration[1] = 0.2;
  EXPECT_EQ(world_->runtime.step(), Status::kError);
  EXPECT_NE(world_->runtime.fault().find("joint 'elbow' reached jerk 200 rad/s3"), std::string::npos)
      << world_->runtime.fault();
}

// Switching is bumpless: no torque changes by more than 1 N.m in 1 ms, until it has met the new law.
TEST_F(ControllerTest, SwitchesWithoutABump) {
  open(
      "{compensate: none, controllers: [{name: soft, law: pd, kp: 10, kd: 0, q_d: [0.4, -0.7]}, "
      "{name: stiff, law: pd, kp: 100, kd: 0, q_d: [0.45, -0.8]}]}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  ask("arm/pd/switch", {value_of(std::string{"stiff"})});
  double last[2] = {command(0), command(1)};
  int runs = 0;
  for (; runs < 20; ++runs) {
    ASSERT_EQ(world_->runtime.step(), Status::kOk);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_LE(std::abs(command(i) - last[i]), 1.0 + 1e-9);
      last[i] = command(i);
    }
  }
  EXPECT_NEAR(last[0], 5.0, 1e-5);
  EXPECT_NEAR(last[1], -10.0, 1e-5);
  // Once it has met the law, the law acts at once.
  world_->runtime.doors().inlet("arm/pd/stiff/q_d").write(core::Value{std::vector<double>{0.6, -0.7}});
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_NEAR(command(0), 20.0, 1e-5);
}

// A switch to a name that does not exist is refused and changes nothing.
TEST_F(ControllerTest, RefusesAnUnknownController) {
  open("{controllers: [{name: a, law: pd, kp: 1, kd: 0}, {name: b, law: pd, kp: 2, kd: 0}]}");
  const auto request = world_->runtime.doors().submit("arm/pd/switch", {value_of(std::string{"c"})});
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_TRUE(request->refused());
}

// A state that is not finite is a fault with its joint; so is a set point.
TEST_F(ControllerTest, NotANumberIsAFault) {
  open("{law: pd, kp: 1, kd: 0}");
  world_->host.state().position[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(world_->runtime.step(), Status::kError);
  EXPECT_NE(world_->runtime.fault().find("joint 'elbow' has position nan"), std::string::npos)
      << world_->runtime.fault();
}

// What is wrong in the file is named, with line and what there is.
TEST_F(ControllerTest, BadInputHasAMessage) {
  EXPECT_NE(error_of("{law: pdd, kp: 1, kd: 1}")
                .find("no law 'pdd'; there are pd, computed_torque, joint_impedance, joint_trajectory"),
            std::string::npos)
      << error_of("{law: pdd, kp: 1, kd: 1}");
  EXPECT_NE(error_of("{law: pd, kp: 1, kd: 1, joints: [knee]}").find("knee"), std::string::npos);
  EXPECT_NE(error_of("{law: pd, kp: 1, kd: 1, joints: [elbow, elbow]}").find("'elbow' appears twice"),
            std::string::npos);
  EXPECT_NE(error_of("{law: pd, kp: 1, kd: 1, q_d: [1]}")
                .find("'q_d' has 1 numbers, but the controller has 2 joints"),
            std::string::npos);
  EXPECT_NE(error_of("{law: pd, kp: 1, kd: 1, stability: maybe}").find("'stability' is 'maybe'"),
            std::string::npos);
  EXPECT_NE(error_of("{law: pd, kp: 1, kd: 1, compensate: weight}").find("'compensate' has 'weight'"),
            std::string::npos);
  EXPECT_NE(error_of("{law: cartesian_pose, kp: [1, 1], kd: [1, 1], link: hand}").find("hand"),
            std::string::npos);
  EXPECT_NE(
      error_of("{law: cartesian_pose, kp: [1, 1, 1], kd: [1, 1], link: lower}").find("'kp' has 3 numbers"),
      std::string::npos);
  EXPECT_NE(error_of("{law: joint_trajectory, gains: {elbow: {p: 1}}}").find("joint 'shoulder' has no gains"),
            std::string::npos);
  log_.clear();
  open("{law: pd, kp: 1, kd: 1, gravty: 3}");
  ASSERT_FALSE(log_.empty());
  EXPECT_NE(log_[0].find("gravty"), std::string::npos) << log_[0];
}

// Fields of a file, which the element's own override; a trajectory controller of ros_control.
TEST_F(ControllerTest, ReadsFiles) {
  const std::string file =
      lockstep::test::write_file(folder_ / "pd.yaml",
                                 "law: pd\nkp: 10\nkd: 0\nq_d: [0.5, -0.7]\ncompensate: none\n")
          .string();
  open("{file: " + file + ", kp: 20}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_NEAR(command(0), 2.0, 1e-9);
  const std::string ros = lockstep::test::write_file(
                              folder_ / "control.yaml",
                              "arm_controller:\n  type: effort_controllers/JointTrajectoryController\n"
                              "  joints: [elbow, shoulder]\n  gains:\n    elbow: {p: 12000, d: 50, i: 0.0}\n"
                              "    shoulder: {p: 30000, d: 100, i: 0.02, i_clamp: 10000}\n")
                              .string();
  open("{ros_control: " + ros +
       ", controller: arm_controller, compensate: none, limits: {effort: off}, stability: off}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  put(0.5, -0.7);
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_NEAR(command(0), -3000.0, 0.1);
}

// What the torque rate depends on is saved with the world.
TEST_F(ControllerTest, SavedAndRestored) {
  open(
      "{law: pd, kp: 10, kd: 0, q_d: [0.75, -1.05], compensate: none, limits: {rotatum: {policy: saturate, "
      "value: 1000}}}");
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  const auto saved = world_->runtime.save();
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  const double second = command(0);
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  world_->runtime.restore(*saved);
  ASSERT_EQ(world_->runtime.step(), Status::kOk);
  EXPECT_EQ(command(0), second);
}

// No law allocates in a step.
TEST_F(ControllerTest, StepsDoNotAllocate) {
  for (const char* const law : {"law: pd, kp: [10, 2, 2, 20], kd: 1", "law: computed_torque, kp: 10, kd: 1",
                                "law: joint_impedance, kp: 10, kd: 1", "law: joint_trajectory, kp: 10, kd: 1",
                                "law: cartesian_pose, link: lower, kp: [10, 1], kd: [1, 1], jerk: 10",
                                "law: cartesian_impedance, link: lower, kp: [10, 1], kd: [1, 1]"}) {
    open(std::string{"{"} + law + ", observer: {link: lower, torque_threshold: 5}, transmissions: true}");
    ASSERT_EQ(world_->runtime.step(), Status::kOk);
    const long before = lockstep::test::allocation_count();
    for (int k = 0; k < 10; ++k)
      ASSERT_EQ(world_->runtime.step(), Status::kOk);
    EXPECT_EQ(lockstep::test::allocation_count(), before) << law;
  }
}

}  // namespace
}  // namespace lockstep::devices::controllers
