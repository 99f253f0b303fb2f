// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "lockstep/clock/lock_step.hpp"

namespace lockstep::clock {

/// A periodic loop whose clock the environment chooses: the same controller on the robot, beside a simulation
/// and in lock step with it.
///
///     clock::Loop loop = clock::Loop::from_environment("walking", 1ms);
///     while (auto tick = loop.next()) control(*tick);
///
/// | LOCKSTEP_CLOCK | LOCKSTEP_COUPLING | the loop runs |
/// |---|---|---|
/// | nothing or `wall` | | every `period` of the wall clock |
/// | `simulated`, or the path of a channel | `lock_step` or nothing | at each multiple of the period of
/// simulated time; the world waits | | the same | `free_running` | likewise, but the world does not wait:
/// ticks may be missed |
///
/// For one thread.
class Loop {
 public:
  struct Tick {
    SimTime time{0};
    bool jumped_back{false};  ///< see LockStep::Tick
  };

  /// Throws Error{kBadUsage} for another word, and as channel::Client::connect.
  static Loop from_environment(const std::string& name, SimTime period);
  static Loop on(Clock clock, SimTime period);
  static Loop in_lock_step(channel::Client client, const LockStepOptions& options);

  /// Waits for the next tick; empty when there will be none.
  std::optional<Tick> next();
  /// Multiples of the period that went by while the loop was busy; 0 in lock step.
  std::uint64_t missed() const noexcept { return missed_; }

 private:
  Loop() = default;
  std::optional<Tick> next_on_clock();

  std::optional<channel::Client> client_;
  std::optional<LockStep> lock_step_;
  std::optional<Clock> clock_;
  SimTime period_{0};
  std::int64_t last_{-1};  // number of the multiple that came last
  std::uint64_t missed_{0};
};

}  // namespace lockstep::clock
