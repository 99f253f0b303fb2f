// SPDX-License-Identifier: Apache-2.0
#include "fluid_config.hpp"

#include <gtest/gtest.h>

#include "support/device_world.hpp"

namespace lockstep::devices::fmu_fluid_dynamics {
namespace {

using test::element;
using test::error_of;
using test::test_context;

// Several elements in one plugin are several fluids, each with its own fields.
TEST(FluidConfig, ReadsSeveralElements) {
  core::ConfigNode plugin{"plugin"};
  plugin.children.push_back(
      element("single_body_fluid_dynamics", {{"link", "wing"}, {"fmu", "NullFriction"}}));
  plugin.children.push_back(element("single_body_fluid_dynamics", {{"name", "hull"},
                                                                   {"link", "body"},
                                                                   {"fmu", "LinearFriction"},
                                                                   {"force_point", "center_of_mass"},
                                                                   {"density", "1000"},
                                                                   {"surface_height", "2"}}));
  const auto configs = read_fluids(plugin, test_context());
  ASSERT_EQ(configs.size(), 2U);
  EXPECT_EQ(configs[0].name, "wing_fluid");
  EXPECT_FALSE(configs[0].at_center_of_mass);
  EXPECT_EQ(configs[1].name, "hull");
  EXPECT_TRUE(configs[1].at_center_of_mass);
  EXPECT_EQ(configs[1].density_kg_m3, 1000.0);
  EXPECT_EQ(configs[1].surface_height_m, 2.0);
}

// Mistakes have a place and an expectation.
TEST(FluidConfig, TellsWhatIsWrong) {
  core::ConfigNode plugin{"plugin"};
  plugin.children.push_back(element("single_body_fluid_dynamics",
                                    {{"link", "wing"}, {"fmu", "NullFriction"}, {"force_point", "tip"}}));
  EXPECT_NE(error_of([&] {
              static_cast<void>(read_fluids(plugin, test_context()));
            }).find("test.world:10:1: error: force_point is 'tip', expected origin or center_of_mass"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              static_cast<void>(read_fluids(core::ConfigNode{"plugin"}, test_context()));
            }).find("the plugin has no <single_body_fluid_dynamics>"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices::fmu_fluid_dynamics
