// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/world.hpp"

#include <gtest/gtest.h>

namespace lockstep::description {
namespace {

// The plugins of gazebo-fmi are known by name, however the file spells the library.
TEST(Plugin, KnowsThePluginsOfGazeboFmi) {
  EXPECT_EQ(device_of_plugin("libFMIActuatorPlugin.so"), "fmu_actuator");
  EXPECT_EQ(device_of_plugin("FMIActuatorPlugin"), "fmu_actuator");
  EXPECT_EQ(device_of_plugin("/opt/x/lib/libFMISingleBodyFluidDynamicsPlugin.so"), "fmu_fluid_dynamics");
  EXPECT_EQ(device_of_plugin("libother.so"), "");
  EXPECT_EQ(device_of_plugin(""), "");
}

// Relative names lead through nested models, and only through them.
TEST(World, FindsNestedLinksAndJoints) {
  Model inner;
  inner.name = "arm";
  inner.links.resize(1);
  inner.links[0].name = "tip";
  inner.joints.resize(1);
  inner.joints[0].name = "wrist";
  Model outer;
  outer.links.resize(1);
  outer.links[0].name = "base";
  outer.models = {inner};
  EXPECT_EQ(find_link(outer, "base"), &outer.links[0]);
  EXPECT_EQ(find_link(outer, "arm::tip"), &outer.models[0].links[0]);
  EXPECT_EQ(find_joint(outer, "arm::wrist"), &outer.models[0].joints[0]);
  EXPECT_EQ(find_link(outer, "tip"), nullptr);
  EXPECT_EQ(find_link(outer, "leg::tip"), nullptr);
  EXPECT_EQ(find_joint(outer, "arm::none"), nullptr);
}

}  // namespace
}  // namespace lockstep::description
