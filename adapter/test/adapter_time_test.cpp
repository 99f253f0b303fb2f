// SPDX-License-Identifier: Apache-2.0
// Time of the adapter: offset, nearest step, other step sizes, stop time, exactness.
#include <cmath>

#include "fmu_support.hpp"

namespace lockstep::adapter::test {
namespace {

const SimTime kEpoch = SimTime{1'700'000'000'123'456'789};  // a wall clock of today

double angle(double t, double l = 1.0, double d = 0.1) {
  const double w = std::sqrt(9.81 / l - d * d);
  return 1.5 * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t));
}

// FMU time 0 is where the caller says, to the nanosecond, at an epoch a double cannot count in nanoseconds.
TEST(AdapterTime, KeepsTheOffset) {
  Adapter adapter{fmu_path("DampedPendulum")};
  adapter.exit_initialization(kEpoch);
  EXPECT_EQ(adapter.fmu_time_s(), 0.0);
  const AdvanceResult result = adapter.step_until(kEpoch + seconds(1.0));
  EXPECT_EQ(result.time, kEpoch + seconds(1.0));
  EXPECT_EQ(result.steps, 500U);
  EXPECT_EQ(adapter.fmu_time_s(), 1.0);
  // 10 substeps of 0.2 ms, semi-implicit: error of a few 1e-4
  EXPECT_NEAR(adapter.output_number(adapter.variable("a")), angle(1.0), 1e-3);
}

// Results lie within half a step of the target; a target slightly in the past is no error, one further back
// is.
TEST(AdapterTime, StepsToTheNearestPoint) {
  Adapter adapter{fmu_path("DampedPendulum")};
  adapter.exit_initialization(kEpoch);
  EXPECT_EQ(adapter.step_until(kEpoch + SimTime{1'000'000}).steps, 0U);
  EXPECT_EQ(adapter.step_until(kEpoch + SimTime{1'000'001}).steps, 1U);
  EXPECT_EQ(adapter.step_until(kEpoch + SimTime{1'000'000}).outcome, Advance::kDone);
  EXPECT_EQ(adapter.step_until(kEpoch + SimTime{999'999}).outcome, Advance::kTargetInPast);
  EXPECT_EQ(adapter.time(), kEpoch + SimTime{2'000'000});
}

// Steps of another size go anywhere; 0 and less are refused.
TEST(AdapterTime, TakesOtherSteps) {
  Adapter adapter{fmu_path("DampedPendulum")};
  adapter.exit_initialization(kEpoch);
  EXPECT_EQ(adapter.step(SimTime{0}).outcome, Advance::kBadStepSize);
  EXPECT_EQ(adapter.step(SimTime{-1}).outcome, Advance::kBadStepSize);
  EXPECT_EQ(adapter.step(seconds(0.0013)).time, kEpoch + seconds(0.0013));
  EXPECT_EQ(adapter.step().time, kEpoch + seconds(0.0033));
  EXPECT_EQ(adapter.step_until(kEpoch + seconds(1.0)).time, kEpoch + seconds(0.9993 + 0.002 - 0.002));
  EXPECT_NEAR(adapter.output_number(adapter.variable("a")), angle(0.9993), 1e-3);
}

// At index 1e9 a step is as long as the first one and ends where it should.
TEST(AdapterTime, IsExactAtIndexOneBillion) {
  AdapterOptions options;
  options.step = milliseconds(1);
  options.start_index = 1'000'000'000;
  Adapter adapter{fmu_path("DampedPendulum"), options};
  adapter.exit_initialization(kEpoch);
  EXPECT_EQ(adapter.fmu_time_s(), 1e6);
  const AdvanceResult result = adapter.step_until(kEpoch + seconds(5.0));
  EXPECT_EQ(result.steps, 5000U);
  EXPECT_EQ(result.time, kEpoch + seconds(5.0));
  EXPECT_EQ(adapter.fmu_time_s(), 1000005.0);
  EXPECT_NEAR(adapter.output_number(adapter.variable("a")), angle(5.0), 2e-3);
}

// The default stop time is honoured when asked for, and only then.
TEST(AdapterTime, HonoursTheStopTime) {
  for (const bool honour : {true, false}) {
    AdapterOptions options;
    options.step = milliseconds(100);
    options.honour_stop_time = honour;
    Adapter adapter{fmu_path("DampedPendulum"), options};  // stop time 10 s
    adapter.exit_initialization(kEpoch);
    const AdvanceResult result = adapter.step_until(kEpoch + seconds(12.0));
    EXPECT_EQ(result.outcome, honour ? Advance::kStopTime : Advance::kDone);
    EXPECT_EQ(result.time, kEpoch + seconds(honour ? 10.0 : 12.0));
    EXPECT_EQ(result.steps, honour ? 100U : 120U);
  }
}

// A pause that the FMU does not see: time goes on for the caller, the pendulum stands.
TEST(AdapterTime, Shifts) {
  Adapter adapter{fmu_path("DampedPendulum")};
  adapter.exit_initialization(kEpoch);
  static_cast<void>(adapter.step_until(kEpoch + seconds(1.0)));
  adapter.shift_time(seconds(60.0));
  EXPECT_EQ(adapter.time(), kEpoch + seconds(61.0));
  EXPECT_EQ(adapter.step_until(kEpoch + seconds(62.0)).steps, 500U);
  EXPECT_EQ(adapter.fmu_time_s(), 2.0);
}

// Model Exchange is integrated to the solver's tolerance: no trace of the 2 ms steps.
TEST(AdapterTime, IntegratesModelExchange) {
  AdapterOptions options;
  options.stepper.kind = core::InterfaceKind::kModelExchange;
  options.tolerance = 1e-9;
  Adapter adapter{fmu_path("DampedPendulum"), options};
  adapter.exit_initialization(kEpoch);
  EXPECT_EQ(adapter.step_until(kEpoch + seconds(5.0)).outcome, Advance::kDone);
  EXPECT_NEAR(adapter.output_number(adapter.variable("a")), angle(5.0), 1e-6);
}

}  // namespace
}  // namespace lockstep::adapter::test
