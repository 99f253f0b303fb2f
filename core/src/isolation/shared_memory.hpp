// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "archive/file.hpp"
#include "instance/call_ring.hpp"

namespace lockstep::core::isolation {

/// Bytes of a frame that cross in one piece; longer ones cross in several. Pages nobody touches cost nothing.
inline constexpr std::size_t kAreaBytes = std::size_t{1} << 20U;

/// What a message from one side to the other is.
enum class MessageKind : std::uint32_t {
  kNone,
  kFrame,     ///< a whole request or reply, or the last part of one
  kPart,      ///< a part; the other side answers kContinue when it has taken it
  kLog,       ///< worker: a log message in the middle of a request; the host answers kContinue
  kContinue,  ///< go on
};

/// One direction. The writer fills the area, then `kind` and `bytes`, then counts `number` up; the reader
/// waits for the number it expects.
struct Direction {
  alignas(64) std::atomic<std::uint32_t> number;  ///< futex word
  std::atomic<std::uint32_t> reader_sleeps;       ///< the writer has to wake the reader
  alignas(64) std::atomic<std::uint32_t> kind;
  std::atomic<std::uint64_t> bytes;
};

/// A file that was refused to the FMU.
struct RefusedFile {
  static constexpr std::size_t kMaxPath = 512;
  std::atomic<std::uint32_t> state;  ///< 0: none; 1: being written; 2: to read; 3: to write
  char path[kMaxPath];               ///< longer ones are cut; perhaps without an end
};

/// What the worker leaves behind when it dies; written by a signal handler, but for `files`.
struct LastWords {
  static constexpr std::size_t kMaxFiles = 4;
  std::atomic<std::uint32_t> written;  ///< 1: `calls` is a copy of the instance's ring
  std::atomic<std::uint32_t> denied;   ///< number of the last system call that was refused, plus 1
  RefusedFile files[kMaxFiles];        ///< the first ones
  alignas(64) unsigned char calls[sizeof(CallRing)];
};

/// How the host waits for a reply, and so how and where the worker should wait for the next request. The low
/// bits are the processor of the host plus 1; 0: unknown.
inline constexpr std::uint32_t kHostLooks = std::uint32_t{1} << 31U;  ///< for a while, before it sleeps
inline constexpr std::uint32_t kHostSleeps = 0;                       ///< at once

/// The memory both processes see. The worker may write any of it at any time, so the host never trusts what
/// it reads here and keeps what it needs (counters, sizes, phases) in memory of its own.
struct SharedMemory {
  Direction to_worker;
  Direction to_host;
  std::atomic<std::uint32_t> worker_ended;  ///< the supervisor saw it end
  /// kHostLooks or kHostSleeps, and where. A host that looks is in the way of a worker on its processor; one
  /// that sleeps at once is met soonest there (waking across processors costs several times as much).
  std::atomic<std::uint32_t> host_wait;
  LastWords last_words;
  alignas(4096) char request[kAreaBytes];
  alignas(4096) char reply[kAreaBytes];
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free &&
              std::atomic<std::uint64_t>::is_always_lock_free);

/// A mapping of it.
class SharedMapping {
 public:
  /// New memory, all zero, whose size nobody can change (a worker that cut it short would end the host by
  /// SIGBUS). Throws Error{kSystem}.
  static SharedMapping create();
  /// The memory behind a descriptor. Throws Error{kSystem}.
  static SharedMapping of(int descriptor);
  SharedMapping() noexcept = default;
  ~SharedMapping();
  SharedMapping(SharedMapping&& other) noexcept;
  SharedMapping& operator=(SharedMapping&& other) noexcept;

  SharedMemory& operator*() const noexcept { return *memory_; }
  SharedMemory* operator->() const noexcept { return memory_; }
  /// Of create(); -1 for a mapping made by of().
  int descriptor() const noexcept { return descriptor_.get(); }

 private:
  archive::FileDescriptor descriptor_;
  SharedMemory* memory_{nullptr};
};

/// Sleeps until `word` is no longer `value`, somebody wakes, `timeout_ns` is over, or for no reason at all.
void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value, std::int64_t timeout_ns) noexcept;
void futex_wake(std::atomic<std::uint32_t>& word) noexcept;

/// Makes a message visible to the other side and wakes it if it sleeps.
void post(Direction& direction, MessageKind kind, std::size_t bytes) noexcept;

/// True as soon as `word` is `expected`; false after looking for a while: time to sleep.
bool spin(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept;

}  // namespace lockstep::core::isolation
