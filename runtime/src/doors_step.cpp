// SPDX-License-Identifier: Apache-2.0
// The side of the step: no exceptions, allocations, look-ups or locks.
#include <algorithm>
#include <thread>

#include "lockstep/runtime/doors.hpp"

namespace lockstep::runtime {

void Doors::execute(std::int64_t step, bool in_pause) noexcept {
  while (executed_count_ < executed_.size()) {
    std::shared_ptr<Request> request = queue_->pop();
    if (!request) return;
    request->step_ = step;
    request->in_pause_ = in_pause;
    requests_[request->target()].info.handler(*request);
    Request& executed = *request;
    executed_[executed_count_++] = std::move(request);
    if (!executed.deferred_) executed.complete();
  }
}

const Inlet* Doors::latch(std::int64_t step, core::SimTime now) noexcept {
  enter_running();
  if (executed_is_old_) retire_executed();
  executed_is_old_ = true;
  ++latch_count_;
  latched_step_ = step;
  const Inlet* too_old = nullptr;
  latched_count_ = 0;
  for (Inlet& inlet : inlets_) {
    if (!inlet.is_open()) continue;
    if (!inlet.latch(now) && too_old == nullptr) too_old = &inlet;
    if (inlet.status().fresh) latched_[latched_count_++] = &inlet;
  }
  if (queue_) execute(step, false);
  return too_old;
}

template <class Body>
void Doors::for_each_tap(Body&& body) noexcept {
  if (taps_->count.load() == 0) return;
  taps_->walks.fetch_add(1);
  for (auto& place : taps_->places) {
    if (Tap* const tap = place.load()) body(*tap);
  }
  taps_->walks.fetch_add(1);
}

void Doors::publish(std::int64_t step, core::SimTime now) noexcept {
  for_each_tap([&](Tap& tap) { tap.publish(step, now); });
}

void Doors::publish_pause(std::int64_t step, core::SimTime now) noexcept {
  for_each_tap([&](Tap& tap) { tap.publish_pause(step, now); });
}

bool Doors::paused() const noexcept {
  return rests() && !waits_.load();
}

void Doors::set_paused(bool paused, std::int64_t next_step) {
  if (!paused) return enter_running();
  waits_.store(false);
  rest(next_step);
}

void Doors::set_waiting(std::int64_t next_step) {
  if (rests()) return;
  waits_.store(true);
  rest(next_step);
}

void Doors::rest(std::int64_t next_step) {
  if (rests()) return;
  next_step_ = next_step;
  if (executed_is_old_) retire_executed();
  executed_is_old_ = false;
  mode_.store(Mode::kPaused);
  serve_while_paused();
}

void Doors::enter_running() noexcept {
  if (mode_.load(std::memory_order_acquire) == Mode::kRunning) return;
  Mode expected = Mode::kPaused;
  // Somebody may be executing a request, which is short.
  while (!mode_.compare_exchange_weak(expected, Mode::kRunning)) {
    if (expected == Mode::kRunning) return;
    expected = Mode::kPaused;
    std::this_thread::yield();
  }
}

void Doors::serve_while_paused() noexcept {
  // Whoever finds the world paused and a request in the queue executes it, unless somebody else does; that
  // one looks again after it is done, so that no request is left behind.
  while (queue_ && !queue_->empty()) {
    Mode expected = Mode::kPaused;
    if (!mode_.compare_exchange_strong(expected, Mode::kServing)) return;
    // A pause may be long, and all of its requests belong to the record of the next step, which needs room
    // for as many again as can wait for it.
    execute(next_step_, true);
    executed_.resize(std::max(executed_.size(), executed_count_ + queue_->capacity()));
    mode_.store(Mode::kPaused);
  }
}

void Doors::reset() noexcept {
  enter_running();  // nobody else takes from the queue from here on
  retire_executed();
  executed_is_old_ = true;
  latched_count_ = 0;
  while (queue_) {
    std::shared_ptr<Request> request = queue_->pop();
    if (!request) break;
    request->refuse("the world was reset or has ended before it was executed");
    request->complete();
    retire(std::move(request));
  }
  for (Inlet& inlet : inlets_)
    inlet.reset();
  restart();
}

void Doors::restart() noexcept {
  for_each_tap([](Tap& tap) { tap.restart(); });
  barrier_.restart();
}

void Doors::retire_executed() noexcept {
  for (std::size_t i = 0; i < executed_count_; ++i)
    retire(std::move(executed_[i]));
  executed_count_ = 0;
}

void Doors::retire(std::shared_ptr<Request> request) noexcept {
  Request* const one = request.get();
  one->self_ = std::move(request);
  one->next_ = retired_.load(std::memory_order_relaxed);
  while (!retired_.compare_exchange_weak(one->next_, one, std::memory_order_release,
                                         std::memory_order_relaxed)) {
  }
}

void Doors::free_retired() noexcept {
  Request* one = retired_.exchange(nullptr, std::memory_order_acquire);
  while (one != nullptr) {
    Request* const next = one->next_;
    const std::shared_ptr<Request> last = std::move(one->self_);
    one = next;
  }
}

}  // namespace lockstep::runtime
