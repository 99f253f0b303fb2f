// SPDX-License-Identifier: Apache-2.0
#include "isolation/shared_memory.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <ctime>
#include <utility>

namespace lockstep::core::isolation {
namespace {

/// Longer than a step of a small FMU, shorter than what a wake-up across cores costs.
constexpr auto kSpinTime = std::chrono::microseconds{30};

void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

SharedMemory* map(int descriptor) {
  void* const address =
      ::mmap(nullptr, sizeof(SharedMemory), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (address == MAP_FAILED) throw archive::system_error("mapping the memory shared with a worker", errno);
  return static_cast<SharedMemory*>(address);
}

}  // namespace

SharedMapping SharedMapping::create() {
  SharedMapping mapping;
  mapping.descriptor_ =
      archive::FileDescriptor{::memfd_create("lockstep-worker", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
  const int descriptor = mapping.descriptor_.get();
  if (descriptor < 0 || ::ftruncate(descriptor, sizeof(SharedMemory)) != 0 ||
      ::fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    throw archive::system_error("making memory to share with a worker", errno);
  }
  mapping.memory_ = map(descriptor);
  return mapping;
}

SharedMapping SharedMapping::of(int descriptor) {
  SharedMapping mapping;
  mapping.memory_ = map(descriptor);
  return mapping;
}

SharedMapping::~SharedMapping() {
  if (memory_ != nullptr) ::munmap(memory_, sizeof(SharedMemory));
}

SharedMapping::SharedMapping(SharedMapping&& other) noexcept
    : descriptor_{std::move(other.descriptor_)}, memory_{std::exchange(other.memory_, nullptr)} {}

SharedMapping& SharedMapping::operator=(SharedMapping&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(memory_, other.memory_);
  return *this;
}

void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value, std::int64_t timeout_ns) noexcept {
  const timespec timeout{static_cast<time_t>(timeout_ns / 1'000'000'000),
                         static_cast<long>(timeout_ns % 1'000'000'000)};
  // Not FUTEX_PRIVATE_FLAG: the word is shared by two processes.
  ::syscall(SYS_futex, &word, FUTEX_WAIT, value, timeout_ns >= 0 ? &timeout : nullptr, nullptr, 0);
}

void futex_wake(std::atomic<std::uint32_t>& word) noexcept {
  ::syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void post(Direction& direction, MessageKind kind, std::size_t bytes) noexcept {
  direction.kind.store(static_cast<std::uint32_t>(kind), std::memory_order_relaxed);
  direction.bytes.store(bytes, std::memory_order_relaxed);
  direction.number.fetch_add(1);  // sequentially consistent: before the look at reader_sleeps
  if (direction.reader_sleeps.load() != 0) futex_wake(direction.number);
}

bool spin(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
  const auto end = std::chrono::steady_clock::now() + kSpinTime;
  do {
    for (int i = 0; i < 32; ++i) {
      if (word.load(std::memory_order_acquire) == expected) return true;
      relax();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace lockstep::core::isolation
