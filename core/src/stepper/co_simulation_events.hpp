// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "stepper/clock_schedule.hpp"
#include "stepper/event_iteration.hpp"

namespace lockstep::core {

/// The event side of a Co-Simulation FMU that uses event mode (FMI 3): clocks, the model's own event times,
/// inputs that may change only at events.
///
/// Set-up: bind() every group. Then begin() in initialisation mode, first() when it is left, and handle() at
/// every event. Between events next_event_time_s() bounds the steps. Neither throws nor allocates after
/// set-up.
class CoSimulationEvents {
 public:
  CoSimulationEvents(const ModelDescription& description, GroupTransfer& transfer, std::uint32_t max_passes);

  void bind(const Stepper::Group& group);
  /// Asks for clock intervals. Throws Error{kFmuFailed} for intervals that make no sense.
  [[nodiscard]] Status begin(Instance& instance, double start_s) { return clocks_.begin(instance, start_s); }

  /// The event iteration that ends initialisation; the FMU is in event mode before and in step mode after it.
  EventResult first(Instance& instance, double start_s) noexcept;
  /// Enters event mode at `time_s`, hands over changed discrete inputs, iterates, returns to step mode.
  EventResult handle(Instance& instance, double time_s) noexcept;

  /// Whether the caller's inputs demand an event before the next step: a discrete input changed, a triggered
  /// input clock is to tick, a tunable parameter was set.
  bool wanted() noexcept;
  /// A tunable parameter was set: the next step begins with an event.
  void parameter_changed() noexcept { parameters_changed_ = true; }
  /// The model's next event or clock tick, whichever is first.
  std::optional<double> next_event_time_s() const noexcept { return iteration_.next_event_time_s(); }

  /// What changes while running, for snapshots.
  struct State {
    ClockSchedule::State clocks;
    std::optional<double> model_event_time_s;
  };
  void save(State& state) const;
  void restore(const State& state) noexcept;

 private:
  /// A group of discrete inputs with the values the FMU knows.
  struct DiscreteInputs {
    const Stepper::Group* group{nullptr};
    std::shared_ptr<void> known;
  };
  struct ClockSwitches {  // triggered input clocks, requested by writing true
    const Stepper::Group* group{nullptr};
    std::vector<std::size_t> clocks;
  };
  struct ClockLamps {  // output clocks, true when they ticked during the step
    const Stepper::Group* group{nullptr};
    std::vector<std::size_t> clocks;
  };
  std::vector<std::size_t> clock_indices(const Stepper::Group& group) const;
  EventResult iterate(Instance& instance, double time_s) noexcept;
  static bool changed(const DiscreteInputs& inputs) noexcept;

  ClockSchedule clocks_;
  GroupTransfer& transfer_;
  EventIteration iteration_;
  std::vector<DiscreteInputs> discrete_inputs_;
  std::vector<ClockSwitches> switches_;
  std::vector<ClockLamps> lamps_;
  bool parameters_changed_{false};

 public:
  /// At the start of a communication step: output clocks show what ticks from now on.
  void forget_ticks() noexcept { clocks_.forget_ticks(); }
  /// At its end: writes the output clock buffers.
  void show_ticks() noexcept;
};

}  // namespace lockstep::core
