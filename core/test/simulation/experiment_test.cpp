// SPDX-License-Identifier: Apache-2.0
#include "simulation/experiment.hpp"

#include <gtest/gtest.h>

#include "../stepper/probe_fmu.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

class ExperimentTest : public ::testing::Test {
 protected:
  /// The message options are refused with.
  std::string refusal(const SimulationOptions& options) const {
    try {
      make_experiment(*stepper_, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
      return error.what();
    }
    return "accepted";
  }

  const ProbeFmu fmu_;
  const std::unique_ptr<Stepper> stepper_{fmu_.stepper()};
};

// Without a default experiment: one second from 0 in 500 steps; a start of one's own moves the stop.
TEST_F(ExperimentTest, HasDefaults) {
  const Experiment usual = make_experiment(*stepper_, {});
  EXPECT_EQ(usual.start_s, 0.0);
  EXPECT_EQ(usual.stop_s, 1.0);
  EXPECT_EQ(usual.steps.step_s(), 0.002);
  EXPECT_EQ(usual.outputs.step_s(), 0.002);
  SimulationOptions later;
  later.start_time_s = 7.0;
  EXPECT_EQ(make_experiment(*stepper_, later).stop_s, 8.0);
}

// Every number that makes no sense is refused by its own name.
TEST_F(ExperimentTest, RefusesWhatMakesNoSense) {
  SimulationOptions options;
  options.step_size_s = 0.0;
  EXPECT_EQ(refusal(options), "step size 0 s; expected a positive number");
  options.step_size_s = {};
  options.output_interval_s = -1.0;
  EXPECT_EQ(refusal(options), "output interval -1 s; expected a positive number");
  options.output_interval_s = {};
  options.tolerance = 0.0;
  EXPECT_EQ(refusal(options), "tolerance 0; expected a positive number");
  options.tolerance = {};
  options.stop_time_s = -5.0;
  EXPECT_NE(refusal(options).find("expected a stop time not before the start"), std::string::npos);
  options.stop_time_s = {};
  options.step_size_s = 1e-300;
  EXPECT_EQ(refusal(options).compare(0, 24, "step size: time 1e-300 s"), 0) << refusal(options);
}

// A step that the times of the run cannot resolve would be a step of no length.
TEST_F(ExperimentTest, RefusesStepsLostInRounding) {
  SimulationOptions options;
  options.start_time_s = 1e9;
  options.stop_time_s = 1e9 + 1.0;
  options.step_size_s = 1e-9;
  EXPECT_EQ(refusal(options).compare(0, 62, "step size 1e-09 s is lost in rounding at t = 1000000001 s, whe"),
            0)
      << refusal(options);
  options.step_size_s = 1e-6;
  EXPECT_EQ(refusal(options), "accepted");
  options.step_size_s = {};
  options.output_interval_s = 1e-8;
  EXPECT_EQ(refusal(options).compare(0, 46, "output interval 1e-08 s is lost in rounding at"), 0)
      << refusal(options);
}

// Times end where nanoseconds of 64 bits do.
TEST_F(ExperimentTest, RefusesTimesBeyondTheEnd) {
  SimulationOptions options;
  options.stop_time_s = 9.2e9;
  options.step_size_s = 1e9;
  EXPECT_EQ(refusal(options), "accepted");
  options.stop_time_s = 9.3e9;
  EXPECT_EQ(refusal(options),
            "a run from 0 s to 9300000000 s; times end at 9200000000 s (291 years), choose earlier ones");
}

// Steps and intervals of any digits: 1076 rows of 1.5 s fall on communication points, the last at 1.5 s
// exactly.
TEST_F(ExperimentTest, TakesAnyInterval) {
  SimulationOptions options;
  options.stop_time_s = 1.5;
  options.output_interval_s = 0.0013940520446096654;
  const Experiment shorter = make_experiment(*stepper_, options);  // than the 0.003 s that would be taken
  EXPECT_EQ(shorter.steps.step_s(), 0.0013940520446096654);
  EXPECT_EQ(shorter.outputs.at(1076), 1.5);
  options.output_interval_s = 10.0 * 0.0013940520446096654;
  const Experiment longer = make_experiment(*stepper_, options);
  EXPECT_EQ(longer.steps.step_s(), 2.0 * 0.0013940520446096654);  // 0.003 s would not divide it
  EXPECT_EQ(longer.steps.at(5), longer.outputs.at(1));
  options.output_interval_s = 0.006;
  EXPECT_EQ(make_experiment(*stepper_, options).steps.step_s(), 0.003);
}

// An interval that is ten steps as far as doubles can tell is ten steps for ever: rows and steps meet in the
// same doubles. One that is not a whole number of steps is kept, with a step that the user has chosen.
TEST_F(ExperimentTest, IntervalsMeetTheSteps) {
  const double step_s = 0x1.6a09e667f3bcdp-10;
  SimulationOptions options;
  options.stop_time_s = 100.0;
  options.step_size_s = step_s;
  options.output_interval_s = 10.0 * step_s;
  const Experiment ten = make_experiment(*stepper_, options);
  EXPECT_EQ(ten.outputs.step_s(), 10.0 * step_s);
  for (std::int64_t k = 0; k < 1000; ++k)
    ASSERT_EQ(ten.outputs.at(k), ten.steps.at(10 * k)) << k;
  options.output_interval_s = 2.5 * step_s;
  const Experiment other = make_experiment(*stepper_, options);
  EXPECT_EQ(other.steps.step_s(), step_s);
  EXPECT_EQ(other.outputs.step_s(), 2.5 * step_s);
}

// Rows between the steps would be another integration.
TEST_F(ExperimentTest, RefusesAnIntervalBelowTheStep) {
  SimulationOptions options;
  options.step_size_s = 0.01;
  options.output_interval_s = 0.005;
  EXPECT_EQ(
      refusal(options),
      "output interval 0.005 s is below the step size 0.01 s; there is one row per step at most. Choose the "
      "step size 0.005 s as well, or a larger output interval");
  options.output_interval_s = 0.01;
  EXPECT_EQ(refusal(options), "accepted");
}

/// An FMU that accepts equal steps only.
class EqualSteps : public ::testing::Test {
 protected:
  std::string refusal(const SimulationOptions& options) const {
    try {
      make_experiment(*stepper_, options);
    } catch (const Error& error) {
      return error.message();
    }
    return "accepted";
  }

