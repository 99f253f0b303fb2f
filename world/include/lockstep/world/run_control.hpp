// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>

#include "lockstep/runtime/runtime.hpp"

namespace lockstep::world {

/// Pauses, resumes, steps, resets and stops a world while another thread runs it.
///
///     std::thread loop{[&] { world.run(); }};
///     world.control().pause();
///     world.control().step_and_wait(10);   // exactly ten steps later
///     world.control().resume();
///
/// What is asked for takes effect between two steps: after the step that is being computed. Commands may come
/// before the run begins: it then begins paused, or stops at once.
///
/// Threads: the commands may be called from any thread, also from inside of a step (a request to a device),
/// where they neither lock nor block. The waiting functions must not be called by the thread that runs the
/// world. Not for signal handlers: see RunHooks::interrupted.
class RunControl {
 public:
  // --- commands: any thread ------------------------------------------------------------------------------
  /// No further step until resume() or step().
  void pause() noexcept;
  /// Steps follow each other again.
  void resume() noexcept;
  /// `count` more steps, then pauses. A world that still has steps to do by an earlier call does both.
  /// Returns a ticket for wait(). Nothing happens when count < 1.
  std::int64_t step(std::int64_t count = 1) noexcept;
  /// Ends the run. One that comes between two runs ends the next one.
  void stop() noexcept;
  /// Sets the world back before its next step, also while it is paused. Of two that come before the same step
  /// the wider one counts: time and state are both.
  void reset(runtime::ResetScope scope = runtime::ResetScope::kBoth) noexcept;
  /// World time per wall time that a run keeps to; 0: as fast as possible. A run that is late catches up as
  /// fast as it can; time that is spent paused does not count. Throws Error{kBadUsage} unless 0 or a finite
  /// number above it.
  void set_real_time_factor(double factor);
  double real_time_factor() const noexcept { return factor_.load(); }

  // --- watching: any thread ------------------------------------------------------------------------------
  bool running() const noexcept { return running_.load(); }  ///< a thread is inside of a run
  /// No step follows until somebody asks for one. A step may still be under way: see wait_until_idle().
  bool paused() const noexcept { return steps_.load() >= limit_.load(); }
  /// Steps of all runs so far; never goes back.
  std::int64_t steps() const noexcept { return steps_.load(); }

  // --- waiting: any thread but the one that runs the world -------------------------------------------------
  static constexpr std::chrono::nanoseconds kForever{std::numeric_limits<std::int64_t>::max()};
  /// Waits for the steps of a ticket. False when they will not come: the run ended or was paused meanwhile,
  /// no run is under way, or `timeout` has passed.
  bool wait(std::int64_t ticket, std::chrono::nanoseconds timeout = kForever);
  /// step() and wait().
  bool step_and_wait(std::int64_t count = 1, std::chrono::nanoseconds timeout = kForever);
  /// Waits until no step is under way: the run is paused and waits, or there is none. False after `timeout`.
  bool wait_until_idle(std::chrono::nanoseconds timeout = kForever);

  // --- for the loop that runs the world, in its own thread
  // ---------------------------------------------------
  using Clock = std::chrono::steady_clock;
  enum class Next : std::uint8_t { kStep, kReset, kStop };
  struct Hooks {
    /// Whether to stop, asked at least every 50 ms while the run waits; empty: nobody asks.
    std::function<bool()> interrupted;
    /// Called when the run pauses, before it waits, between two steps and without a lock; again when somebody
    /// asks for a pause while it waits.
    std::function<void()> on_pause;
  };
  /// Called by commands that come while the loop is between begin_wait() and end_wait(): what it waits for
  /// then is not ours (a barrier, which also looks by itself now and then). Once, before the first run.
  void set_waker(std::function<void()> waker) { waker_ = std::move(waker); }
  void begin_wait() noexcept { waits_outside_.store(true, std::memory_order_relaxed); }
  void end_wait() noexcept { waits_outside_.store(false, std::memory_order_relaxed); }
  /// Whether a reset was asked for.
  bool wants_reset() const noexcept { return reset_.load() != 0; }
  /// Whether a pause has come before the last step of a ticket.
  bool never_reaches(std::int64_t ticket) const noexcept { return limit_.load() < ticket; }
  /// Whether stop() ends this run.
  bool stopping() const noexcept { return stop_.load(); }
  /// Whether there is something to do but the next step.
  bool has_command() const noexcept;
  void begin_run() noexcept;
  void end_run() noexcept;
  /// What to do now; waits while the run is paused. `waited` becomes true if it did.
  Next next(const Hooks& hooks, bool& waited);
  void step_done() noexcept;
  /// The reset of Next::kReset; it counts as done.
  runtime::ResetScope take_reset() noexcept;
  /// Waits for an instant of the clock, or until there is something to do but the next step, or another
  /// real-time factor.
  void sleep_until(Clock::time_point end, const Hooks& hooks);

 private:
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
  Next next_slowly(const Hooks& hooks, bool& waited);
  void notify_loop() noexcept;
  void notify_waiters() noexcept;
  template <class Ready>
  bool wait_for(std::chrono::nanoseconds timeout, const Ready& ready);

  std::atomic<std::int64_t> steps_{0};         // written by the loop
  std::atomic<std::int64_t> limit_{kNoLimit};  // pauses when steps_ reaches it
  std::atomic<bool> pause_asked_{false};       // since on_pause was called last
  std::atomic<bool> attention_{false};         // one of the following is set
  std::atomic<bool> stop_{false};
  std::atomic<std::uint8_t> reset_{0};  // bits of the scopes that are asked for
  std::atomic<double> factor_{0.0};
  std::atomic<bool> running_{false};
  std::atomic<bool> idle_{false};      // paused, and no step under way
  std::atomic<bool> sleeping_{false};  // the loop waits for changed_
  std::atomic<int> waiters_{0};        // other threads that do
  std::atomic<bool> waits_outside_{false};
  std::function<void()> waker_;
  std::mutex mutex_;  // never taken inside of a step
  std::condition_variable changed_;
};

}  // namespace lockstep::world
