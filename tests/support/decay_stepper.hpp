// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "lockstep/core/description_builder.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::test {

/// A model without an FMU: dx/dt = u - k x, x(start) = x0, with u held over a step, so that a step is exact:
/// x(t + h) = u/k + (x(t) - u/k) exp(-k h). At the instant `kick_s` x grows by 1: its only event. A negative
/// u makes a step fail, and so does an interval that does not begin where the last one ended; x above 100
/// ends the simulation. Has every capability.
class DecayStepper final : public core::Stepper {
 public:
  explicit DecayStepper(std::string name = "decay") : Stepper{std::move(name), describe(), everything()} {}

  void set(const core::Variable& variable, const core::Value& value) override {
    if (variable.causality != core::Causality::kParameter && variable.causality != core::Causality::kInput) {
      throw Error{ErrorCode::kBadUsage, name() + ": variable '" + std::string{variable.name} +
                                            "' is neither a parameter nor an input"};
    }
    values_[variable.value_reference] = std::get<std::vector<double>>(value).at(0);
  }
  core::Value get(const core::Variable& variable) override {
    return std::vector<double>{values_[variable.value_reference]};
  }

  void initialize(const core::ExperimentSetup& setup) override {
    take_inputs();
    time_s_ = setup.start_time_s;
    kicked_ = false;
    statistics_ = {};
    failed_ = false;
    values_[kX] = values_[kX0];
    give_outputs();
    running_ = true;
  }

  core::StepOutcome step(const core::StepInterval& interval) noexcept override {
    if (!running_ || failed_) return {time_s_, core::Status::kError, false};
    ++statistics_.steps;
    take_inputs();
    // Times as large as these tests have carry roundings of 1e-12 s at most.
    const bool fits = std::fabs(interval.from_s - time_s_) < 1e-12 &&
                      std::fabs(interval.to_s - interval.from_s - interval.size_s) < 1e-12;
    if (values_[kU] < 0.0 || !fits) {
      failed_ = true;
      return {time_s_, core::Status::kError, false};
    }
    bool early = false;
    while (time_s_ < interval.to_s && !early) {
      const std::optional<double> event_s = next_event_time_s();
      const bool kick = event_s && *event_s <= interval.to_s;
      advance_to(kick ? *event_s : interval.to_s);
      if (!kick) continue;
      values_[kX] += 1.0;
      kicked_ = true;
      ++statistics_.time_events;
      early = early_return_allowed() && time_s_ < interval.to_s;
    }
    give_outputs();
    return {time_s_, core::Status::kOk, values_[kX] > 100.0, early};
  }

  void reset() override { running_ = failed_ = false; }
  core::Status terminate() noexcept override {
    running_ = false;
    return core::Status::kOk;
  }

  void save(std::unique_ptr<core::Snapshot>& snapshot) override {
    snapshot = std::make_unique<DecaySnapshot>(values_, time_s_, kicked_);
  }
  void restore(const core::Snapshot& snapshot) override {
    const auto& own = dynamic_cast<const DecaySnapshot&>(snapshot);
    values_ = own.values;
    time_s_ = own.time_s;
    kicked_ = own.kicked;
    failed_ = false;
    give_outputs();
  }

  std::optional<double> next_event_time_s() const noexcept override {
    return kicked_ || values_[kKick] <= time_s_ ? std::nullopt : std::optional<double>{values_[kKick]};
  }
  /// Of der(x) by u and x.
  core::Status directional_derivative(Span<const core::ValueReference> unknowns,
                                      Span<const core::ValueReference> knowns, Span<const double> seed,
                                      Span<double> sensitivity) noexcept override {
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      sensitivity[i] = 0.0;
      for (std::size_t j = 0; j < knowns.size() && unknowns[i] == kDerivative; ++j)
        sensitivity[i] += (knowns[j] == kU ? 1.0 : knowns[j] == kX ? -values_[kK] : 0.0) * seed[j];
    }
    return core::Status::kOk;
  }

  core::StepperStatistics statistics() const noexcept override { return statistics_; }
  std::string fault() const override {
    if (!failed_) return {};
    return values_[kU] < 0.0 ? name() + ": u is " + std::to_string(values_[kU]) + ", expected 0 or more"
                             : name() + ": a step does not begin where the last one ended";
  }

 protected:
  void on_bound(Group& /*group*/) override {}

 private:
  enum Reference : core::ValueReference { kK, kX0, kKick, kU, kX, kDerivative, kCount };
  using Values = std::array<double, kCount>;

  struct DecaySnapshot final : core::Snapshot {
    DecaySnapshot(const Values& v, double t, bool k) : values{v}, time_s{t}, kicked{k} {}
    Values values;
    double time_s;
    bool kicked;
  };

  static std::shared_ptr<const core::ModelDescription> describe() {
    using core::Causality;
    constexpr auto kReal = core::VariableType::kFloat64;
    const auto one = [](double value) { return core::Value{std::vector<double>{value}}; };
    core::DescriptionBuilder builder{"Decay"};
    builder.add(
        {"k", kReal, Causality::kParameter, core::Variability::kTunable, "1/s", "rate", {}, one(1.0)});
    builder.add({"x0", kReal, Causality::kParameter, {}, "", "x at the start", {}, one(1.0)});
    builder.add({"kick_s", kReal, Causality::kParameter, {}, "s", "when x grows by 1", {}, one(-1.0)});
    builder.add({"u", kReal, Causality::kInput, {}, "1/s", "inflow", {}, one(0.0)});
    builder.add({"x", kReal, Causality::kOutput, {}, "", "what is left"});
    builder.add({"der(x)", kReal, Causality::kLocal, {}, "1/s", "its derivative"});
    return builder.build();
  }
  static core::StepperCapabilities everything() {
    core::StepperCapabilities can;
    can.save = can.early_return = can.next_event_time = can.directional_derivatives = true;
    return can;
  }

  void advance_to(double time_s) noexcept {
    const double settled = values_[kU] / values_[kK];
    values_[kX] = settled + (values_[kX] - settled) * std::exp(-values_[kK] * (time_s - time_s_));
    time_s_ = time_s;
  }
  void take_inputs() noexcept {
    for (const auto& group : groups()) {
      if (group->role == Group::Role::kOutput) continue;
      for (std::size_t i = 0; i < group->element_count; ++i)
        values_[group->references[i]] = static_cast<const double*>(group->data)[i];
    }
  }
  void give_outputs() noexcept {
    values_[kDerivative] = values_[kU] - values_[kK] * values_[kX];
    for (const auto& group : groups()) {
      if (group->role != Group::Role::kOutput) continue;
      for (std::size_t i = 0; i < group->element_count; ++i)
        static_cast<double*>(group->data)[i] = values_[group->references[i]];
    }
  }

  Values values_{1.0, 1.0, -1.0, 0.0, 1.0, -1.0};
  double time_s_{0.0};
  bool running_{false}, kicked_{false}, failed_{false};
  core::StepperStatistics statistics_;
};

}  // namespace lockstep::test
