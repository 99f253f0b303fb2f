// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "instance/unsupported_instance.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::test {}

namespace lockstep::core::test {

using namespace lockstep::test;

/// An instance made of functions that writes down what it is asked for: "set_clock 1 2", "update", "interval
/// 3".
class FakeInstance : public UnsupportedInstance {
 public:
  std::vector<std::string> calls;
  std::function<Status(EventInfo&)> on_update = [](EventInfo&) { return Status::kOk; };
  std::function<Status(ValueReference, ClockTick&)> on_interval;
  std::function<Status(ValueReference, ClockTick&)> on_shift;
  std::map<ValueReference, bool> output_clocks;
  std::function<Status(double time_s, Span<const double> states, Span<double> derivatives)> on_derivatives;
  std::function<Status(double time_s, Span<const double> states, Span<double> indicators)> on_indicators;
  std::size_t states{0}, indicators{0};
  std::vector<double> inputs;  // what set() gave last

  const Fmu& fmu() const noexcept override { std::abort(); }  // nothing under test asks for it
  InterfaceKind kind() const noexcept override { return InterfaceKind::kModelExchange; }
  const std::string& name() const noexcept override { return name_; }
  std::string failure() const override { return "fake failure"; }
  Status enter_initialization_mode(const ExperimentSetup&) noexcept override { return Status::kOk; }
  Status exit_initialization_mode() noexcept override { return Status::kOk; }
  Status terminate() noexcept override { return Status::kOk; }
  Status reset() noexcept override { return Status::kOk; }

  Status update_discrete_states(EventInfo& info) noexcept override {
    calls.emplace_back("update");
    return on_update(info);
  }
  Status set_clock(Span<const ValueReference> references, Span<const bool> active) noexcept override {
    std::string call = "set_clock";
    for (std::size_t i = 0; i < references.size(); ++i)
      call += ' ' + std::to_string(references[i]) + (active[i] ? "" : "!");
    calls.push_back(call);
    return Status::kOk;
  }
  Status get_clock(Span<const ValueReference> references, Span<bool> active) noexcept override {
    calls.emplace_back("get_clock");
    for (std::size_t i = 0; i < references.size(); ++i)
      active[i] = output_clocks[references[i]];
    return Status::kOk;
  }
  Status get_interval(ValueReference clock, ClockTick& tick) noexcept override {
    calls.push_back("interval " + std::to_string(clock));
    return on_interval(clock, tick);
  }
  Status get_shift(ValueReference clock, ClockTick& tick) noexcept override { return on_shift(clock, tick); }

  Status continuous_state_count(std::size_t& count) noexcept override {
    count = states;
    return Status::kOk;
  }
  Status event_indicator_count(std::size_t& count) noexcept override {
    count = indicators;
    return Status::kOk;
  }
  Status set_time(double time_s) noexcept override {
    calls.emplace_back("set_time");
    time_s_ = time_s;
    return Status::kOk;
  }
  Status set_continuous_states(Span<const double> states_now) noexcept override {
    calls.emplace_back("set_states");
    states_.assign(states_now.begin(), states_now.end());
    return Status::kOk;
  }
  Status get_derivatives(Span<double> derivatives) noexcept override {
    return on_derivatives(time_s_, states_, derivatives);
  }
  Status get_event_indicators(Span<double> values) noexcept override {
    return on_indicators(time_s_, states_, values);
  }
  using UnsupportedInstance::set;
  Status set(Span<const ValueReference>, Span<const double> values) noexcept override {
    calls.emplace_back("set_inputs");
    inputs.assign(values.begin(), values.end());
    return Status::kOk;
  }

 protected:
  Status unsupported(const char* what) noexcept override {
    calls.push_back(std::string{"unsupported "} + what);
    return Status::kError;
  }

 private:
  std::string name_{"fake"};
  double time_s_{0.0};
  std::vector<double> states_;
};

/// A fixed-size group of doubles with its buffer.
struct TestGroup {
  explicit TestGroup(std::vector<const Variable*> variables,
                     Stepper::Group::Role role = Stepper::Group::Role::kInput, std::vector<double> start = {})
      : buffer{std::move(start)} {
    group.role = role;
    group.variables = std::move(variables);
    for (const Variable* variable : group.variables)
      group.references.push_back(variable->value_reference);
    group.element_count = group.variables.size();
    buffer.resize(group.element_count * (role == Stepper::Group::Role::kRamp ? 2 : 1));
    group.data = buffer.data();
  }
  std::vector<double> buffer;
  Stepper::Group group;
};

}  // namespace lockstep::core::test
