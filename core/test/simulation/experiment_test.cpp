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
  options.output_interval_s = 1e-8;
  EXPECT_EQ(refusal(options).compare(0, 15, "output interval"), 0) << refusal(options);
}

}  // namespace
}  // namespace lockstep::core
