// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "isolation/frame.hpp"
#include "isolation/shared_memory.hpp"
#include "isolation/wait_policy.hpp"

namespace lockstep::core::isolation {

/// The host's end: one request, one reply, messages of the log in between.
///
///     FrameWriter request = channel.begin(deadline);   // then write
///     FrameReader reply = channel.finish(request);     // then read
///
/// Trusts nothing in the shared memory: counters are its own, sizes are copied and checked.
class HostChannel final : public FrameFlow {
 public:
  /// How an exchange went wrong.
  enum class Fate : std::uint8_t { kAlive, kEnded, kTimeout, kGarbled };
  using Clock = std::chrono::steady_clock;

  /// `on_log` gets the frame of a log message. `has_ended` looks whether the worker is still there; it is
  /// asked ten times a second while the host waits, in case nobody could wake it.
  HostChannel(SharedMemory& memory, std::function<void(FrameReader&)> on_log, std::function<bool()> has_ended)
      : memory_{memory},
        on_log_{std::move(on_log)},
        has_ended_{std::move(has_ended)},
        policy_{static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&memory) >> 12U)} {}

  /// `step`: one of many alike, whose waiting is worth a policy. Else the model may start threads, which
  /// would inherit the processor that the worker is bound to.
  FrameWriter begin(double limit_s, bool step = false) noexcept;
  FrameReader finish(const FrameWriter& request) noexcept;
  Fate fate() const noexcept { return fate_; }
  /// The reply does not have the form it must have.
  void garbled() noexcept { fail(Fate::kGarbled); }

  bool flush(std::size_t used) noexcept override;
  std::size_t refill() noexcept override;

 private:
  /// Sends, and waits for a message that is not for the log. False: fate() says why not.
  bool exchange(MessageKind kind, std::size_t bytes) noexcept;
  bool await() noexcept;
  /// A reply came; what the policy learns from it. The times may be unknown (zero).
  void note_wait(Clock::time_point begin, Clock::time_point asleep, bool found) noexcept;
  /// Tells the worker how the host is going to wait.
  void announce_wait() noexcept;
  bool overdue() const noexcept { return limited_ && Clock::now() >= deadline_; }
  void fail(Fate fate) noexcept {
    if (fate_ == Fate::kAlive) fate_ = fate;
  }

  SharedMemory& memory_;
  std::function<void(FrameReader&)> on_log_;
  std::function<bool()> has_ended_;
  WaitPolicy policy_;
  bool quick_{true};           // the last wait was short
  std::uint32_t received_{0};  // messages of the worker so far
  MessageKind kind_{MessageKind::kNone};
  std::size_t bytes_{0};
  Clock::time_point deadline_{};
  bool limited_{false};
  bool step_{false};
  std::uint64_t reply_bytes_{0};  // of the reply that is being read
  Fate fate_{Fate::kAlive};
};

}  // namespace lockstep::core::isolation
