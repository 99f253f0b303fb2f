// SPDX-License-Identifier: Apache-2.0
#include "actuator_config.hpp"

#include <gtest/gtest.h>

#include "support/device_world.hpp"

namespace lockstep::devices::fmu_actuator {
namespace {

using test::element;
using test::error_of;
using test::test_context;

core::ConfigNode plugin_with(const core::ConfigNode& actuator) {
  core::ConfigNode plugin{"plugin", {}, {"test.world", 9, 1}};
  plugin.children.push_back(actuator);
  return plugin;
}

// The elements of gazebo-fmi are read; a name is optional.
TEST(ActuatorConfig, ReadsGazeboFmiElements) {
  const auto configs = read_actuators(
      plugin_with(element(
          "actuator",
          {{"joint", "arm::knee"}, {"fmu", "Damper.fmu"}, {"disable_velocity_effort_limits", "true"}})),
      test_context());
  ASSERT_EQ(configs.size(), 1U);
  EXPECT_EQ(configs[0].joint, "arm::knee");
  EXPECT_TRUE(configs[0].without_limits);
  EXPECT_TRUE(configs[0].enabled);
  EXPECT_EQ(configs[0].name, "arm/knee_actuator");
}

// Old tags rename variables and are told, with what to write instead.
TEST(ActuatorConfig, HonoursDeprecatedTags) {
  std::vector<std::string> log;
  const auto configs = read_actuators(
      plugin_with(element("actuator",
                          {{"name", "a"}, {"joint", "knee"}, {"fmu", "Damper"}, {"actuatorInputName", "u"}})),
      test_context(&log));
  EXPECT_EQ(configs[0].fmu.variable_names.at("actuatorInput"), "u");
  ASSERT_EQ(log.size(), 1U);
  EXPECT_NE(log[0].find("'actuatorInputName' of actuator 'a' is an old tag"), std::string::npos) << log[0];
  EXPECT_NE(log[0].find("<actuatorInput name=\"u\"/>"), std::string::npos) << log[0];
}

// Unknown words are told, missing ones are errors, all actuators at once.
TEST(ActuatorConfig, TellsWhatIsWrong) {
  std::vector<std::string> log;
  static_cast<void>(read_actuators(
      plugin_with(element("actuator", {{"joint", "knee"}, {"fmu", "Damper"}, {"substep", "2"}})),
      test_context(&log)));
  ASSERT_EQ(log.size(), 1U);
  EXPECT_NE(log[0].find("substep"), std::string::npos) << log[0];

  core::ConfigNode plugin = plugin_with(element("actuator", {{"fmu", "Damper"}}));
  plugin.children.push_back(element("actuator", {{"joint", "knee"}}));
  const std::string message = error_of([&] { static_cast<void>(read_actuators(plugin, test_context())); });
  EXPECT_NE(message.find("joint"), std::string::npos) << message;
  EXPECT_NE(message.find("fmu"), std::string::npos) << message;
  EXPECT_NE(error_of([&] {
              static_cast<void>(read_actuators(core::ConfigNode{"plugin"}, test_context()));
            }).find("the plugin has no <actuator>"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices::fmu_actuator
