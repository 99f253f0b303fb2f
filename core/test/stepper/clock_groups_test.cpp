// SPDX-License-Identifier: Apache-2.0
#include "stepper/clock_groups.hpp"

#include <gtest/gtest.h>

#include "../description_support.hpp"
#include "fake_instance.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

using namespace test;

constexpr const char* kModel = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="{1}">
<ModelExchange modelIdentifier="M"/>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
<Clock name="periodic" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.5"/>
<Clock name="a" valueReference="2" causality="input" intervalVariability="triggered"/>
<Clock name="b" valueReference="3" causality="input" intervalVariability="triggered"/>
</ModelVariables><ModelStructure/></fmiModelDescription>)";

// A group with a buffer of bools.
struct BoolGroup {
  BoolGroup(std::vector<const Variable*> variables, Stepper::Group::Role role) {
    group.role = role;
    group.type = VariableType::kClock;
    group.variables = std::move(variables);
    group.element_count = group.variables.size();
    group.data = ticks;
  }
  bool ticks[4] = {};
  Stepper::Group group;
};

// Writing true ticks that clock once and is taken back; output groups show the ticks of the step, of any
// clock.
TEST(ClockGroups, RequestAndPublish) {
  const auto description = parse(kModel).description;
  ClockSchedule clocks{*description};
  ClockGroups groups{clocks};
  FakeInstance fmu;
  BoolGroup inputs{{description->find("a"), description->find("b")}, Stepper::Group::Role::kInput};
  BoolGroup outputs{{description->find("b"), description->find("periodic"), description->find("a")},
                    Stepper::Group::Role::kOutput};
  groups.add(inputs.group);
  groups.add(outputs.group);
  ASSERT_EQ(clocks.begin(fmu, 0.0), Status::kOk);
  inputs.ticks[1] = true;
  groups.request();
  EXPECT_FALSE(inputs.ticks[1]);
  std::uint64_t ticks = 0;
  ASSERT_EQ(clocks.activate(fmu, 0.0, ticks), Status::kOk);
  groups.publish();
  EXPECT_TRUE(outputs.ticks[0]);
  EXPECT_TRUE(outputs.ticks[1]);
  EXPECT_FALSE(outputs.ticks[2]);
  clocks.forget_ticks();
  groups.publish();
  EXPECT_FALSE(outputs.ticks[0]);
}

// A clock whose ticks the FMU defines cannot be an input of the caller.
TEST(ClockGroups, RefusesPeriodicInputs) {
  const auto description = parse(kModel).description;
  ClockSchedule clocks{*description};
  ClockGroups groups{clocks};
  BoolGroup inputs{{description->find("periodic")}, Stepper::Group::Role::kInput};
  try {
    groups.add(inputs.group);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "clock 'periodic' is constant: the stepper ticks it when the FMU says; bind triggered clocks "
              "as inputs, "
              "others as outputs");
  }
}

}  // namespace
}  // namespace lockstep::core
