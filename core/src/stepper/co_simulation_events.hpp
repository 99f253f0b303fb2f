// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "stepper/clock_groups.hpp"
#include "stepper/clock_schedule.hpp"
#include "stepper/event_iteration.hpp"
#include "stepper/input_memory.hpp"

namespace lockstep::core {

/// The event side of a Co-Simulation FMU that uses event mode (FMI 3): clocks, the model's own event times,
/// inputs that may change only at events.
///
/// Set-up: bind() every group. Then begin() in initialisation mode, first() when it is left, begin_step()
/// before each communication step, handle() at every event, end_step(). Between events next_event_time_s()
/// bounds the steps. Neither throws nor allocates after set-up.
class CoSimulationEvents {
 public:
  CoSimulationEvents(const ModelDescription& description, GroupTransfer& transfer, std::uint32_t max_passes)
      : clocks_{description},
        clock_groups_{clocks_},
        transfer_{transfer},
        iteration_{clocks_, transfer, max_passes} {}

  /// Throws Error{kBadUsage} for an input clock the caller may not tick.
  void bind(const Stepper::Group& group);
  /// Asks for clock intervals. Throws Error{kFmuFailed} for intervals that make no sense.
  [[nodiscard]] Status begin(Instance& instance, double start_s) { return clocks_.begin(instance, start_s); }

  /// The event iteration that ends initialisation; the FMU is in event mode before and in step mode after it.
  EventResult first(Instance& instance, double start_s) noexcept { return iterate(instance, start_s); }

  /// Takes the caller's inputs. True: they demand an event before the step, because a discrete input changed,
  /// a triggered input clock is to tick or a tunable parameter was set.
  [[nodiscard]] bool begin_step() noexcept;
  /// Enters event mode at `time_s`, hands over changed discrete inputs, iterates, returns to step mode.
  EventResult handle(Instance& instance, double time_s) noexcept;
  /// Shows in the output clock groups what ticked since begin_step().
  void end_step() noexcept { clock_groups_.publish(); }

  void parameter_changed() noexcept { parameter_changed_ = true; }
  /// The model's next event or clock tick, whichever is first.
  std::optional<double> next_event_time_s() const noexcept { return iteration_.next_event_time_s(); }

  /// What changes while running, for snapshots.
  struct State {
    ClockSchedule::State clocks;
    std::vector<GroupCopy> inputs;
    std::optional<double> model_event_time_s;
  };
  void save(State& state) const;
  void restore(const State& state) noexcept;

  /// What a state of the FMU from another process needs besides it; not with clocks, whose schedule is here.
  bool has_clocks() const noexcept { return !clocks_.empty(); }
  std::optional<double> model_event_time_s() const noexcept { return iteration_.model_event_time_s(); }
  /// The FMU has such a state now, with discrete inputs that nobody knows here: the next step gives all of
  /// them.
  void continue_with(std::optional<double> model_event_time_s) noexcept;

 private:
  EventResult iterate(Instance& instance, double time_s) noexcept;

  ClockSchedule clocks_;
  ClockGroups clock_groups_;
  GroupTransfer& transfer_;
  EventIteration iteration_;
  InputMemory known_;                                   // discrete inputs as the FMU has them
  std::vector<const Stepper::Group*> discrete_inputs_;  // the groups behind known_
  bool parameter_changed_{false};
  bool inputs_unknown_{false};
};

}  // namespace lockstep::core
