// SPDX-License-Identifier: Apache-2.0
#include "lockstep/adapter/step_clock.hpp"

#include <gtest/gtest.h>

#include "fmu_support.hpp"

namespace lockstep::adapter {
namespace {

using test::error_of;

// At step 1e9 the time is still the nearest double, and every step has the same size.
TEST(StepClock, DoesNotDrift) {
  StepClock clock{core::Rational::reduced(1, 1000), 1'000'000'000};
  EXPECT_EQ(clock.fmu_time_s(), 1e6);
  for (int i = 0; i < 1000; ++i)
    clock.advance();
  EXPECT_EQ(clock.fmu_time_s(), 1000001.0);
  EXPECT_EQ(clock.elapsed_ns(), 1'000'000'000);
  EXPECT_EQ(clock.next().size_s, 0.001);
  EXPECT_EQ(clock.next().to_s, 1000001.001);
}

// A step of 1/3 s: nanoseconds are rounded, the rest is known, three of them are a second.
TEST(StepClock, KnowsPartsOfNanoseconds) {
  StepClock clock{core::Rational{1, 3}, 0};
  clock.advance();
  EXPECT_EQ(clock.elapsed_ns(), 333'333'333);
  EXPECT_NEAR(clock.elapsed_fraction_ns(), 1.0 / 3.0, 1e-12);
  clock.advance();
  EXPECT_EQ(clock.elapsed_ns(), 666'666'667);
  EXPECT_NEAR(clock.elapsed_fraction_ns(), -1.0 / 3.0, 1e-12);
  clock.advance();
  EXPECT_EQ(clock.elapsed_ns(), 1'000'000'000);
  EXPECT_EQ(clock.fmu_time_s(), 1.0);
}

// Half a nanosecond is rounded up, and the rest is then below 0: 1.5 ns are 2 ns - 0.5 ns.
TEST(StepClock, RoundsHalvesUp) {
  StepClock clock{core::Rational{3, 2'000'000'000}, 0};
  clock.advance();
  EXPECT_EQ(clock.elapsed_ns(), 2);
  EXPECT_EQ(clock.elapsed_fraction_ns(), -0.5);
}

// The half-step rule: as long as time + h/2 < target there is a step; exactly half a step back is no error.
TEST(StepClock, CountsStepsToTheNearestPoint) {
  StepClock clock{core::Rational::reduced(2, 1000), 0};
  EXPECT_EQ(clock.steps_until(0), 0);
  EXPECT_EQ(clock.steps_until(1'000'000), 0);
  EXPECT_EQ(clock.steps_until(1'000'001), 1);
  EXPECT_EQ(clock.steps_until(3'000'000), 1);
  EXPECT_EQ(clock.steps_until(3'000'001), 2);
  EXPECT_EQ(clock.steps_until(1'000'000'000), 500);
  clock.advance();
  EXPECT_EQ(clock.steps_until(1'000'000), 0);
  EXPECT_EQ(clock.steps_until(999'999), -1);
  EXPECT_EQ(clock.steps_until(-5), -1);
}

// Steps of any double: of pi ms, 1000 are 3141592653.5898 ns, 1000.5 are 3143163449.9 ns and 999.5
// 3140021857.3 ns.
TEST(StepClock, TakesAnyDoubleAsStep) {
  const double step_s = 3.14159265358979312e-3;
  StepClock clock{core::Rational::from_seconds(step_s), 0};
  EXPECT_EQ(clock.steps_until(3'141'592'654), 1000);
  EXPECT_EQ(clock.steps_until(3'143'163'449), 1000);
  EXPECT_EQ(clock.steps_until(3'143'163'450), 1001);
  for (int k = 1; k <= 1000; ++k)
    clock.advance();
  EXPECT_EQ(clock.elapsed_ns(), 3'141'592'654);
  EXPECT_NEAR(clock.elapsed_fraction_ns(), -0.4102066931824542, 1e-12);
  EXPECT_EQ(clock.fmu_time_s(), 1000.0 * step_s);
  EXPECT_EQ(clock.steps_until(3'140'021'858), 0);
  EXPECT_EQ(clock.steps_until(3'140'021'857), -1);
}

// A step of another size moves the grid; the one of its own size does not.
TEST(StepClock, TakesStepsOfOtherSizes) {
  StepClock clock{core::Rational::reduced(1, 100), 5};
  clock.advance(SimTime{10'000'000});
  EXPECT_EQ(clock.fmu_time_s(), 0.06);
  const core::StepInterval odd = clock.next(SimTime{3'000'000});
  EXPECT_EQ(odd.from_s, 0.06);
  EXPECT_NEAR(odd.to_s, 0.063, 2e-17);
  EXPECT_EQ(odd.size_s, 0.003);
  clock.advance(SimTime{3'000'000});
  EXPECT_EQ(clock.elapsed_ns(), 13'000'000);
  EXPECT_EQ(clock.next().from_s, odd.to_s);
  EXPECT_NEAR(clock.next().to_s, 0.073, 2e-17);
  EXPECT_EQ(clock.steps_until(32'000'000), 2);
  clock.restart();
  EXPECT_EQ(clock.fmu_time_s(), 0.05);
  EXPECT_EQ(clock.elapsed_ns(), 0);
}

// With a step that is no whole number of nanoseconds an odd step ends on one.
TEST(StepClock, OddStepsEndOnANanosecond) {
  StepClock clock{core::Rational{1, 3}, 0};
  clock.advance();
  clock.advance(SimTime{1});
  EXPECT_EQ(clock.elapsed_ns(), 333'333'334);
  EXPECT_EQ(clock.elapsed_fraction_ns(), 0.0);
  clock.advance();
  EXPECT_NEAR(clock.fmu_time_s(), 0.333333334 + 1.0 / 3.0, 1e-15);
}

// The step must be positive.
TEST(StepClock, RefusesBadSteps) {
  EXPECT_EQ(error_of([] {
              StepClock(core::Rational{0, 1}, 0);
            }),
            "the step size is 0 s, expected a number above 0");
}

}  // namespace
}  // namespace lockstep::adapter
