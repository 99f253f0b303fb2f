// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "stepper/clock_schedule.hpp"

namespace lockstep::core {

/// Moves the values of one bound group. A stepper lends this to EventIteration for clocked variables.
class GroupTransfer {
 public:
  [[nodiscard]] virtual Status set_group(const Stepper::Group& group) noexcept = 0;
  [[nodiscard]] virtual Status get_group(const Stepper::Group& group, double time_s) noexcept = 0;

 protected:
  ~GroupTransfer() = default;
};

/// What a visit to event mode led to.
struct [[nodiscard]] EventResult {
  Status status{Status::kOk};        ///< worst of all calls
  const char* failed_call{nullptr};  ///< when not succeeded(status)
  bool terminate{false};             ///< the FMU wants to end; no further pass was made
  bool nominals_changed{false}, states_changed{false};
  std::uint64_t clock_ticks{0};
};

/// One visit to event mode, FMI 1, 2 and 3: passes until the discrete states are settled and no clock is due.
///
/// A pass is one super-dense instant: tick the input clocks that are due, set the clocked inputs of active
/// clocks, poll the FMU's own clocks, read the clocked outputs of active clocks, update the discrete states
/// (which deactivates the clocks), ask for new clock intervals. Entering and leaving event mode and setting
/// the other inputs is the caller's business. Time events, nominals and states are the caller's to act on.
/// run() neither throws nor allocates.
class EventIteration {
 public:
  /// All three must outlive this object.
  EventIteration(ClockSchedule& clocks, GroupTransfer& transfer, std::uint32_t max_passes)
      : clocks_{clocks}, transfer_{transfer}, max_passes_{max_passes} {}

  /// A group whose variables belong to clocks; set or read by its role whenever one of them is active.
  /// Set-up only.
  void add_clocked(const Stepper::Group& group);

  /// In event mode at `time_s`. `parameters_changed`: a tunable parameter was set in this event.
  EventResult run(Instance& instance, double time_s, bool parameters_changed) noexcept;

  /// The time the FMU itself wants the next event at, as of the last run; unrounded.
  const std::optional<double>& model_event_time_s() const noexcept { return model_event_time_s_; }
  /// The earlier of model_event_time_s() and the next clock tick.
  std::optional<double> next_event_time_s() const noexcept;
  /// For restoring snapshots.
  void set_model_event_time_s(std::optional<double> time_s) noexcept { model_event_time_s_ = time_s; }

 private:
  struct ClockedGroup {
    const Stepper::Group* group;
    std::vector<std::size_t> clocks;
  };
  bool one_pass(Instance& instance, double time_s, EventInfo& info, EventResult& result) noexcept;
  bool has_active_clock(const ClockedGroup& group) const noexcept;

  ClockSchedule& clocks_;
  GroupTransfer& transfer_;
  std::uint32_t max_passes_;
  std::vector<ClockedGroup> inputs_, outputs_;
  std::optional<double> model_event_time_s_;
};

}  // namespace lockstep::core
