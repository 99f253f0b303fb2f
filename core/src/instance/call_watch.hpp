// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "instance/call_ring.hpp"

namespace lockstep::core {

/// Sees FMI calls that do not come back, and says so once for each: nobody else could, since the thread that
/// made the call waits for it. It ends nothing; only a process of its own can be ended (isolation).
///
/// One thread for all rings, from the first add() to the last remove(). It looks at the rings now and then
/// and costs the calls themselves nothing. Thread-safe.
class CallWatch {
 public:
  /// `waited_s`: for how long the call has been seen without an answer, at least the limit.
  using Report = std::function<void(const CallRecord& call, double waited_s)>;

  CallWatch() = default;
  ~CallWatch();
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  /// Calls of `ring` that take longer than `limit_s` are reported, from the thread of the watch and never
  /// after remove() returned. A report must not add or remove.
  void add(const CallRing& ring, double limit_s, Report report);
  void remove(const CallRing& ring) noexcept;

 private:
  using Clock = std::chrono::steady_clock;
  struct Watched {
    const CallRing* ring;
    std::chrono::duration<double> limit;
    Report report;
    std::uint64_t call{0};  ///< the one that was under way when last looked
    Clock::time_point since{};
    bool reported{false};
  };
  void watch();
  static void look(Watched& one, Clock::time_point now);
  void stop() noexcept;

  std::mutex lifecycle_mutex_;  // add() and remove() as a whole, thread start and end included
  std::mutex mutex_;            // what follows
  std::condition_variable changed_;
  std::vector<Watched> all_;
  bool stopping_{false};
  std::thread thread_;
};

}  // namespace lockstep::core
