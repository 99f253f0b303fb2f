// SPDX-License-Identifier: Apache-2.0
#include "instance/preemption_slots.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

struct Counter final : SchedulerCallbacks {
  int locks{0}, unlocks{0};
  void on_clock_update() noexcept override {}
  void lock_preemption() noexcept override { ++locks; }
  void unlock_preemption() noexcept override { ++unlocks; }
};

// Functions without arguments reach the scheduler they were made for, and nobody after it is gone.
TEST(PreemptionSlots, ReachTheirOwner) {
  Counter first, second;
  fmi3LockPreemptionCallback lock_of_second = nullptr;
  {
    const PreemptionSlot a{first}, b{second};
    lock_of_second = b.lock();
    a.lock()();
    a.lock()();
    a.unlock()();
    b.unlock()();
  }
  lock_of_second();
  EXPECT_EQ(first.locks, 2);
  EXPECT_EQ(first.unlocks, 1);
  EXPECT_EQ(second.locks, 0);
  EXPECT_EQ(second.unlocks, 1);
}

// 64 pairs and no more; a freed one is used again.
TEST(PreemptionSlots, AreLimited) {
  Counter counter;
  std::vector<std::unique_ptr<PreemptionSlot>> slots;
  try {
    for (int i = 0; i < 100; ++i)
      slots.push_back(std::make_unique<PreemptionSlot>(counter));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_EQ(slots.size(), 64U);
  }
  slots.pop_back();
  const PreemptionSlot again{counter};
}

}  // namespace
}  // namespace lockstep::core
