// SPDX-License-Identifier: Apache-2.0
#include "stepper/event_iteration.hpp"

#include <algorithm>

namespace lockstep::core {
namespace {

/// Keeps the worst status; false, with the name of the call, when it is a failure.
bool note(EventResult& result, Status status, const char* what) noexcept {
  result.status = std::max(result.status, status);
  if (succeeded(status)) return true;
  result.failed_call = what;
  return false;
}

}  // namespace

void EventIteration::add_clocked(const Stepper::Group& group) {
  ClockedGroup entry{&group, {}};
  for (const ValueReference reference : group.variables.front()->clocks) {
    const std::size_t clock = clocks_.index_of(reference);
    if (clock == ClockSchedule::kNotFound)
      continue;  // a defect of the description, reported when it was read
    clocks_.watch(clock);
    entry.clocks.push_back(clock);
  }
  (group.role == Stepper::Group::Role::kOutput ? outputs_ : inputs_).push_back(std::move(entry));
}

bool EventIteration::has_active_clock(const ClockedGroup& group) const noexcept {
  for (const std::size_t clock : group.clocks)
    if (clocks_.is_active(clock)) return true;
  return false;
}

// False: failed.
bool EventIteration::one_pass(Instance& instance, double time_s, EventInfo& info,
                              EventResult& result) noexcept {
  if (!clocks_.empty()) {
    if (!note(result, clocks_.activate(instance, time_s, result.clock_ticks), "setting a clock"))
      return false;
    for (const ClockedGroup& group : inputs_)
      if (has_active_clock(group) &&
          !note(result, transfer_.set_group(*group.group), "setting clocked inputs"))
        return false;
    if (!note(result, clocks_.poll(instance, result.clock_ticks), "reading a clock")) return false;
    for (const ClockedGroup& group : outputs_)
      if (has_active_clock(group) &&
          !note(result, transfer_.get_group(*group.group, time_s), "reading clocked outputs"))
        return false;
  }
  info = {};
  return note(result, instance.update_discrete_states(info), "updating the discrete states");
}

EventResult EventIteration::run(Instance& instance, double time_s, bool parameters_changed) noexcept {
  EventResult result;
  for (std::uint32_t pass = 0; pass < max_passes_; ++pass) {
    EventInfo info;
    if (!one_pass(instance, time_s, info, result)) return result;
    result.nominals_changed = result.nominals_changed || info.nominals_changed;
    result.states_changed = result.states_changed || info.states_changed;
    model_event_time_s_ = info.next_event_time_s;
    if (info.terminate) {
      result.terminate = true;
      return result;
    }
    if (!note(result, clocks_.reschedule(instance, time_s, parameters_changed), "reading a clock interval"))
      return result;
    parameters_changed = false;  // told once
    if (!info.discrete_states_need_update && !clocks_.due(time_s)) return result;
  }
  note(result, Status::kError,
       "event iteration (no end within max_event_iterations; the FMU asks for another one each time, like a "
       "model that always calls repeat() in its on_event())");
  return result;
}

std::optional<double> EventIteration::next_event_time_s() const noexcept {
  std::optional<double> next = clocks_.next_tick_s();
  if (model_event_time_s_ && (!next || *model_event_time_s_ < *next)) next = model_event_time_s_;
  return next;
}

}  // namespace lockstep::core
