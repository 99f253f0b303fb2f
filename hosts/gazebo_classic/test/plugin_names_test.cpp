// SPDX-License-Identifier: Apache-2.0
#include "plugin_names.hpp"

#include <gtest/gtest.h>

#include <sdf/sdf.hh>

namespace lockstep::hosts::gazebo_classic {
namespace {

// The last plugin of ours in a model, whatever plugins of others follow.
TEST(PluginNames, LastOfOurs) {
  sdf::SDF file;
  file.SetFromString(
      "<sdf version='1.6'><model name='m'><link name='l'/><plugin name='a' "
      "filename='libFMIActuatorPlugin.so'/>"
      "<plugin name='b' filename='libOther.so'/><plugin name='c' filename='libLockstepPlugin.so'/>"
      "<plugin name='d' filename='libOther.so'/></model></sdf>");
  sdf::ElementPtr plugin = file.Root()->GetElement("model")->GetElement("plugin");
  EXPECT_FALSE(is_last_of_ours(*plugin));
  plugin = plugin->GetNextElement("plugin")->GetNextElement("plugin");
  EXPECT_EQ(plugin->Get<std::string>("name"), "c");
  EXPECT_TRUE(is_last_of_ours(*plugin));
}

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
