// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/time_grid.hpp"
#include "lockstep/devices/api/options.hpp"

namespace lockstep::runtime {

/// A tick of the world: the step that is about to begin, and its time.
struct Tick {
  std::int64_t step{0};
  core::SimTime time{0};
  /// How often the world was set back or restored before: a confirmation from before that counts no more.
  std::uint32_t restart{0};
};

/// How an outside party keeps step with the world.
struct PartyOptions {
  std::string name;  ///< for messages; unique
  /// Takes part in the first step at or after each multiple of this time; empty: in every step.
  std::optional<core::SimTime> period{};
  /// How long the world waits for it, of the wall clock; empty: for ever.
  std::optional<std::chrono::nanoseconds> timeout{};
  /// After the timeout: kStop (the world stops and names the party) or kHold (it goes on without, and counts
  /// a miss). An inlet that should become safe has a timeout of its own.
  devices::FaultPolicy on_timeout{devices::FaultPolicy::kStop};
};

/// The lock-step barrier: outside the step, the world waits until every outside party (a thread, another
/// process, a node) has confirmed the ticks it takes part in. The only one there is; clock clients, ROS nodes
/// and robots use it alike.
///
/// A party joins, then again and again: await() the next tick, read taps (the state of the tick has been
/// published), write inlets and send requests, confirm(). The step then begins, and sees all of it. Leaving
/// never blocks the world. Without parties pass() is one load of an atomic number.
class Barrier {
 public:
  class Party {
   public:
    /// Leaves.
    ~Party();
    Party(const Party&) = delete;
    Party& operator=(const Party&) = delete;

    /// The next tick that waits for this party; empty when `limit` (empty: none) is over, or the world or
    /// this party has ended.
    std::optional<Tick> await(std::optional<std::chrono::nanoseconds> limit = {});
    /// The same, but each tick once: for a thread that hands ticks on to somebody who confirms them. `seen`
    /// is 0 at first and kept by the caller.
    std::optional<Tick> await_new(std::uint64_t& seen);
    /// Everything this party has to say for the steps up to that of the tick has been said. Nothing happens
    /// when the world has been set back since the tick.
    void confirm(const Tick& tick);
    /// The same for the tick that was awaited last or a later step, for a party of one thread. One that never
    /// awaits ticks, because it knows the steps by other means, confirms steps of the run there is.
    void confirm(std::int64_t step);
    /// From now on the world does not wait for this party.
    void leave();
    /// The party is gone without having left, because its process or connection ended. It leaves, and if
    /// its policy is kStop, the next pass() says that the world must stop, once.
    void abandon();
    /// Ticks at which the world went on without it.
    std::uint64_t missed() const;
    const PartyOptions& options() const noexcept { return options_; }

   private:
    friend class Barrier;
    struct Shared;
    Party(std::shared_ptr<Shared> shared, PartyOptions options);
    bool is_wanted() const noexcept { return wanted_ && wanted_->step > confirmed_; }
    void leave_locked();
    void confirm_locked(std::int64_t step, std::uint32_t restart);

    std::shared_ptr<Shared> shared_;
    PartyOptions options_;
    std::int64_t confirmed_{-1};
    std::optional<std::uint32_t> awaited_restart_;  // of the tick that was awaited last
    std::optional<Tick> wanted_;                    // the tick that waits for it
    std::uint64_t ticks_{0};                        // such ticks so far
    core::SimTime next_{0};                         // takes part from this time on
    std::uint64_t missed_{0};
    bool left_{false};
  };

  Barrier();
  ~Barrier();
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;

  /// Takes part from the next tick on. Throws Error{kBadUsage} for a name that is taken, a period or timeout
  /// that is not positive, or a policy other than stop and hold. Any thread.
  std::shared_ptr<Party> join(PartyOptions options);
  /// Nobody takes part. Any thread.
  bool empty() const noexcept;
  /// Names of those who take part. Any thread.
  std::vector<std::string> parties() const;

  // --- the side of the world -----------------------------------------------------------------------------
  /// Waits for all parties that take part in this tick. Empty: go on; else why the world must stop.
  /// The number of restarts in `tick` is filled in here. `give_up` is asked whenever notify() was called, and
  /// every 50 ms: true ends the waiting with an empty answer, and the same tick may be passed again later.
  [[nodiscard]] std::string pass(const Tick& tick, const std::function<bool()>& give_up = {});
  /// Lets a waiting pass() ask its `give_up` again. Any thread.
  void notify();
  /// Time was put back: confirmations count anew from step 0.
  void restart();
  /// The world has ended: everybody who waits for a tick gets none.
  void end();

 private:
  std::shared_ptr<Party::Shared> shared_;
};

}  // namespace lockstep::runtime
