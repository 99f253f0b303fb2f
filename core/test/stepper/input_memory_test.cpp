// SPDX-License-Identifier: Apache-2.0
#include "stepper/input_memory.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fake_instance.hpp"

namespace lockstep::core {
namespace {

using namespace test;

// A change is seen until it is taken; a NaN that stays a NaN is none.
TEST(InputMemory, SeesChanges) {
  Variable variable;
  variable.causality = Causality::kInput;
  TestGroup group{{&variable, &variable}};
  InputMemory memory;
  memory.add(group.group);
  memory.take();
  EXPECT_FALSE(memory.change().any);
  group.buffer[1] = std::nan("");
  EXPECT_TRUE(memory.change().any);
  EXPECT_FALSE(memory.change().parameter);
  memory.take();
  EXPECT_FALSE(memory.change().any);
}

// Parameters are told apart, because tunable clock intervals may depend on them.
TEST(InputMemory, KnowsParameters) {
  Variable input;
  input.causality = Causality::kInput;
  Variable parameter;
  parameter.causality = Causality::kParameter;
  TestGroup inputs{{&input}};
  TestGroup parameters{{&parameter}};
  InputMemory memory;
  memory.add(inputs.group);
  memory.add(parameters.group);
  memory.take();
  inputs.buffer[0] = 1.0;
  EXPECT_FALSE(memory.change().parameter);
  parameters.buffer[0] = 1.0;
  EXPECT_TRUE(memory.change().parameter);
}

// A restored memory compares with the values of back then.
TEST(InputMemory, StateIsRestored) {
  Variable variable;
  TestGroup group{{&variable}};
  InputMemory memory;
  memory.add(group.group);
  group.buffer[0] = 1.0;
  memory.take();
  std::vector<GroupCopy> state = memory.state();
  group.buffer[0] = 2.0;
  memory.take();
  memory.restore(state);
  EXPECT_TRUE(memory.change().any);
  group.buffer[0] = 1.0;
  EXPECT_FALSE(memory.change().any);
}

// Strings are compared by content and written back.
TEST(GroupCopy, Strings) {
  Variable variable;
  std::string text[1] = {"before"};
  Stepper::Group group;
  group.type = VariableType::kString;
  group.variables = {&variable};
  group.element_count = 1;
  group.data = text;
  GroupCopy copy{group};
  copy.take();
  text[0] = "after";
  EXPECT_TRUE(copy.differs());
  copy.give();
  EXPECT_EQ(text[0], "before");
  EXPECT_FALSE(copy.differs());
}

}  // namespace
}  // namespace lockstep::core
