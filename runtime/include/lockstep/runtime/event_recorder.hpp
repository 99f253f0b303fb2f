// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lockstep/record/event_log.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::runtime {

/// Records what comes in through the doors of a world, so that EventReplay can give it again: the latched
/// inlets and the executed requests of each step, resets and the end.
///
///     EventRecorder events{runtime.doors(), log};   // after log.begin()
///     ...
///     events.step();                  // after every step, also one that failed
///     events.reset(index, scope);     // before a reset
///     events.end(index);              // after the last step, unless the world has stopped by itself
///
/// All of them return false when the log has failed (disk full, ...). Not for the step: they take memory.
/// Called by the thread that drives the world; doors and log outlive it.
class EventRecorder {
 public:
  EventRecorder(Doors& doors, record::EventLogWriter& log) noexcept : doors_{doors}, log_{log} {}

  [[nodiscard]] bool step();
  [[nodiscard]] bool reset(std::int64_t index, ResetScope scope);
  [[nodiscard]] bool end(std::int64_t index);

 private:
  bool write_requests(bool in_pause);
  bool write_inlet(const Inlet& inlet);

  Doors& doors_;
  record::EventLogWriter& log_;
  std::uint64_t last_ticket_{0};   // of the requests that are written
  std::uint64_t latches_seen_{0};  // whose inlets are
  bool good_{true};
};

}  // namespace lockstep::runtime
