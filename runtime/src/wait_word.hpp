// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace lockstep::runtime {

/// Longer limits mean the same and would not fit into a point in time.
inline constexpr std::chrono::hours kLongestWait{24 * 365 * 100};

/// The instant at which `limit` from now is over; empty: never.
inline std::optional<std::chrono::steady_clock::time_point> deadline_after(
    std::optional<std::chrono::nanoseconds> limit) {
  if (!limit) return {};
  return std::chrono::steady_clock::now() + std::min<std::chrono::nanoseconds>(*limit, kLongestWait);
}

/// A number that some threads change and others wait for (a futex). Changing it never locks, and costs a
/// system call only while somebody waits, so that a step may do it.
class WaitWord {
 public:
  using Clock = std::chrono::steady_clock;

  std::uint32_t load() const noexcept { return value_.load(std::memory_order_acquire); }
  void store(std::uint32_t value) noexcept {
    value_.store(value);
    if (waiters_.load() != 0) wake_all();
  }
  /// Any number of threads at once.
  void increment() noexcept {
    value_.fetch_add(1);
    if (waiters_.load() != 0) wake_all();
  }

  /// Waits while the value is `old`. False: the deadline has passed (empty: there is none).
  bool wait_while(std::uint32_t old, std::optional<Clock::time_point> deadline) const noexcept;

 private:
  void wake_all() noexcept;

  std::atomic<std::uint32_t> value_{0};
  mutable std::atomic<std::uint32_t> waiters_{0};
};

}  // namespace lockstep::runtime
