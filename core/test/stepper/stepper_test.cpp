// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/stepper.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/core/error.hpp"
#include "lockstep/core/row_sink.hpp"
#include "lockstep/core/simulation.hpp"
#include "support/decay_stepper.hpp"

namespace lockstep::core {
namespace {

using test::DecayStepper;

std::vector<const Variable*> variables(const Stepper& stepper, const std::vector<std::string>& names) {
  return select(stepper.description(), names);
}

void set(Stepper& stepper, const char* name, double value) {
  stepper.set(*stepper.description().find(name), std::vector<double>{value});
}

/// A stepper that can do nothing but steps of 1 s.
class PlainStepper final : public Stepper {
 public:
  PlainStepper() : Stepper{"plain", describe(), {}} {}
  void set(const Variable& /*variable*/, const Value& /*value*/) override {}
  Value get(const Variable& /*variable*/) override { return std::vector<double>{0.0}; }
  void initialize(const ExperimentSetup& /*setup*/) override {}
  StepOutcome step(const StepInterval& interval) noexcept override { return {interval.to_s}; }
  void reset() override {}
  Status terminate() noexcept override { return Status::kOk; }
  StepperStatistics statistics() const noexcept override { return {}; }
  std::string fault() const override { return {}; }

 protected:
  void on_bound(Group& group) override {
    if (group.type != VariableType::kInt32) return;
    own_.assign(group.element_count, 7);
    group.data = own_.data();
  }

