// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/shell/model_session.hpp"

#include <gtest/gtest.h>

#include "fake_simulator.hpp"

namespace lockstep::hosts::shell::test {
namespace {

using core::Status;
using devices::Phase;

/// An actuator whose effort is `factor` times the command; its run in step `failing` fails.
devices::DeviceKind motor(const std::string& name, double factor, std::int64_t failing = -1,
                          devices::FaultPolicy policy = devices::FaultPolicy::kStop) {
  auto joint = std::make_shared<devices::JointActuation>();
  devices::DeviceOptions options;
  options.on_fault = policy;
  return kind_of(
      name,
      [joint](devices::Binder& binder) {
        binder.run_in(Phase::kActuate);
        *joint = binder.own_actuation(binder.find_joint("joint"));
      },
      [=](const devices::StepInfo& step) {
        if (step.index == failing) return Status::kError;
        joint->apply(factor * joint->command());
        return Status::kOk;
      },
      options);
}

/// Commands 3 in control.
devices::DeviceKind controller() {
  auto joint = std::make_shared<devices::JointCommand>();
  return kind_of(
      "controller",
      [joint](devices::Binder& binder) {
        binder.run_in(Phase::kControl);
        *joint = binder.claim_command(binder.find_joint("joint"));
      },
      [joint](const devices::StepInfo&) {
        joint->add(3.0);
        return Status::kOk;
      });
}

class ModelSessionTest : public testing::Test {
 protected:
  FakeSimulator simulator;
  WorldSession world{simulator};
  bool step() { return simulator.do_step(world); }
};

// Plugins of one model share a runtime: the actuator of one is given what the controller of the other and
// the simulator's own controllers command in the same step.
TEST_F(ModelSessionTest, PluginsOfAModelWorkTogether) {
  const auto pid = controller(), drive = motor("motor", -2.0);
  Loaded model{world, "m", {&drive, &pid}};
  model.host->others = 1.0;
  ASSERT_TRUE(step());
  EXPECT_EQ(model.host->written, std::vector<double>{-8.0});
  EXPECT_EQ(simulator.lines, std::vector<std::string>{});
}

// A second owner of a joint is refused by name, the world is paused, and the first one works.
TEST_F(ModelSessionTest, SecondActuatorOfAJointIsRefused) {
  const auto first = motor("first", 1.0), second = motor("second", 5.0);
  Loaded model{world, "m", {&first, &second}};
  model.host->others = 1.0;
  EXPECT_TRUE(simulator.paused());
  EXPECT_EQ(
      simulator.all_lines(),
      "model 'm' (): plugin 'second plugin' was not started: 1 of 2 devices cannot be bound\nerror: "
      "m/second is an actuator of joint 'm/joint', but m/first is one already; a joint has one actuator "
      "[device-bind]\nThe world is paused. go on.\n");
  simulator.is_paused = false;
  ASSERT_TRUE(step());
  EXPECT_EQ(model.host->written, std::vector<double>{1.0});
}

// The policy stop pauses the world with one message and lets nothing act; a reset ends that.
TEST_F(ModelSessionTest, AFaultStopsUntilTheReset) {
  const auto drive = motor("motor", 1.0, 2);
  Loaded model{world, "m", {&drive}};
  model.host->others = 1.0;
  for (int k = 0; k < 3; ++k)
    ASSERT_TRUE(step());
  EXPECT_TRUE(simulator.paused());
  EXPECT_EQ(model.host->written, (std::vector<double>{1.0, 1.0, 0.0}));
  ASSERT_EQ(simulator.lines.size(), 1U);
  EXPECT_EQ(
      simulator.lines[0],
      "model 'm' (): m/motor failed at t = 0.002 s: it broke\nThe world is paused; to start again: reset");
  // Somebody lets it go on: paused again, with a reminder.
  simulator.is_paused = false;
  ASSERT_TRUE(step());
  EXPECT_TRUE(simulator.paused());
  EXPECT_EQ(model.host->written.back(), 0.0);
  EXPECT_EQ(simulator.lines.size(), 2U);
  simulator.now = 0;
  simulator.is_paused = false;
  ASSERT_TRUE(step());
  EXPECT_EQ(model.host->written.back(), 1.0);
  EXPECT_FALSE(simulator.paused());
}

// Another policy is logged once, and the world goes on.
TEST_F(ModelSessionTest, APolicyThatCoversTheFaultGoesOn) {
  const auto drive = motor("motor", 1.0, 1, devices::FaultPolicy::kHold);
  Loaded model{world, "m", {&drive}};
  for (int k = 0; k < 5; ++k)
    ASSERT_TRUE(step());
  ASSERT_EQ(simulator.lines.size(), 1U);
  EXPECT_NE(simulator.lines[0].find("m/motor failed at t = 0.001 s; its fault policy is 'hold'"),
            std::string::npos);
}

// Devices start again at the time of the world when its clock was set or the model was put back.
TEST_F(ModelSessionTest, StartsAgainAtTheTimeOfTheWorld) {
  const auto drive = motor("motor", 1.0);
  FunctionDevice::started.clear();
  Loaded model{world, "m", {&drive}};
  ASSERT_TRUE(step());
  ASSERT_TRUE(step());
  model.session->note_model_reset();
  ASSERT_TRUE(step());
  EXPECT_EQ(model.host->model_resets, 1);
  simulator.now = 10'000'000;
  ASSERT_TRUE(step());
  simulator.now = 0;
  ASSERT_TRUE(step());
  ASSERT_TRUE(step());
  EXPECT_EQ(FunctionDevice::started, (std::vector<double>{0.0, 0.002, 0.01, 0.0}));
}

// A step that is changed while the world runs stops it with both lengths.
TEST_F(ModelSessionTest, AChangedStepStops) {
  const auto drive = motor("motor", 1.0);
  Loaded model{world, "m", {&drive}};
  ASSERT_TRUE(step());
  simulator.step = 0.002;
  ASSERT_TRUE(step());
  EXPECT_TRUE(simulator.paused());
  EXPECT_NE(simulator.all_lines().find("changed from 0.001 s to 0.002 s"), std::string::npos);
}

// A joint that is gone stops the model by the joint's name.
TEST_F(ModelSessionTest, ARemovedJointStops) {
  const auto drive = motor("motor", 1.0);
  Loaded model{world, "m", {&drive}};
  ASSERT_TRUE(step());
  model.host->removed = {"m/joint"};
  ASSERT_TRUE(step());
  EXPECT_NE(simulator.all_lines().find("somebody has removed joint 'm/joint'"), std::string::npos);
}

// FMUs and who has them, for messages; one for the plugin itself is found, too.
TEST(FmusText, NamesDevicesAndFiles) {
  core::ConfigNode fmu{"fmu"};
  fmu.text = "A.fmu";
  core::ConfigNode name{"name"};
  name.text = "motor";
  core::ConfigNode device{"actuator"};
  device.children = {name, fmu};
  core::ConfigNode other{"actuator"};
  other.children = {fmu};
  core::ConfigNode plugin{"plugin"};
  plugin.children = {device, other, core::ConfigNode{"note"}};
  EXPECT_EQ(fmus_text(plugin), "motor: A.fmu, actuator: A.fmu");
  EXPECT_EQ(fmus_text(device), "motor: A.fmu");
}

}  // namespace
}  // namespace lockstep::hosts::shell::test
