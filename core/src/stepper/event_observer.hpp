// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep::core {

/// Values jump at an event: before it the outputs are their left limits, after it the right ones.
enum class EventSide : std::uint8_t { kBefore, kAfter };

/// Sees both sides of every event inside a step.
class EventObserver {
 public:
  /// Called from within Stepper::step, in the same thread, with the output buffers filled for this side of
  /// the event at `time_s`. Several events may share one instant. Must not call the stepper.
  virtual void event(double time_s, EventSide side) noexcept = 0;

 protected:
  ~EventObserver() = default;
};

/// A stepper that handles events itself and can show them: Model Exchange, Co-Simulation in event mode, both
/// also in a worker process. Others either have no events, or hide them inside the FMU.
class EventSource {
 public:
  /// From the next step on. Null: nobody watches, and events cost nothing extra.
  void observe_events(EventObserver* observer) noexcept { event_observer_ = observer; }

 protected:
  ~EventSource() = default;
  EventObserver* event_observer() const noexcept { return event_observer_; }

 private:
  EventObserver* event_observer_{nullptr};
};

}  // namespace lockstep::core