 private:
  static std::shared_ptr<const ModelDescription> describe() {
    DescriptionBuilder builder{"Plain"};
    builder.add({"a", VariableType::kFloat64, Causality::kInput, {}, "", "", {2, 3}});
    builder.add({"n", VariableType::kInt32, Causality::kInput, {}, "", "", {4}});
    return builder.build();
  }
  std::vector<std::int32_t> own_;
};

// A model without an FMU runs through the same calls, and shows its name, variables and abilities.
TEST(Stepper, NeedsNoFmu) {
  const std::unique_ptr<Stepper> stepper = std::make_unique<DecayStepper>();
  set(*stepper, "k", 0.5);
  const Span<double> u = stepper->bind_inputs<double>(variables(*stepper, {"u"}));
  const Span<const double> x = stepper->bind_outputs<double>(variables(*stepper, {"x", "der(x)"}));
  stepper->initialize({});
  EXPECT_EQ(stepper->name(), "decay");
  EXPECT_FALSE(stepper->capabilities().kind);
  EXPECT_TRUE(stepper->can_save());
  EXPECT_EQ(x[0], 1.0);
  EXPECT_EQ(x[1], -0.5);
  u[0] = 2.0;
  EXPECT_EQ(stepper->step(StepInterval::between(0.0, 1.0)).status, Status::kOk);
  EXPECT_DOUBLE_EQ(x[0], 4.0 - 3.0 * std::exp(-0.5));
}

// What a stepper does not state as a capability is refused with its name, never answered with a zero.
TEST(Stepper, RefusesWhatAModelCannot) {
  PlainStepper stepper;
  EXPECT_FALSE(stepper.can_save());
  EXPECT_EQ(stepper.next_event_time_s(), std::nullopt);
  std::unique_ptr<Snapshot> snapshot;
  try {
    stepper.save(snapshot);
    ADD_FAILURE() << "saved";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_EQ(error.message(), "plain: the model cannot save its state");
  }
  DecayStepper other;
  other.initialize({});
  other.save(snapshot);
  EXPECT_THROW(stepper.restore(*snapshot), Error);
  const ValueReference reference = 0;
  const double seed = 1.0;
  double sensitivity = 0.0;
  EXPECT_EQ(stepper.directional_derivative({&reference, 1}, {&reference, 1}, {&seed, 1}, {&sensitivity, 1}),
            Status::kError);
  EXPECT_THROW(stepper.enter_initialization({}), Error);
  EXPECT_THROW(stepper.evaluate_initial(), Error);
  EXPECT_THROW(stepper.exit_initialization(), Error);
}

// Sizes come from the description; a group may live in memory of the implementation.
TEST(Stepper, BindsArraysAndForeignBuffers) {
  PlainStepper stepper;
  const std::vector<std::uint64_t> sizes{2, 3};
  EXPECT_EQ(stepper.dimensions(*stepper.description().find("a")), sizes);
  EXPECT_EQ(stepper.bind_inputs<double>(variables(stepper, {"a"})).size(), 6U);
  const Span<std::int32_t> n = stepper.bind_inputs<std::int32_t>(variables(stepper, {"n"}));
  ASSERT_EQ(n.size(), 4U);
  EXPECT_EQ(n[3], 7);
}

// Once allowed, a step ends right after the event in it with the outputs of that instant; the next one goes
// on from there. Without, or without an event, it reaches its end.
TEST(Stepper, EndsEarlyAtEventsWhereAllowed) {
  DecayStepper stepper;
  set(stepper, "kick_s", 0.25);
  const Span<const double> x = stepper.bind_outputs<double>(variables(stepper, {"x"}));
  stepper.initialize({});
  EXPECT_EQ(stepper.next_event_time_s(), 0.25);
  StepOutcome outcome = stepper.step(StepInterval::between(0.0, 1.0));
  EXPECT_EQ(outcome.reached_s, 1.0);
  EXPECT_FALSE(outcome.early);
  const double straight = x[0];

  stepper.reset();
  stepper.allow_early_return(true);
  stepper.initialize({});
  outcome = stepper.step(StepInterval::between(0.0, 1.0));
  EXPECT_EQ(outcome.reached_s, 0.25);
  EXPECT_TRUE(outcome.early);
  EXPECT_FALSE(outcome.terminated);
  EXPECT_DOUBLE_EQ(x[0], std::exp(-0.25) + 1.0);
  outcome = stepper.step(StepInterval::between(0.25, 1.0));
  EXPECT_EQ(outcome.reached_s, 1.0);
  EXPECT_FALSE(outcome.early);
  EXPECT_DOUBLE_EQ(x[0], straight);
}

// d der(x) = du - k dx.
TEST(Stepper, ShowsDirectionalDerivatives) {
  DecayStepper stepper;
  set(stepper, "k", 3.0);
  stepper.initialize({});
  const auto reference = [&](const char* name) { return stepper.description().find(name)->value_reference; };
  const std::vector<ValueReference> unknowns{reference("der(x)")};
  const std::vector<ValueReference> knowns{reference("u"), reference("x")};
  const std::vector<double> seed{2.0, 5.0};
  std::vector<double> sensitivity{0.0};
  EXPECT_EQ(stepper.directional_derivative(unknowns, knowns, seed, sensitivity), Status::kOk);
  EXPECT_EQ(sensitivity[0], 2.0 - 3.0 * 5.0);
}

/// Keeps the last value of the first column.
class LastRow final : public RowSink {
 public:
  void begin(Span<const RecordColumn> columns) override {
    value_ = static_cast<const double*>(columns[0].element);
  }
  bool row(double time_s) noexcept override {
    time = time_s;
    value = *value_;
    return true;
  }
  void end() override {}
  double time{0.0}, value{0.0};

 private:
  const double* value_{nullptr};
};

// simulate() runs any stepper, with steps of a five-hundredth of a second where nobody gives one.
TEST(Stepper, IsSimulatedWithoutAnFmu) {
  DecayStepper stepper;
  LastRow row;
  SimulationOptions options;
  options.set_values = {{"k", "2"}};
  options.sinks = {&row};
  const SimulationResult result = simulate(stepper, options);
  EXPECT_EQ(result.step_size_s, 0.002);
  EXPECT_EQ(result.statistics.steps, 500U);
  EXPECT_EQ(row.time, 1.0);
  EXPECT_NEAR(row.value, std::exp(-2.0), 500.0 * 1e-16);  // one rounding a step
}

}  // namespace
}  // namespace lockstep::core
