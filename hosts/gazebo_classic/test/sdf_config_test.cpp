// SPDX-License-Identifier: Apache-2.0
#include "sdf_config.hpp"

#include <gtest/gtest.h>

#include <sdf/sdf.hh>

namespace lockstep::hosts::gazebo_classic {
namespace {

// Names, attributes, trimmed texts and children in their order are those of the element.
TEST(SdfConfig, IsTheElement) {
  sdf::SDF sdf;
  sdf.SetFromString(
      "<sdf version='1.6'><model name='m'><link name='l'/><plugin name='p' filename='x.so'><actuator><joint> "
      "a \n</joint>"
      "<fmu>b.fmu</fmu><variable_names><jointTorque "
      "name='tau'/></variable_names></actuator></plugin></model></sdf>");
  const core::ConfigNode plugin = config_of(*sdf.Root()->GetElement("model")->GetElement("plugin"));
  EXPECT_EQ(plugin.name, "plugin");
  EXPECT_EQ(plugin.attribute("name"), "p");
  ASSERT_EQ(plugin.children.size(), 1U);
  const core::ConfigNode& actuator = plugin.children.front();
  ASSERT_EQ(actuator.children.size(), 3U);
  EXPECT_EQ(actuator.children[0].name, "joint");
  EXPECT_EQ(actuator.children[0].text, "a");
  EXPECT_EQ(actuator.children[1].text, "b.fmu");
  EXPECT_EQ(actuator.children[2].children.front().attribute("name"), "tau");
}

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
