// SPDX-License-Identifier: Apache-2.0
#include "stepper/model_exchange_problem.hpp"

#include <gtest/gtest.h>

#include "../description_support.hpp"
#include "fake_instance.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

using namespace test;

struct Fixture {
  Fixture() {
    fmu.states = fmu.indicators = 1;
    fmu.on_derivatives = [this](double, Span<const double> x, Span<double> dx) {
      dx[0] = -x[0];
      return answer;
    };
    fmu.on_indicators = [this](double, Span<const double> x, Span<double> z) {
      z[0] = x[0];
      return answer;
    };
    problem.add_ramp(ramp.group);
    EXPECT_EQ(problem.set_up(fmu, *description, true), Status::kOk);
  }
  std::shared_ptr<const ModelDescription> description = parse(fmi2("")).description;
  Variable input;
  TestGroup ramp{{&input}, Stepper::Group::Role::kRamp, {1.0, 1.0}};
  FakeInstance fmu;
  ModelExchangeProblem problem;
  Status answer{Status::kOk};
  double point[1] = {2.0};
  double out[1] = {};
};

using Calls = std::vector<std::string>;

// Derivatives and indicators of one point set time and states once, inputs that stay never.
TEST(ModelExchangeProblem, SetsOnlyWhatChanged) {
  Fixture f;
  f.problem.begin_interval(0.0, 1.0);
  EXPECT_EQ(f.problem.derivatives(0.5, f.point, f.out), Evaluation::kOk);
  EXPECT_EQ(f.problem.indicators(0.5, f.point, f.out), Evaluation::kOk);
  EXPECT_EQ(f.fmu.calls, (Calls{"set_time", "set_states"}));
  f.problem.forget();
  EXPECT_EQ(f.problem.indicators(0.5, f.point, f.out), Evaluation::kOk);
  EXPECT_EQ(f.fmu.calls.size(), 4U);
  EXPECT_EQ(f.problem.derivative_calls(), 1U);
}

// Ramps are straight lines in the step, end exactly at their end, and are left alone between steps.
TEST(ModelExchangeProblem, InterpolatesRamps) {
  Fixture f;
  f.ramp.buffer = {1.0, 3.0};
  EXPECT_FALSE(f.problem.ramps_jump());
  f.problem.begin_interval(2.0, 4.0);
  EXPECT_EQ(f.problem.derivatives(2.5, f.point, f.out), Evaluation::kOk);
  EXPECT_EQ(f.fmu.inputs, std::vector<double>{1.5});
  EXPECT_EQ(f.problem.derivatives(4.0, f.point, f.out), Evaluation::kOk);
  EXPECT_EQ(f.fmu.inputs, std::vector<double>{3.0});
  f.problem.end_interval();
  f.ramp.buffer = {5.0, 7.0};
  EXPECT_TRUE(f.problem.ramps_jump());
  EXPECT_EQ(f.problem.derivatives(4.5, f.point, f.out), Evaluation::kOk);
  EXPECT_EQ(f.fmu.inputs, std::vector<double>{3.0});
}

// Discard asks for a smaller step, Error gives up; a warning is remembered and forgotten with the step.
TEST(ModelExchangeProblem, MapsStatuses) {
  Fixture f;
  f.problem.begin_interval(0.0, 1.0);
  f.answer = Status::kDiscard;
  EXPECT_EQ(f.problem.derivatives(0.1, f.point, f.out), Evaluation::kRetry);
  f.answer = Status::kError;
  EXPECT_EQ(f.problem.indicators(0.1, f.point, f.out), Evaluation::kFailed);
  EXPECT_EQ(f.problem.failed_status(), Status::kError);
  EXPECT_STREQ(f.problem.failed_call(), "reading the event indicators");
  EXPECT_EQ(f.problem.warning(), Status::kOk);
  f.answer = Status::kWarning;
  EXPECT_EQ(f.problem.derivatives(0.1, f.point, f.out), Evaluation::kOk);
  EXPECT_EQ(f.problem.warning(), Status::kWarning);
  f.problem.begin_interval(1.0, 2.0);
  EXPECT_EQ(f.problem.warning(), Status::kOk);
}

// Without derivatives in the description there is no Jacobian to ask for.
TEST(ModelExchangeProblem, NoReferencesNoJacobian) {
  const Fixture f;
  EXPECT_FALSE(f.problem.has_jacobian());
}

// A broken description makes any number of states; it is an error with a reason, not a process that is
// killed.
TEST(ModelExchangeProblem, RefusesAbsurdSizes) {
  for (const bool states : {true, false}) {
    Fixture f;
    (states ? f.fmu.states : f.fmu.indicators) = 4294967295U;
    try {
      static_cast<void>(f.problem.set_up(f.fmu, *f.description, false));
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
      EXPECT_NE(error.message().find(states ? "has 4294967295 continuous states, at most"
                                            : "has 4294967295 event indicators, at most"),
                std::string::npos)
          << error.message();
    }
  }
}

}  // namespace
}  // namespace lockstep::core
