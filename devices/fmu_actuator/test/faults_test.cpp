// SPDX-License-Identifier: Apache-2.0
// An FMU that goes wrong in the loop: y = t until 5 ms, then a fault.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "lockstep/devices/fmu_actuator/fmu_actuator.hpp"
#include "support/device_world.hpp"

namespace lockstep::devices::fmu_actuator {
namespace {

using core::Status;
using test::DeviceWorld;
using test::element;
using test::one_joint_world;

const char* const kFaulty = LOCKSTEP_FMUS_DIR "/../faulty_fmus/2.0/Faulty.fmu";

core::ConfigNode faulty_plugin(const std::string& fault, const std::string& policy) {
  core::ConfigNode plugin{"plugin", {}, {"test.world", 9, 1}};
  plugin.children.push_back(element("actuator", {{"name", "motor"},
                                                 {"joint", "knee"},
                                                 {"fmu", kFaulty},
                                                 {"jointTorqueName", "y"},
                                                 {"fault_policy", policy},
                                                 {"safe_value", "-2"}}));
  core::ConfigNode parameters{"parameters"};
  parameters.children.emplace_back("fault", fault);
  parameters.children.emplace_back("fault_time", "0.005");
  plugin.children[0].children.push_back(parameters);
  return plugin;
}

constexpr const char* kNan = "10";
constexpr const char* kWrongStatus = "17";

// Stop: the world ends with the FMU's name, and neither NaN nor a guess reaches the joint.
TEST(FmuActuatorFaults, StopTheWorld) {
  if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  for (const char* fault : {kNan, kWrongStatus}) {
    DeviceWorld world{one_joint_world(), kind(), faulty_plugin(fault, "stop")};
    world.runtime.start();
    int steps = 0;
    while (succeeded(world.runtime.step()) && steps < 20)
      ++steps;
    EXPECT_GT(steps, 2);
    EXPECT_LT(steps, 8);
    EXPECT_NE(world.runtime.fault().find("arm/motor failed at t = 0.00"), std::string::npos)
        << world.runtime.fault();
    EXPECT_TRUE(std::isfinite(world.host.state().velocity[0]));
    // After a reset the world runs again, up to the same point.
    world.runtime.reset();
    EXPECT_EQ(world.runtime.step(), Status::kOk);
  }
}

// Hold keeps the last good effort, safe the declared one.
TEST(FmuActuatorFaults, HoldOrGoSafe) {
  if (!std::filesystem::exists(kFaulty)) GTEST_SKIP() << "Faulty.fmu is not built with sanitizers";
  for (const bool hold : {true, false}) {
    DeviceWorld world{one_joint_world(), kind(), faulty_plugin(kNan, hold ? "hold" : "safe")};
    world.runtime.start();
    for (int k = 0; k < 20; ++k)
      ASSERT_TRUE(succeeded(world.runtime.step())) << world.runtime.fault();
    const double effort = world.host.state().applied[0];
    if (hold) {
      EXPECT_GT(effort, 0.002);
      EXPECT_LT(effort, 0.007);
    } else {
      EXPECT_EQ(effort, -2.0);
    }
    ASSERT_EQ(world.runtime.faults().size(), 1U);
    EXPECT_FALSE(world.runtime.faults()[0].text.empty());
  }
}

}  // namespace
}  // namespace lockstep::devices::fmu_actuator
