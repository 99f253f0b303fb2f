// SPDX-License-Identifier: Apache-2.0
#include "stepper/co_simulation_events.hpp"

#include <algorithm>

#include "stepper/element_types.hpp"
#include "stepper/typed_buffer.hpp"

namespace lockstep::core {
namespace {

template <class T>
void copy_elements(const void* from, void* to, std::size_t count) {
  std::copy_n(static_cast<const T*>(from), count, static_cast<T*>(to));
}

}  // namespace

CoSimulationEvents::CoSimulationEvents(const ModelDescription& description, GroupTransfer& transfer,
                                       std::uint32_t max_passes)
    : clocks_{description}, transfer_{transfer}, iteration_{clocks_, transfer, max_passes} {}

std::vector<std::size_t> CoSimulationEvents::clock_indices(const Stepper::Group& group) const {
  std::vector<std::size_t> indices;
  for (const ValueReference reference : group.references)
    indices.push_back(clocks_.index_of(reference));
  return indices;
}

void CoSimulationEvents::bind(const Stepper::Group& group) {
  if (group.variables.empty() || group.role == Stepper::Group::Role::kRamp) return;
  const bool output = group.role == Stepper::Group::Role::kOutput;
  if (group.type == VariableType::kClock) {
    std::vector<std::size_t> clocks = clock_indices(group);
    if (output) {
      for (const std::size_t clock : clocks)
        clocks_.watch(clock);
      lamps_.push_back({&group, std::move(clocks)});
    } else {
      switches_.push_back({&group, std::move(clocks)});
    }
    return;
  }
  if (!group.variables.front()->clocks.empty()) return iteration_.add_clocked(group);
  const bool discrete =
      std::any_of(group.variables.begin(), group.variables.end(),
                  [](const Variable* variable) { return variable->variability != Variability::kContinuous; });
  if (!output && discrete)
    discrete_inputs_.push_back({&group, make_typed_buffer(group.type, group.element_count)});
}

bool CoSimulationEvents::changed(const DiscreteInputs& inputs) noexcept {
  return with_element_type(inputs.group->type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* now = static_cast<const T*>(inputs.group->data);
    return !std::equal(now, now + inputs.group->element_count, static_cast<const T*>(inputs.known.get()));
  });
}

bool CoSimulationEvents::wanted() noexcept {
  for (const ClockSwitches& switches : switches_) {
    bool* ticks = static_cast<bool*>(switches.group->data);
    for (std::size_t i = 0; i < switches.clocks.size(); ++i) {
      if (ticks[i]) clocks_.request(switches.clocks[i]);
      ticks[i] = false;
    }
  }
  return parameters_changed_ || clocks_.any_requested() ||
         std::any_of(discrete_inputs_.begin(), discrete_inputs_.end(), changed);
}

EventResult CoSimulationEvents::iterate(Instance& instance, double time_s) noexcept {
  for (const DiscreteInputs& inputs : discrete_inputs_) {
    with_element_type(inputs.group->type, [&](auto tag) {
      copy_elements<typename decltype(tag)::type>(inputs.group->data, inputs.known.get(),
                                                  inputs.group->element_count);
    });
  }
  EventResult result = iteration_.run(instance, time_s, parameters_changed_);
  parameters_changed_ = false;
  if (!succeeded(result.status) || result.terminate) return result;
  const Status status = instance.enter_step_mode();
  if (!succeeded(status)) result.failed_call = "entering step mode";
  result.status = std::max(result.status, status);
  return result;
}

EventResult CoSimulationEvents::first(Instance& instance, double start_s) noexcept {
  return iterate(instance, start_s);
}

EventResult CoSimulationEvents::handle(Instance& instance, double time_s) noexcept {
  EventResult result;
  result.status = instance.enter_event_mode();
  if (!succeeded(result.status)) {
    result.failed_call = "entering event mode";
    return result;
  }
  for (const DiscreteInputs& inputs : discrete_inputs_) {
    if (!changed(inputs)) continue;
    const Status status = transfer_.set_group(*inputs.group);
    if (!succeeded(status)) {
      result.status = status;
      result.failed_call = "setting the inputs";
      return result;
    }
  }
  return iterate(instance, time_s);
}

void CoSimulationEvents::show_ticks() noexcept {
  for (const ClockLamps& lamps : lamps_) {
    bool* shown = static_cast<bool*>(lamps.group->data);
    for (std::size_t i = 0; i < lamps.clocks.size(); ++i)
      shown[i] = clocks_.has_ticked(lamps.clocks[i]);
  }
}

void CoSimulationEvents::save(State& state) const {
  state.clocks = clocks_.state();
  state.model_event_time_s = iteration_.model_event_time_s();
}

void CoSimulationEvents::restore(const State& state) noexcept {
  clocks_.restore(state.clocks);
  iteration_.set_model_event_time_s(state.model_event_time_s);
}

}  // namespace lockstep::core
