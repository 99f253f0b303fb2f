// SPDX-License-Identifier: Apache-2.0
#include "stepper/clock_groups.hpp"

#include <fmt/format.h>

#include "lockstep/core/error.hpp"

namespace lockstep::core {

void ClockGroups::add(const Stepper::Group& group) {
  const bool output = group.role == Stepper::Group::Role::kOutput;
  Entry entry{&group, {}};
  for (const Variable* variable : group.variables) {
    const ClockInterval kind =
        variable->clock != nullptr ? variable->clock->interval : ClockInterval::kTriggered;
    if (!output && kind != ClockInterval::kTriggered) {
      throw Error{
          ErrorCode::kBadUsage,
          fmt::format("clock '{}' is {}: the stepper ticks it when the FMU says; bind triggered clocks as "
                      "inputs, others as outputs",
                      variable->name, to_string(kind))};
    }
    const std::size_t clock = clocks_.index_of(variable->value_reference);
    if (output) clocks_.watch(clock);
    entry.clocks.push_back(clock);
  }
  (output ? outputs_ : inputs_).push_back(std::move(entry));
}

void ClockGroups::request() noexcept {
  for (const Entry& entry : inputs_) {
    bool* ticks = static_cast<bool*>(entry.group->data);
    for (std::size_t i = 0; i < entry.clocks.size(); ++i) {
      if (ticks[i]) clocks_.request(entry.clocks[i]);
      ticks[i] = false;
    }
  }
}

void ClockGroups::publish() noexcept {
  for (const Entry& entry : outputs_) {
    bool* ticked = static_cast<bool*>(entry.group->data);
    for (std::size_t i = 0; i < entry.clocks.size(); ++i)
      ticked[i] = clocks_.has_ticked(entry.clocks[i]);
  }
}

}  // namespace lockstep::core
