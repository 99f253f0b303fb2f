// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "lockstep/channel/client.hpp"
#include "lockstep/clock/clock.hpp"

namespace lockstep::clock {

struct LockStepOptions {
  std::string name;                 ///< for messages; unique in the world
  std::optional<SimTime> period{};  ///< ticks at multiples of it; empty: every step
  channel::Limit timeout{};         ///< how long the world waits for this controller, of the wall clock
  channel::PartyPolicy policy{channel::PartyPolicy::kStop};  ///< what it does after that
};

/// One controller that the world waits for: after each tick until the next call of next() or sleep_...().
/// What is written into inlets and requested in between is there for the step of the tick.
///
///     clock::LockStep step{client, {"walking", 1ms}};
///     while (auto tick = step.next()) { read taps; write inlets; }
///
/// For one thread; several controllers of a process have one each. Leaves on destruction, and the world goes
/// on.
class LockStep {
 public:
  struct Tick {
    SimTime time{0};
    std::int64_t step{0};     ///< the step that is about to begin
    bool jumped_back{false};  ///< the world was set back or restored since the tick before
  };

  /// Takes part from the next step on. Throws as channel::Client::join.
  LockStep(channel::Client& client, const LockStepOptions& options);

  /// Confirms the tick before and waits for the next one; empty when the world has ended.
  std::optional<Tick> next();
  /// The same until the time of a tick is at least this. kJumpedBack at the first tick after a jump.
  Wake sleep_until(SimTime time);
  /// From the last tick; from the first one when there was none.
  Wake sleep_for(SimTime duration);
  /// Of the last tick; 0 before the first one.
  SimTime now() const noexcept { return last_ ? last_->time : SimTime{0}; }

 private:
  channel::ClientParty party_;
  std::optional<channel::ClientTick> last_;
};

}  // namespace lockstep::clock
