// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_actuator/fmu_actuator.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/allocation_count.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::fmu_actuator {
namespace {

using core::Status;
using test::DeviceWorld;
using test::element;
using test::error_of;
using test::one_joint_world;

core::ConfigNode plugin_with(std::vector<std::pair<std::string, std::string>> fields) {
  core::ConfigNode plugin{"plugin", {}, {"test.world", 9, 1}};
  plugin.children.push_back(element("actuator", fields));
  return plugin;
}

core::ConfigNode with_parameter(core::ConfigNode plugin, const std::string& name, const std::string& text) {
  core::ConfigNode parameters{"parameters"};
  parameters.children.emplace_back(name, text, SourceLocation{"test.world", 30, 5});
  plugin.children[0].children.push_back(parameters);
  return plugin;
}

// A damper FMU slows a flywheel down as (1 - d h / J)^k: explicit coupling, from t = 0 on, no step lost.
TEST(FmuActuator, DampsFromTheFirstStepOn) {
  hosts::fake::FakeWorld world = one_joint_world();
  world.joints[0].velocity = 1.0;
  DeviceWorld damped{
      world, kind(),
      with_parameter(plugin_with({{"name", "damper"}, {"joint", "knee"}, {"fmu", "Damper"}}), "d", "0.5")};
  damped.runtime.start();
  for (int k = 1; k <= 100; ++k) {
    ASSERT_EQ(damped.runtime.step(), Status::kOk) << damped.runtime.fault();
    ASSERT_NEAR(damped.host.state().velocity[0], std::pow(1.0 - 0.5e-3, k), 1e-14);
  }
}

// The simulator is asked for what the FMU uses: a damper wants the velocity alone; where an input is
// recorded, all of them are given.
TEST(FmuActuator, NeedsWhatTheFmuUses) {
  const std::vector<std::pair<std::string, std::string>> damper{{"joint", "knee"}, {"fmu", "Damper"}};
  DeviceWorld bare{one_joint_world(), kind(), plugin_with(damper)};
  bare.runtime.start();
  EXPECT_TRUE(bare.host.needs().positions.empty());
  EXPECT_TRUE(bare.host.needs().commands.empty());
  EXPECT_EQ(bare.host.needs().velocities.size(), 1U);
  auto recording = damper;
  recording.emplace_back("signals", "jointPosition");
  DeviceWorld recorded{one_joint_world(), kind(), plugin_with(recording)};
  recorded.runtime.start();
  EXPECT_EQ(recorded.host.needs().positions.size(), 1U);
  EXPECT_EQ(recorded.host.needs().commands.size(), 1U);
}

// Model Exchange, smaller steps of the FMU and recorded variables; the world can be reset.
TEST(FmuActuator, RunsEveryFormAndRecordsVariables) {
  for (const char* interface : {"cs", "me"}) {
    hosts::fake::FakeWorld world = one_joint_world();
    world.joints[0].velocity = 1.0;
    DeviceWorld motor{world, kind(),
                      plugin_with({{"name", "motor"},
                                   {"joint", "knee"},
                                   {"fmu", "SimpleElectricalActuator"},
                                   {"interface", interface},
                                   {"substeps", "5"},
                                   {"signals", "i wm"}})};
    const runtime::SignalView current = motor.runtime.watch("arm/motor/i");
    const runtime::SignalView speed = motor.runtime.watch("arm/motor/wm");
    motor.runtime.start();
    double first = 0.0;
    for (int run = 0; run < 2; ++run) {
      EXPECT_EQ(speed.number(), 0.0);
      for (int k = 0; k < 50; ++k)
        ASSERT_EQ(motor.runtime.step(), Status::kOk) << motor.runtime.fault();
      // The turning joint drags the rotor along, and the motor then drives a current against it.
      EXPECT_GT(speed.number(), 0.0);
      EXPECT_LT(current.number(), 0.0);
      EXPECT_EQ(current.info->unit, "A");
      if (run == 1) {
        EXPECT_EQ(motor.host.state().velocity[0], first);
      }
      first = motor.host.state().velocity[0];
      motor.runtime.reset();
    }
  }
}

// An FMU is initialised with the motion of its joint and with nothing commanded, also after a reset.
TEST(FmuActuator, IsInitialisedWithoutACommand) {
  hosts::fake::FakeWorld world = one_joint_world();
  world.joints[0].velocity = 0.5;
  DeviceWorld motor{world, kind(),
                    plugin_with({{"name", "motor"},
                                 {"joint", "knee"},
                                 {"fmu", "SimpleElectricalActuator"},
                                 {"signals", "actuatorInput jointVelocity"}})};
  const runtime::SignalView command = motor.runtime.watch("arm/motor/actuatorInput");
  const runtime::SignalView velocity = motor.runtime.watch("arm/motor/jointVelocity");
  motor.runtime.start();
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(command.number(), 0.0);
    EXPECT_EQ(velocity.number(), 0.5);
    ASSERT_EQ(motor.runtime.step(), Status::kOk) << motor.runtime.fault();
    motor.runtime.reset();
  }
}

