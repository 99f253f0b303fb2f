// SPDX-License-Identifier: Apache-2.0
#include "wait_word.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace lockstep::runtime {

static_assert(sizeof(std::atomic<std::uint32_t>) == 4, "the kernel waits on the plain number");

void WaitWord::wake_all() noexcept {
  syscall(SYS_futex, &value_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

bool WaitWord::wait_while(std::uint32_t old, std::optional<Clock::time_point> deadline) const noexcept {
  waiters_.fetch_add(1);
  bool changed = true;
  while (value_.load() == old) {
    timespec left{};
    if (deadline) {
      const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(*deadline - Clock::now());
      if (rest.count() <= 0) {
        changed = false;
        break;
      }
      left.tv_sec = static_cast<std::time_t>(rest.count() / 1'000'000'000);
      left.tv_nsec = static_cast<long>(rest.count() % 1'000'000'000);
    }
    // Returns at once when the value is no longer `old`; interruptions and early wake-ups only loop.
    syscall(SYS_futex, &value_, FUTEX_WAIT_PRIVATE, old, deadline ? &left : nullptr, nullptr, 0);
  }
  waiters_.fetch_sub(1);
  return changed;
}

}  // namespace lockstep::runtime
