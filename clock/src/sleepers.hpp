// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "lockstep/clock/clock.hpp"

namespace lockstep::clock {

/// Threads that sleep until a time, in the order in which they wake. Whoever has the time advances it; each
/// sleeper is woken once, by a condition of its own.
class Sleepers {
 public:
  /// Sleeps in the calling thread. With `relative` the time counts from the present, or from the first tick.
  Wake sleep(SimTime time, bool relative);
  /// A new time: wakes those whose time has come, or everybody when it is before the last one.
  void advance(SimTime now);
  void end();
  SimTime now() const;
  /// Times that advance() and end() have woken somebody.
  std::uint64_t woken() const;

 private:
  struct Sleeper {
    SimTime time{0};
    std::optional<Wake> result;
    std::condition_variable changed;
  };
  void wake(Sleeper& sleeper, Wake why);
  void wake_all(Wake why);

  mutable std::mutex mutex_;
  std::optional<SimTime> now_;
  bool ended_{false};
  std::uint64_t woken_{0};
  std::multimap<SimTime, Sleeper*> waiting_;
  std::vector<Sleeper*> unbased_;  // relative ones before the first tick
};

}  // namespace lockstep::clock
