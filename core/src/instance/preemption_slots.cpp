// SPDX-License-Identifier: Apache-2.0
#include "instance/preemption_slots.hpp"

#include <array>
#include <atomic>
#include <string>
#include <utility>

#include "lockstep/core/error.hpp"

namespace lockstep::core {

namespace {

constexpr std::size_t kSlots = 64;
std::array<std::atomic<SchedulerCallbacks*>, kSlots> owners{};

template <std::size_t N>
void lock_slot() {
  if (SchedulerCallbacks* owner = owners[N].load()) owner->lock_preemption();
}
template <std::size_t N>
void unlock_slot() {
  if (SchedulerCallbacks* owner = owners[N].load()) owner->unlock_preemption();
}

using Function = void (*)();
template <std::size_t... N>
constexpr std::array<Function, kSlots> lock_functions(std::index_sequence<N...>) {
  return {lock_slot<N>...};
}
template <std::size_t... N>
constexpr std::array<Function, kSlots> unlock_functions(std::index_sequence<N...>) {
  return {unlock_slot<N>...};
}
constexpr auto kLock = lock_functions(std::make_index_sequence<kSlots>{});
constexpr auto kUnlock = unlock_functions(std::make_index_sequence<kSlots>{});

}  // namespace

PreemptionSlot::PreemptionSlot(SchedulerCallbacks& scheduler) {
  for (index_ = 0; index_ < kSlots; ++index_) {
    SchedulerCallbacks* expected = nullptr;
    if (owners[index_].compare_exchange_strong(expected, &scheduler)) return;
  }
  throw Error{ErrorCode::kUnsupported,
              "more than " + std::to_string(kSlots) +
                  " Scheduled Execution instances in one process; free some, or use several processes"};
}

PreemptionSlot::~PreemptionSlot() {
  owners[index_].store(nullptr);
}

fmi3LockPreemptionCallback PreemptionSlot::lock() const noexcept {
  return kLock[index_];
}
fmi3UnlockPreemptionCallback PreemptionSlot::unlock() const noexcept {
  return kUnlock[index_];
}

}  // namespace lockstep::core
