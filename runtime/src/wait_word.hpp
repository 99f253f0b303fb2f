// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace lockstep::runtime {

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
