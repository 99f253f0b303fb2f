// SPDX-License-Identifier: Apache-2.0
#include "model_order.hpp"

#include <gtest/gtest.h>

#include "fake_simulator.hpp"

namespace lockstep::hosts::shell::test {
namespace {

using core::Status;
using devices::Phase;

/// Writes "<model>/<name>/y" = 1 + what it reads from `signal` (none: 0).
devices::DeviceKind adder(const std::string& name, const std::string& signal, Phase phase = Phase::kControl,
                          devices::Timing timing = devices::Timing::kSameStep) {
  auto x = std::make_shared<Span<const double>>();
  auto y = std::make_shared<Span<double>>();
  return kind_of(
      name,
      [=](devices::Binder& binder) {
        binder.run_in(phase);
        if (!signal.empty()) *x = binder.input<double>(signal, 1, timing);
        *y = binder.output<double>("y");
      },
      [=](const devices::StepInfo&) {
        (*y)[0] = 1.0 + (signal.empty() ? 0.0 : (*x)[0]);
        return Status::kOk;
      });
}

class ModelOrder : public testing::Test {
 protected:
  FakeSimulator simulator;
  WorldSession world{simulator};
  double y(const std::string& name) { return world.commons().doors().signals().find(name)->view().number(); }
};

// A model that reads runs after the one that writes, though it was loaded first, in the first step already.
TEST_F(ModelOrder, FollowsSignalsNotLoading) {
  const auto one = adder("one", ""), two = adder("two", "a/one/y"), three = adder("three", "b/two/y");
  Loaded c{world, "c", {&three}}, b{world, "b", {&two}}, a{world, "a", {&one}};
  ASSERT_TRUE(simulator.do_step(world));
  EXPECT_EQ(y("c/three/y"), 3.0);
  EXPECT_EQ(simulator.all_lines(), "");
}

// A signal that no model has: the reader is refused in the first step, by name; the others run.
TEST_F(ModelOrder, MissingSignalRefusesTheReader) {
  const auto one = adder("one", ""), two = adder("two", "a/won/y");
  Loaded b{world, "b", {&two}}, a{world, "a", {&one}};
  EXPECT_EQ(simulator.all_lines(), "") << "it may come with a model that is loaded later";
  simulator.do_step(world);
  EXPECT_NE(simulator.all_lines().find("plugin 'two plugin' was not started: there is no signal 'a/won/y', "
                                       "which b/two reads; did you mean 'a/one/y'"),
            std::string::npos)
      << simulator.all_lines();
  EXPECT_TRUE(simulator.paused());
  EXPECT_EQ(y("a/one/y"), 1.0);
}

// Two models that wait for each other are stopped by name; with a delayed signal they run.
TEST_F(ModelOrder, ALoopNeedsADelay) {
  const auto one = adder("one", "b/two/y"), two = adder("two", "a/one/y");
  {
    Loaded a{world, "a", {&one}}, b{world, "b", {&two}};
    simulator.do_step(world);
    EXPECT_NE(simulator.all_lines().find("wait for each other's signals in the same step ('b/two/y')"),
              std::string::npos)
        << simulator.all_lines();
  }
  simulator.lines.clear();
  simulator.is_paused = false;
  const auto late = adder("one", "b/two/y", Phase::kControl, devices::Timing::kDelayed);
  Loaded a{world, "a", {&late}}, b{world, "b", {&two}};
  for (int k = 0; k < 3; ++k)
    ASSERT_TRUE(simulator.do_step(world));
  EXPECT_EQ(y("b/two/y"), 6.0);
  EXPECT_EQ(simulator.all_lines(), "");
}

// What is written in a later phase cannot be read earlier in the same step.
TEST_F(ModelOrder, ReadingBeforeTheWriterIsRefused) {
  const auto one = adder("one", "", Phase::kObserve), two = adder("two", "a/one/y", Phase::kControl);
  Loaded a{world, "a", {&one}}, b{world, "b", {&two}};
  simulator.do_step(world);
  EXPECT_NE(
      simulator.all_lines().find("reads signal 'a/one/y' of another model in the same step before it is "
                                 "written; read it delayed"),
      std::string::npos)
      << simulator.all_lines();
}

}  // namespace
}  // namespace lockstep::hosts::shell::test
