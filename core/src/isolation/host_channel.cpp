// SPDX-License-Identifier: Apache-2.0
#include "isolation/host_channel.hpp"

#include <sched.h>

namespace lockstep::core::isolation {
namespace {

/// How often the host looks after the worker while it waits, in case it cannot be woken.
constexpr std::int64_t kLookAfter_ns = 100'000'000;
/// A model that takes longer gains nothing from sharing the processor of the host, and may have threads.
constexpr auto kQuickWait = std::chrono::microseconds{200};
/// No reply of an honest worker is longer; a hostile one would fill the memory of the host.
constexpr std::uint64_t kMaxReplyBytes = std::uint64_t{4} << 30U;

}  // namespace

FrameWriter HostChannel::begin(double limit_s, bool step) noexcept {
  step_ = step;
  limited_ = limit_s > 0.0;
  if (limited_)
    deadline_ =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit_s));
  return {memory_.request, kAreaBytes, this};
}

FrameReader HostChannel::finish(const FrameWriter& request) noexcept {
  if (!request.ok() || !exchange(MessageKind::kFrame, request.used())) return {memory_.reply, 0, nullptr};
  if (kind_ != MessageKind::kFrame && kind_ != MessageKind::kPart) garbled();
  reply_bytes_ = bytes_;
  if (fate_ != Fate::kAlive) return {memory_.reply, 0, nullptr};
  return {memory_.reply, bytes_, this};
}

bool HostChannel::flush(std::size_t used) noexcept {
  if (!exchange(MessageKind::kPart, used)) return false;
  if (kind_ != MessageKind::kContinue) garbled();
  return fate_ == Fate::kAlive;
}

std::size_t HostChannel::refill() noexcept {
  if (kind_ != MessageKind::kPart || !exchange(MessageKind::kContinue, 0)) return 0;
  if (kind_ != MessageKind::kFrame && kind_ != MessageKind::kPart) garbled();
  reply_bytes_ += bytes_;
  if (reply_bytes_ > kMaxReplyBytes) garbled();
  return fate_ == Fate::kAlive ? bytes_ : 0;
}

bool HostChannel::exchange(MessageKind kind, std::size_t bytes) noexcept {
  if (fate_ != Fate::kAlive) return false;
  announce_wait();
  post(memory_.to_worker, kind, bytes);
  while (await()) {
    if (kind_ != MessageKind::kLog) return true;
    try {
      FrameReader message{memory_.reply, bytes_, nullptr};
      on_log_(message);
    } catch (...) {  // no memory for a line of log: the call itself must not fail for it
    }
    post(memory_.to_worker, MessageKind::kContinue, 0);
  }
  return false;
}

void HostChannel::announce_wait() noexcept {
  // Where the model takes long, or may start threads, which inherit where the worker may run: anywhere.
  const int processor = step_ && quick_ ? ::sched_getcpu() : -1;
  const std::uint32_t where = processor >= 0 ? static_cast<std::uint32_t>(processor) + 1 : 0;
  memory_.host_wait.store(where | (policy_.spins() ? kHostLooks : kHostSleeps), std::memory_order_relaxed);
}

void HostChannel::note_wait(Clock::time_point begin, Clock::time_point asleep, bool found) noexcept {
  constexpr Clock::time_point kUnknown{};
  const Clock::time_point since = begin != kUnknown ? begin : asleep;
  const Clock::duration waited = since != kUnknown ? Clock::now() - since : Clock::duration::zero();
  if (!found) quick_ = waited < kQuickWait;
  if (step_) policy_.note(std::chrono::nanoseconds{waited}.count(), found);
}

bool HostChannel::await() noexcept {
  Direction& replies = memory_.to_host;
  const std::uint32_t expected = ++received_;
  bool arrived = replies.number.load(std::memory_order_acquire) == expected;
  const bool measures = step_ && policy_.measures();
  const Clock::time_point begin = measures && !arrived ? Clock::now() : Clock::time_point{};
  if (policy_.spins() && !arrived) arrived = spin(replies.number, expected);
  const bool found = arrived;
  const Clock::time_point asleep = arrived ? Clock::time_point{} : Clock::now();
  while (!arrived) {
    if (memory_.worker_ended.load() != 0 || overdue()) {
      // A reply that came just before the end counts.
      arrived = replies.number.load() == expected;
      if (!arrived) fail(memory_.worker_ended.load() != 0 ? Fate::kEnded : Fate::kTimeout);
      break;
    }
    replies.reader_sleeps.store(1);
    const std::uint32_t seen = replies.number.load();
    if (seen != expected && memory_.worker_ended.load() == 0) {
      std::int64_t wait_ns = kLookAfter_ns;
      if (limited_) {
        const auto left =
            std::chrono::duration_cast<std::chrono::nanoseconds>(deadline_ - Clock::now()).count();
        wait_ns = left < wait_ns ? (left > 0 ? left : 0) : wait_ns;
      }
      futex_wait(replies.number, seen, wait_ns);
    }
    replies.reader_sleeps.store(0);
    arrived = replies.number.load() == expected;
    if (!arrived && has_ended_()) {
      arrived = replies.number.load() == expected;
      if (!arrived) fail(Fate::kEnded);
      break;
    }
  }
  if (!arrived) return false;
  note_wait(begin, asleep, found);
  kind_ = static_cast<MessageKind>(replies.kind.load(std::memory_order_relaxed));
  const std::uint64_t bytes = replies.bytes.load(std::memory_order_relaxed);
  if (bytes > kAreaBytes) {
    fail(Fate::kGarbled);
    return false;
  }
  bytes_ = static_cast<std::size_t>(bytes);
  return true;
}

}  // namespace lockstep::core::isolation
