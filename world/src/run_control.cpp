// SPDX-License-Identifier: Apache-2.0
#include "lockstep/world/run_control.hpp"

#include <algorithm>
#include <cmath>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::world {
namespace {

constexpr auto kPoll = std::chrono::milliseconds{50};
constexpr std::uint8_t kTimeBit = 1;
constexpr std::uint8_t kStateBit = 2;

std::uint8_t bits_of(runtime::ResetScope scope) noexcept {
  switch (scope) {
    case runtime::ResetScope::kTime:
      return kTimeBit;
    case runtime::ResetScope::kState:
      return kStateBit;
    default:
      return kTimeBit | kStateBit;
  }
}

}  // namespace

// The loop is asleep only between two steps: inside of one these calls never meet the lock.
void RunControl::notify_loop() noexcept {
  if (waits_outside_.load() && waker_) waker_();
  if (!sleeping_.load()) return;
  const std::lock_guard lock{mutex_};
  changed_.notify_all();
}

void RunControl::pause() noexcept {
  limit_.store(0);
  pause_asked_.store(true);
  notify_loop();
}

void RunControl::resume() noexcept {
  limit_.store(kNoLimit);
  notify_loop();
}

std::int64_t RunControl::step(std::int64_t count) noexcept {
  if (count < 1) return steps_.load();
  std::int64_t before = limit_.load();
  std::int64_t after = 0;
  do {
    const std::int64_t done = steps_.load();
    const std::int64_t base = before == kNoLimit ? done : std::max(before, done);
    after = base + std::min(count, kNoLimit - 1 - base);
  } while (!limit_.compare_exchange_weak(before, after));
  notify_loop();
  return after;
}

void RunControl::stop() noexcept {
  stop_.store(true);
  attention_.store(true);
  notify_loop();
}

void RunControl::set_real_time_factor(double factor) {
  if (!(factor >= 0.0) || !std::isfinite(factor))
    throw Error{ErrorCode::kBadUsage, "the real-time factor is " + core::to_text(factor) +
                                          ", expected a number above 0, or 0 for as fast as possible"};
  factor_.store(factor);
  notify_loop();
}

void RunControl::reset(runtime::ResetScope scope) noexcept {
  reset_.fetch_or(bits_of(scope));
  attention_.store(true);
  notify_loop();
}

template <class Ready>
bool RunControl::wait_for(std::chrono::nanoseconds timeout, const Ready& ready) {
  waiters_.fetch_add(1);
  bool good = true;
  {
    std::unique_lock lock{mutex_};
    if (timeout == kForever)
      changed_.wait(lock, ready);
    else
      good = changed_.wait_for(lock, timeout, ready);
  }
  waiters_.fetch_sub(1);
  return good;
}

bool RunControl::wait(std::int64_t ticket, std::chrono::nanoseconds timeout) {
  wait_for(timeout, [&] {
    const bool never = !running_.load() || (idle_.load() && never_reaches(ticket));
    return steps_.load() >= ticket || never;
  });
  return steps_.load() >= ticket;
}

bool RunControl::step_and_wait(std::int64_t count, std::chrono::nanoseconds timeout) {
  return running_.load() && wait(step(count), timeout);
}

bool RunControl::wait_until_idle(std::chrono::nanoseconds timeout) {
  return wait_for(timeout, [&] { return !running_.load() || idle_.load(); });
}

void RunControl::notify_waiters() noexcept {
  const std::lock_guard lock{mutex_};
  changed_.notify_all();
}

void RunControl::begin_run() noexcept {
  running_.store(true);
}

void RunControl::end_run() noexcept {
  stop_.store(false);
  running_.store(false);
  notify_waiters();
}

void RunControl::step_done() noexcept {
  steps_.store(steps_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  // Somebody who begins to wait right now is seen after the next step, or when the loop goes idle.
  if (waiters_.load(std::memory_order_relaxed) != 0) notify_waiters();
}

RunControl::Next RunControl::next(const Hooks& hooks, bool& waited) {
  const bool may_step = steps_.load(std::memory_order_relaxed) < limit_.load(std::memory_order_acquire);
  if (may_step && !attention_.load(std::memory_order_acquire)) return Next::kStep;
  return next_slowly(hooks, waited);
}

bool RunControl::has_command() const noexcept {
  return stop_.load() || reset_.load() != 0 || steps_.load() >= limit_.load();
}

RunControl::Next RunControl::next_slowly(const Hooks& hooks, bool& waited) {
  for (;;) {
    attention_.store(false);  // before the flags are read: a command that comes now sets it again
    if (stop_.load()) return Next::kStop;
    if (reset_.load() != 0) return Next::kReset;
    if (steps_.load() < limit_.load()) return Next::kStep;
    const bool asked = pause_asked_.exchange(false);
    if (hooks.on_pause && (!waited || asked)) hooks.on_pause();
    if (hooks.interrupted && hooks.interrupted()) return Next::kStop;
    waited = true;
    std::unique_lock lock{mutex_};
    sleeping_.store(true);
    idle_.store(true);
    changed_.notify_all();
    const auto ended = [&] {
      return stop_.load() || reset_.load() != 0 || pause_asked_.load() || steps_.load() < limit_.load();
    };
    if (hooks.interrupted)
      changed_.wait_for(lock, kPoll, ended);
    else
      changed_.wait(lock, ended);
    idle_.store(false);
    sleeping_.store(false);
  }
}

runtime::ResetScope RunControl::take_reset() noexcept {
  switch (reset_.exchange(0)) {
    case kTimeBit:
      return runtime::ResetScope::kTime;
    case kStateBit:
      return runtime::ResetScope::kState;
    default:
      return runtime::ResetScope::kBoth;
  }
}

void RunControl::sleep_until(Clock::time_point end, const Hooks& hooks) {
  const auto wanted = [this, factor = factor_.load()] { return has_command() || factor_.load() != factor; };
  std::unique_lock lock{mutex_};
  sleeping_.store(true);
  for (Clock::time_point now = Clock::now(); now < end && !wanted(); now = Clock::now()) {
    if (hooks.interrupted && hooks.interrupted()) break;
    const Clock::time_point piece = hooks.interrupted ? std::min(end, now + kPoll) : end;
    changed_.wait_until(lock, piece, wanted);
  }
  sleeping_.store(false);
}

}  // namespace lockstep::world