  const ProbeFmu fmu_{""};
  const std::unique_ptr<Stepper> stepper_{fmu_.stepper()};
};

// Stop and output points must be communication points; both neighbours are named.
TEST_F(EqualSteps, MeetStopAndOutputPoints) {
  SimulationOptions options;
  options.step_size_s = 0.1;
  options.stop_time_s = 1.0;
  EXPECT_EQ(refusal(options), "accepted");
  options.stop_time_s = 1.05;
  EXPECT_EQ(
      refusal(options),
      "stop time 1.05 s is not a communication point and the FMU accepts only equal steps of 0.1 s; choose 1 "
      "s or 1.1 s, or another step size");
  options.stop_time_s = 1.0;
  options.output_interval_s = 0.25;
  EXPECT_EQ(refusal(options),
            "output point 0.25 s is not a communication point and the FMU accepts only equal steps of 0.1 s; "
            "choose "
            "0.2 s or 0.3 s, or another step size");
}

// A step nobody chose is bent to meet the stop time, also where the length of the run is no double: 1.3 -
// 0.1.
TEST_F(EqualSteps, FitTheStepToTheRun) {
  SimulationOptions options;
  options.start_time_s = 0.1;
  options.stop_time_s = 1.3;
  const Experiment experiment = make_experiment(*stepper_, options);
  EXPECT_EQ(experiment.steps.step_s(), 0.0024);
  EXPECT_EQ(experiment.steps.at(500), 1.3);
}

}  // namespace
}  // namespace lockstep::core
