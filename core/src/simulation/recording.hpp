// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/core/simulation.hpp"
#include "stepper/event_observer.hpp"

namespace lockstep::core {

/// The recorded variables of a run and the sinks that take their rows. Sinks that were begun are always
/// ended: by end(), or by the destructor when an exception is on its way (what was recorded is never lost).
class Recording final : public EventObserver {
 public:
  /// Binds the named variables or elements (empty: all outputs) as groups of one type each, and observes the
  /// events of the stepper, which must outlive the recording as the sinks do. Throws Error{kNotFound} for
  /// names the model does not have.
  Recording(Stepper& stepper, const SimulationOptions& options);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Opens the sinks. Throws what they throw.
  void begin();
  /// A communication point; `due`: it is a row, too. Throws Error{kSystem} when a sink cannot go on, here or
  /// in an event since the last point.
  void point(double time_s, bool due);
  void event(double time_s, EventSide side) noexcept override;
  void end();
  std::uint64_t rows() const noexcept { return rows_.count; }

 private:
  /// What was recorded last, so that an instant gets one row for each side and not more.
  struct Rows {
    std::vector<RowSink*> sinks;
    std::uint64_t count{0};
    double last_s{0.0};
    bool last_is_after_event{false};
    bool has(double time_s) const noexcept { return count > 0 && last_s == time_s; }
  };
  void take(Rows& rows, double time_s, bool is_after_event) noexcept;

  EventSource* events_;  // null: the stepper has none to show
  std::vector<RecordColumn> columns_;
  bool event_rows_;
  Rows rows_, points_;
  std::vector<RowSink*> begun_;
  RowSink* failed_{nullptr};
};

}  // namespace lockstep::core