// Saved and restored with the world, bit by bit.
TEST(FmuActuator, IsSavedWithTheWorld) {
  hosts::fake::FakeWorld world = one_joint_world();
  world.joints[0].velocity = 1.0;
  DeviceWorld motor{world, kind(), plugin_with({{"joint", "knee"}, {"fmu", "SimpleElectricalActuator"}})};
  motor.runtime.start();
  for (int k = 0; k < 10; ++k)
    ASSERT_EQ(motor.runtime.step(), Status::kOk);
  const auto snapshot = motor.runtime.save();
  double straight = 0.0;
  for (int run = 0; run < 2; ++run) {
    for (int k = 0; k < 10; ++k)
      ASSERT_EQ(motor.runtime.step(), Status::kOk);
    if (run == 1) {
      EXPECT_EQ(motor.host.state().velocity[0], straight);
    }
    straight = motor.host.state().velocity[0];
    motor.runtime.restore(*snapshot);
  }
}

// Messages name the actuator, the variable, what it is and what there is.
TEST(FmuActuator, NamesWhatDoesNotFit) {
  const auto message = [](const core::ConfigNode& plugin) {
    return error_of([&] { DeviceWorld world{one_joint_world(), kind(), plugin}; });
  };
  EXPECT_NE(
      message(plugin_with({{"name", "a"}, {"joint", "knee"}, {"fmu", "Damper"}, {"jointTorqueName", "d"}}))
          .find("fmu_actuator 'arm/a': variable 'd' is a parameter, expected an output; outputs are: "
                "jointTorque"),
      std::string::npos);
  EXPECT_NE(
      message(plugin_with({{"name", "a"}, {"joint", "knee"}, {"fmu", "Damper"}, {"actuatorInputName", "u"}}))
          .find(
              "fmu_actuator 'arm/a': the FMU has no variable 'u'; inputs are: actuatorInput, jointPosition"),
      std::string::npos);
  EXPECT_NE(message(plugin_with({{"name", "a"}, {"joint", "elbow"}, {"fmu", "Damper"}}))
                .find("arm/a: there is no joint 'elbow' in model 'arm'; did you mean 'arm/knee'?"),
            std::string::npos);
  const std::string parameter = message(
      with_parameter(plugin_with({{"name", "a"}, {"joint", "knee"}, {"fmu", "Damper"}}), "damping", "1"));
  EXPECT_NE(parameter.find("test.world:30:5"), std::string::npos) << parameter;
  EXPECT_NE(parameter.find("the FMU has no variable 'damping'; parameters are: d"), std::string::npos)
      << parameter;
}

// A prismatic joint gives its acceleration like any other: that of the step before.
TEST(FmuActuator, GivesTheAccelerationOfPrismaticJoints) {
  hosts::fake::FakeWorld world = one_joint_world();
  world.joints[0].kind = hosts::JointKind::kPrismatic;
  world.joints[0].velocity = 1.0;
  DeviceWorld damped{
      world, kind(),
      plugin_with(
          {{"name", "damper"}, {"joint", "knee"}, {"fmu", "Damper"}, {"signals", "jointAcceleration"}})};
  const runtime::SignalView acceleration = damped.runtime.watch("arm/damper/jointAcceleration");
  damped.runtime.start();
  ASSERT_EQ(damped.runtime.step(), Status::kOk) << damped.runtime.fault();
  EXPECT_EQ(acceleration.number(), 0.0);
  const double first = damped.host.state().acceleration[0];
  EXPECT_NEAR(first, -0.1, 1e-12);  // 0.1 N.s/m on 1 kg
  ASSERT_EQ(damped.runtime.step(), Status::kOk);
  EXPECT_EQ(acceleration.number(), first);
}

// Inputs the FMU does not declare may be missing: a model without them still drives the joint.
TEST(FmuActuator, DoesWithoutInputsTheFmuDoesNotHave) {
  core::ConfigNode plugin = plugin_with({{"joint", "knee"}, {"fmu", "NullTransmission"}});
  DeviceWorld world{one_joint_world(), kind(), plugin};  // its command has another name
  world.runtime.start();
  EXPECT_EQ(world.runtime.step(), Status::kOk);
}

// disable_velocity_effort_limits lifts the limits of commands.
TEST(FmuActuator, LiftsLimits) {
  hosts::fake::FakeWorld limited = one_joint_world();
  limited.joints[0].limits.effort = 0.0001;
  DeviceWorld world{
      limited, kind(),
      plugin_with(
          {{"joint", "knee"}, {"fmu", "IdentityTransmission"}, {"disable_velocity_effort_limits", "1"}})};
  EXPECT_TRUE(std::isinf(world.host.state().effort_limit[0]));
}

// A step with an FMU allocates nothing.
TEST(FmuActuator, AllocatesNothingInAStep) {
  DeviceWorld world{one_joint_world(), kind(),
                    plugin_with({{"joint", "knee"}, {"fmu", "SimpleElectricalActuator"}, {"signals", "i"}})};
  world.runtime.start();
  for (int k = 0; k < 10; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  const long before = test::allocation_count();
  bool fine = true;
  for (int k = 0; k < 100; ++k)
    fine = succeeded(world.runtime.step()) && fine;
  EXPECT_EQ(test::allocation_count() - before, 0);
  EXPECT_TRUE(fine);
}

}  // namespace
}  // namespace lockstep::devices::fmu_actuator
