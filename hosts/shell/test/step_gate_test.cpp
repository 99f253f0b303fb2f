// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/shell/step_gate.hpp"

#include <gtest/gtest.h>

namespace lockstep::hosts::shell {
namespace {

// Work is refused inside a step and beside other work; the thread of the world need not wait for itself.
TEST(StepGate, WorkIsBetweenSteps) {
  StepGate gate;
  {
    const StepGate::Work work{gate};
    EXPECT_TRUE(static_cast<bool>(work));
    EXPECT_FALSE(static_cast<bool>(StepGate::Work{gate}));
    EXPECT_FALSE(gate.in_step());
  }
  gate.enter_step();
  EXPECT_TRUE(gate.in_step());
  EXPECT_FALSE(static_cast<bool>(StepGate::Work{gate}));
  EXPECT_FALSE(static_cast<bool>(StepGate::OwnWork{gate}));
  gate.leave_step();
  EXPECT_TRUE(static_cast<bool>(StepGate::OwnWork{gate}));
}

// Steps and work of several threads never overlap.
TEST(StepGateThreads, NeverOverlap) {
  StepGate gate;
  int shared = 0;  // TSan sees two at once
  std::thread steps{[&] {
    for (int i = 0; i < 2000; ++i) {
      gate.enter_step();
      ++shared;
      gate.leave_step();
    }
  }};
  int worked = 0;
  for (int i = 0; i < 2000; ++i) {
    const StepGate::Work work{gate};
    if (!work) continue;
    ++shared;
    ++worked;
  }
  steps.join();
  EXPECT_EQ(shared, 2000 + worked);
}

}  // namespace
}  // namespace lockstep::hosts::shell
