// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/core/stepper.hpp"
#include "stepper/clock_schedule.hpp"

namespace lockstep::core {

/// Bound groups of clocks. An input group holds triggered input clocks: true lets a clock tick at the start
/// of the step. An output group tells which of its clocks (of any kind) ticked in the step.
class ClockGroups {
 public:
  explicit ClockGroups(ClockSchedule& clocks) : clocks_{clocks} {}

  /// Set-up. Throws Error{kBadUsage} for an input clock that is not triggered: the FMU defines its ticks.
  void add(const Stepper::Group& group);
  /// Before a step: hands the caller's ticks to the schedule and sets them back to false.
  void request() noexcept;
  /// After a step: fills the output groups.
  void publish() noexcept;

 private:
  struct Entry {
    const Stepper::Group* group;
    std::vector<std::size_t> clocks;
  };
  ClockSchedule& clocks_;
  std::vector<Entry> inputs_, outputs_;
};

}  // namespace lockstep::core
