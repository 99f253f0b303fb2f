// SPDX-License-Identifier: Apache-2.0
#include "stepper/co_simulation_events.hpp"

#include <algorithm>

namespace lockstep::core {
namespace {

bool changes_only_at_events(const Stepper::Group& group) noexcept {
  return std::any_of(group.variables.begin(), group.variables.end(), [](const Variable* variable) {
    return variable->variability != Variability::kContinuous;
  });
}

// False, with the name of the call, when the status is a failure.
bool note(EventResult& result, Status status, const char* what) noexcept {
  result.status = std::max(result.status, status);
  if (succeeded(status)) return true;
  result.failed_call = what;
  return false;
}

}  // namespace

void CoSimulationEvents::bind(const Stepper::Group& group) {
  if (group.variables.empty() || group.role == Stepper::Group::Role::kRamp) return;
  if (group.type == VariableType::kClock) return clock_groups_.add(group);
  if (!group.variables.front()->clocks.empty()) return iteration_.add_clocked(group);
  if (group.role == Stepper::Group::Role::kInput && changes_only_at_events(group)) {
    known_.add(group);
    discrete_inputs_.push_back(&group);
  }
}

bool CoSimulationEvents::begin_step() noexcept {
  clocks_.forget_ticks();
  clock_groups_.request();
  return parameter_changed_ || inputs_unknown_ || clocks_.any_requested() || known_.change().any;
}

EventResult CoSimulationEvents::handle(Instance& instance, double time_s) noexcept {
  EventResult result;
  if (!note(result, instance.enter_event_mode(), "entering event mode")) return result;
  const InputMemory::Change change = known_.change();
  parameter_changed_ = parameter_changed_ || change.parameter;
  if (change.any || inputs_unknown_) {
    for (const Stepper::Group* group : discrete_inputs_) {
      if (!note(result, transfer_.set_group(*group), "setting the inputs")) return result;
    }
  }
  return iterate(instance, time_s);
}

EventResult CoSimulationEvents::iterate(Instance& instance, double time_s) noexcept {
  known_.take();
  inputs_unknown_ = false;
  EventResult result = iteration_.run(instance, time_s, parameter_changed_);
  parameter_changed_ = false;
  if (succeeded(result.status) && !result.terminate)
    note(result, instance.enter_step_mode(), "entering step mode");
  return result;
}

void CoSimulationEvents::save(State& state) const {
  state.clocks = clocks_.state();
  state.model_event_time_s = iteration_.model_event_time_s();
  if (state.inputs.empty())
    state.inputs = known_.state();
  else
    known_.copy_to(state.inputs);
}

void CoSimulationEvents::restore(const State& state) noexcept {
  clocks_.restore(state.clocks);
  iteration_.set_model_event_time_s(state.model_event_time_s);
  known_.restore(state.inputs);
}

void CoSimulationEvents::continue_with(std::optional<double> model_event_time_s) noexcept {
  iteration_.set_model_event_time_s(model_event_time_s);
  inputs_unknown_ = !discrete_inputs_.empty();
}

}  // namespace lockstep::core
