// SPDX-License-Identifier: Apache-2.0
// What FMUs of vendors are known to do and importers to stumble over, shown by an FMU that does it all
// (picky/).
#include <cmath>

#include "model_run.hpp"

namespace lockstep::core {
namespace {

using test::Table;

constexpr const char* kOddName = "1/x: [not.a,name";

std::unique_ptr<Stepper> picky(StepperOptions options = {}) {
  if (!options.instance.log) options.instance.log = test::strict_log();
  return Stepper::create(Fmu::open(std::string{LOCKSTEP_CONFORMANCE_FMUS} + "/2.0/Picky.fmu"),
                         test::placed(options));
}

std::unique_ptr<Stepper> picky_with(NonFinitePolicy policy, std::vector<std::string>& warnings) {
  StepperOptions options;
  options.non_finite = policy;
  options.instance.log = [&warnings](const LogMessage& message) { warnings.emplace_back(message.text); };
  return picky(options);
}

struct Grid {
  double start_s, stop_s, step_s;
};

class VendorTime : public ::testing::TestWithParam<Grid> {};

// Steps that touch each other and end at the stop time, whatever the rounding of start, stop and step; a
// sum of steps would be off by thousands of roundings.
TEST_P(VendorTime, StepsTouchAndEndAtTheStop) {
  const auto [start_s, stop_s, step_s] = GetParam();
  Table table;
  SimulationOptions options;
  options.start_time_s = start_s;
  options.stop_time_s = stop_s;
  options.step_size_s = step_s;
  options.output_variables = {"time reached"};
  options.sinks = {&table};
  const SimulationResult result = simulate(*picky(), options);
  EXPECT_EQ(result.reached_s, stop_s);
  EXPECT_EQ(table.time.back(), stop_s);
  EXPECT_LE(table.data.at("time reached").back(), stop_s);
}

INSTANTIATE_TEST_SUITE_P(Grids, VendorTime,
                         ::testing::Values(Grid{0.0, 0.3, 0.1}, Grid{0.0, 1.0, 1e-5}, Grid{0.0, 100.0, 1e-3},
                                           Grid{0.01, 0.71, 0.1}, Grid{0.1, 0.8, 0.7}, Grid{-0.3, 0.6, 0.1},
                                           Grid{0.0, 1.0, 0.3}, Grid{1e6, 1e6 + 1, 1e-3}, Grid{0.0, 2.1, 0.7},
                                           Grid{0.0, 1.0, 1.0 / 3.0}));

// Names that break every rule of the "structured" convention are diagnosed and work like any other; a string
// that is NULL is empty; functions the run does not need may be missing.
TEST(VendorHabits, OddNamesNullStringsMissingFunctions) {
  const std::unique_ptr<Stepper> stepper = picky();
  stepper->initialize({});
  const std::vector<const Variable*> found =
      select(stepper->description(), std::vector<std::string>{kOddName});
  EXPECT_EQ(std::get<std::vector<double>>(stepper->get(*found.front())), std::vector<double>{1.0});
  const Variable& text = *select(stepper->description(), std::vector<std::string>{"text"}).front();
  EXPECT_EQ(std::get<std::vector<std::string>>(stepper->get(text)), std::vector<std::string>{""});
  EXPECT_FALSE(stepper->can_save());
}

// An FMU that brings SUNDIALS calls its own, although this process runs CVODE of ours before and after.
TEST(VendorHabits, OwnSundialsIsCalled) {
  const auto run_ours = [] {
    const std::unique_ptr<Stepper> ours =
        test::make_stepper("2.0", "VanDerPol", InterfaceKind::kModelExchange);
    EXPECT_GT(simulate(*ours, {}).statistics.solver_steps, 0U);
  };
  run_ours();
  const std::unique_ptr<Stepper> stepper = picky();
  stepper->initialize({});
  const Variable& own = *select(stepper->description(), std::vector<std::string>{"own_solver"}).front();
  EXPECT_EQ(std::get<std::vector<std::int64_t>>(stepper->get(own)), std::vector<std::int64_t>{4711});
  run_ours();
}

// An output that is no number ends the step as an error that names variable, value and time; with the other
// policies it is told once and passes, or just passes.
TEST(VendorHabits, InfiniteOutputFollowsThePolicy) {
  for (const NonFinitePolicy policy :
       {NonFinitePolicy::kError, NonFinitePolicy::kWarn, NonFinitePolicy::kAllow}) {
    std::vector<std::string> warnings;
    const std::unique_ptr<Stepper> stepper = picky_with(policy, warnings);
    const Variable& after =
        *select(stepper->description(), std::vector<std::string>{"infinite_after"}).front();
    const std::vector<const Variable*> odd =
        select(stepper->description(), std::vector<std::string>{kOddName});
    stepper->set(after, std::vector<double>{0.15});
    const Span<const double> y = stepper->bind_outputs<double>(odd);
    stepper->initialize({});
    EXPECT_EQ(stepper->step(StepInterval::between(0.0, 0.1)).status, Status::kOk);
    const StepOutcome outcome = stepper->step(StepInterval::between(0.1, 0.2));
    EXPECT_TRUE(std::isinf(y[0]));
    switch (policy) {
      case NonFinitePolicy::kError:
        EXPECT_EQ(outcome.status, Status::kError);
        EXPECT_NE(stepper->fault().find(kOddName), std::string::npos) << stepper->fault();
        EXPECT_NE(stepper->fault().find("0.2"), std::string::npos) << stepper->fault();
        EXPECT_NE(stepper->fault().find("inf"), std::string::npos) << stepper->fault();
        break;
      case NonFinitePolicy::kWarn:
        EXPECT_EQ(outcome.status, Status::kWarning);
        ASSERT_EQ(warnings.size(), 1U);
        EXPECT_NE(warnings.front().find(kOddName), std::string::npos) << warnings.front();
        break;
      case NonFinitePolicy::kAllow:
        EXPECT_EQ(outcome.status, Status::kOk);
        EXPECT_TRUE(warnings.empty());
        break;
    }
  }
}

}  // namespace
}  // namespace lockstep::core
