// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lockstep/core/instance.hpp"
#include "lockstep/core/model_description.hpp"
#include "stepper/exact_time.hpp"

namespace lockstep::core {

/// Which clocks of an FMU (FMI 3) tick when. Co-Simulation with event mode and Model Exchange use it alike.
///
/// Time-based input clocks are ticked by the importer at instants the FMU defines:
///
///   constant, fixed, tunable   start + shift + k * interval, exact fractions where the FMU gives them;
///                              a tunable interval that changed counts from the event it changed in
///   changing                   the next interval is asked for after each tick
///   countdown                  asked for in every event mode; the interval counts from that event;
///                              0 ticks again at the same instant
///
/// Triggered input clocks tick when request()ed. Triggered output and local clocks belong to the FMU: those
/// that are watch()ed are polled. Clocks with the same instant tick together, in one FMI call, ordered by
/// priority and then as in the file. The interval of a fixed or tunable clock that gives one in the
/// description is left as it is.
///
/// Order of calls: watch() and index_of() in set-up; begin() in initialisation mode; then, in each pass of an
/// event mode, activate(), poll(), and after the update of the discrete states reschedule(). FMI 1 and 2:
/// empty(), and every call does nothing. Allocates in set-up only.
class ClockSchedule {
 public:
  static constexpr std::size_t kNotFound = static_cast<std::size_t>(-1);

  explicit ClockSchedule(const ModelDescription& description);

  bool empty() const noexcept { return clocks_.empty(); }
  /// For the calls below; kNotFound when there is no such clock.
  std::size_t index_of(ValueReference clock) const noexcept;
  /// Somebody wants to know when this clock of the FMU ticks. Input clocks are known anyway.
  void watch(std::size_t clock);

  /// Asks for intervals and shifts and schedules the first ticks. Returns the FMU's status; throws
  /// Error{kFmuFailed} for an interval that is not positive or a negative shift.
  [[nodiscard]] Status begin(Instance& instance, double start_s);

  /// The earliest tick that is known.
  std::optional<double> next_tick_s() const noexcept;
  bool due(double time_s) const noexcept;
  /// A triggered input clock ticks in the next event mode.
  void request(std::size_t clock) noexcept;
  bool any_requested() const noexcept;

  /// Ticks what is due or requested. Adds the number of ticks to `ticks`.
  [[nodiscard]] Status activate(Instance& instance, double time_s, std::uint64_t& ticks) noexcept;
  /// Asks which watched clocks of the FMU tick now.
  [[nodiscard]] Status poll(Instance& instance, std::uint64_t& ticks) noexcept;
  bool is_active(std::size_t clock) const noexcept { return clocks_[clock].active; }
  /// Ends the super-dense instant: all clocks are inactive again, those that need it get a new interval.
  /// `parameters_changed`: tunable intervals may have changed. kError for an interval that is negative or
  /// NaN.
  [[nodiscard]] Status reschedule(Instance& instance, double time_s, bool parameters_changed) noexcept;

  /// Whether the clock ticked since forget_ticks().
  bool has_ticked(std::size_t clock) const noexcept { return clocks_[clock].ticked; }
  void forget_ticks() noexcept;

  /// All that changes while running, for snapshots. Assigning to a State of the same schedule does not
  /// allocate.
  struct Clock {
    ValueReference reference{0};
    const Variable* variable{nullptr};
    ClockInterval kind{ClockInterval::kTriggered};
    bool input{false}, interval_given{false}, watched{false};
    bool scheduled{false}, requested{false}, active{false}, ticked{false};
    ExactTime next, interval;
  };
  using State = std::vector<Clock>;
  const State& state() const noexcept { return clocks_; }
  void restore(const State& state) noexcept { clocks_ = state; }

 private:
  Status begin_clock(Instance& instance, Clock& clock, const ExactTime& start);
  Status ask_interval(Instance& instance, Clock& clock, IntervalQualifier& qualifier) noexcept;
  Status reschedule_clock(Instance& instance, Clock& clock, double time_s, bool parameters_changed,
                          bool was_active) noexcept;

  State clocks_;
  std::vector<ValueReference> references_;  // scratch for one FMI call
  std::unique_ptr<bool[]> activity_;
};

}  // namespace lockstep::core
