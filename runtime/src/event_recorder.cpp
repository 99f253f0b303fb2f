// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/event_recorder.hpp"

#include <algorithm>

namespace lockstep::runtime {

using record::Event;

bool EventRecorder::write_inlet(const Inlet& inlet) {
  Event event;
  event.step = doors_.latched_step();
  event.name = inlet.info().name;
  event.values.push_back(inlet.given());
  event.stamp = inlet.given_stamp();
  return log_.write(event);
}

// Those of a pause come before the inlets of their step, all others behind them.
bool EventRecorder::write_requests(bool in_pause) {
  std::uint64_t last = last_ticket_;
  for (const std::shared_ptr<Request>& request : doors_.executed()) {
    if (request->in_pause() != in_pause || request->ticket() <= last_ticket_) continue;
    Event event;
    event.kind = Event::Kind::kRequest;
    event.step = request->step();
    event.name = doors_.request(request->target()).name;
    event.values.assign(request->arguments().begin(), request->arguments().end());
    event.paused = in_pause;
    last = std::max(last, request->ticket());
    good_ = log_.write(event) && good_;
  }
  last_ticket_ = last;
  return good_;
}

bool EventRecorder::step() {
  write_requests(true);
  if (doors_.latch_count() != latches_seen_) {
    latches_seen_ = doors_.latch_count();
    for (const Inlet* inlet : doors_.latched())
      good_ = write_inlet(*inlet) && good_;
  }
  return write_requests(false);
}

bool EventRecorder::reset(std::int64_t index, ResetScope scope) {
  write_requests(true);
  Event event;
  event.kind = Event::Kind::kReset;
  event.step = index;
  event.name = to_string(scope);
  good_ = log_.write(event) && good_;
  return good_;
}

bool EventRecorder::end(std::int64_t index) {
  write_requests(true);
  Event event;
  event.kind = Event::Kind::kEnd;
  event.step = index;
  good_ = log_.write(event) && good_;
  return good_;
}

}  // namespace lockstep::runtime
