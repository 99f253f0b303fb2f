// SPDX-License-Identifier: Apache-2.0
// Periods, and steps of any length.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "small_world.hpp"
#include "support/message_of.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::Phase;
using hosts::fake::FakeHost;
using hosts::fake::FakeWorld;

// A device with a period runs in the first step at or after each multiple, and holds in between.
TEST(RuntimeTime, HoldsBetweenPeriods) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  std::vector<std::string> diary;
  int held = 0;
  auto slow = device("slow", [](devices::Binder& binder) { binder.run_in(Phase::kControl); });
  slow->diary = &diary;
  slow->on_hold = [&] { ++held; };
  devices::DeviceOptions options;
  options.period = core::Rational{3, 1000};
  runtime.add(std::move(slow), options, "arm");
  runtime.bind();
  runtime.start();
  for (int k = 0; k < 7; ++k)
    ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(diary,
            (std::vector<std::string>{"slow reset", "slow control 0", "slow control 3", "slow control 6"}));
  EXPECT_EQ(held, 4);
  EXPECT_EQ(runtime.time(), core::SimTime{7'000'000});
  EXPECT_EQ(runtime.time_s(), 0.007);
}

// Times of a step that is no whole number of nanoseconds are rounded once, not summed up.
TEST(RuntimeTime, RoundsTimesOfOddStepsOnce) {
  FakeWorld world = small_world();
  world.step = core::Rational{1, 3000};
  FakeHost host{world};
  Runtime runtime{host};
  runtime.bind();
  runtime.start();
  for (int k = 0; k < 2000; ++k)
    ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(runtime.time(), core::SimTime{666'666'667});
  EXPECT_EQ(runtime.time_s(), 2.0 / 3.0);
}

// Steps of any double work: time is the nearest double and stamps are the nearest nanoseconds.
TEST(RuntimeTime, StepsByAnyDouble) {
  const double step_s = 0x1.6a09e667f3bcdp-10;
  FakeWorld world = small_world();
  world.step = core::Rational::from_seconds(step_s);
  FakeHost host{world};
  Runtime runtime{host};
  runtime.bind();
  runtime.start();
  for (int k = 0; k <= 2000; ++k) {
    ASSERT_EQ(runtime.time_s(), k * step_s) << k;
    ASSERT_EQ(runtime.time().count(), std::llround(k * step_s * 1e9)) << k;
    ASSERT_EQ(runtime.step(), Status::kOk);
  }
}

// A step that nanoseconds cannot count, or beyond 1e9 s, is refused when the world is made.
TEST(RuntimeTime, RefusesStepsOutOfRange) {
  const auto refusal = [](core::Rational step) -> std::string {
    FakeWorld world = small_world();
    world.step = step;
    FakeHost host{world};
    try {
      const Runtime runtime{host};
    } catch (const Error& error) {
      return error.message();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal({1, 1'000'000'000}), "accepted");
  EXPECT_EQ(refusal({1'000'000'000, 1}), "accepted");
  EXPECT_EQ(
      refusal({1, 1'000'000'001}),
      "the step of host 'fake' is 9.99999999e-10 s, expected 1e-09 s to 1e+09 s; choose another step size");
  EXPECT_EQ(refusal({1'000'000'001, 1}),
            "the step of host 'fake' is 1000000001 s, expected 1e-09 s to 1e+09 s; choose another step size");
}

// Where doubles or nanoseconds end, a world stops instead of stepping on the spot.
TEST(RuntimeTime, StopsAtTheEndOfTime) {
  FakeWorld world = small_world();
  world.step = core::Rational{1'000'000'000, 1};
  FakeHost host{world};
  Runtime runtime{host};
  runtime.bind();
  runtime.start();
  for (int k = 0; k < 9; ++k)
    ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(runtime.step(), Status::kError);
  EXPECT_EQ(runtime.fault(),
            "the step of 1e+09 s cannot go on from 9e+09 s: times end at 9.2e+09 s, and successive ones must "
            "differ "
            "as doubles; choose a larger step, or reset the world earlier");
  FakeWorld fine = small_world();
  fine.step = core::Rational{1, 1'000'000'000};
  FakeHost fine_host{fine};
  Runtime late{fine_host};
  late.bind();
  late.set_start_time(core::SimTime{9'000'000'000'000'000'000});
  late.start();
  EXPECT_EQ(late.step(), Status::kError);
  EXPECT_NE(late.fault().find("cannot go on from 9e+09 s"), std::string::npos) << late.fault();
}

}  // namespace
}  // namespace lockstep::runtime::test
