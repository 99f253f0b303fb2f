// SPDX-License-Identifier: Apache-2.0
#include "variable_table.hpp"

#include "fmu_support.hpp"

namespace lockstep::adapter::test {
namespace {

// Every input and output has a slot, others have none; types do not share a group.
TEST(VariableTable, GroupsByType) {
  const auto stepper = core::Stepper::create(core::Fmu::open(fmu_path("Feedthrough", "3.0")));
  const VariableTable table{*stepper, {}};
  const core::ModelDescription& description = stepper->description();
  const Slot a = table.slot(*description.find("Float64_continuous_input"));
  const Slot b = table.slot(*description.find("Float64_discrete_input"));
  const Slot c = table.slot(*description.find("Int8_input"));
  EXPECT_EQ(a.group, b.group);
  EXPECT_NE(a.place, b.place);
  EXPECT_NE(a.group, c.group);
  EXPECT_TRUE(static_cast<bool>(table.slot(*description.find("String_output"))));
  EXPECT_FALSE(static_cast<bool>(table.slot(*description.find("Float64_fixed_parameter"))));
  EXPECT_FALSE(static_cast<bool>(table.slot(core::Variable{}))) << "a variable of another FMU";
  EXPECT_EQ(table.input_variables().size(), 16U);
}

// Variables of different clocks are bound apart, and input clocks the FMU ticks itself are not inputs.
TEST(VariableTable, KeepsClocksApart) {
  AdapterOptions options;
  Adapter adapter{fmu_path("Clocks", "3.0"), options};
  adapter.exit_initialization(SimTime{0});
  EXPECT_TRUE(succeeded(adapter.step_until(seconds(0.1)).outcome));
}

}  // namespace
}  // namespace lockstep::adapter::test
