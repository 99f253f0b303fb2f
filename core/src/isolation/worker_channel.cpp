// SPDX-License-Identifier: Apache-2.0
#include "isolation/worker_channel.hpp"

#include <algorithm>

namespace lockstep::core::isolation {
namespace {

/// What threads of the FMU may say between two requests; the rest is dropped.
constexpr std::size_t kMaxWaitingLines = 1000;
/// A message of the log crosses in one piece; longer ones are cut.
constexpr std::size_t kMaxLogText = kAreaBytes - 4096;
constexpr std::size_t kMaxLogName = 1024;

}  // namespace

WorkerChannel::WorkerChannel(SharedMemory& memory) : memory_{memory} {
  ::sched_getaffinity(0, sizeof everywhere_, &everywhere_);
}

void WorkerChannel::follow_host(std::uint32_t host_wait) noexcept {
  if (host_wait == followed_) return;
  followed_ = host_wait;
  const std::uint32_t processor = (host_wait & ~kHostLooks) - 1;
  cpu_set_t wanted = everywhere_;
  if (processor < CPU_SETSIZE) {
    if ((host_wait & kHostLooks) != 0) {
      CPU_CLR(processor, &wanted);
    } else {
      CPU_ZERO(&wanted);
      CPU_SET(processor, &wanted);
    }
  }
  // There may be no other processor, or this thread may not go there; then it goes where it may.
  if (::sched_setaffinity(0, sizeof wanted, &wanted) != 0)
    ::sched_setaffinity(0, sizeof everywhere_, &everywhere_);
}

void WorkerChannel::await() noexcept {
  Direction& requests = memory_.to_worker;
  const std::uint32_t expected = ++received_;
  const std::uint32_t host_wait = memory_.host_wait.load(std::memory_order_relaxed);
  follow_host(host_wait);
  bool arrived = requests.number.load(std::memory_order_acquire) == expected;
  if ((host_wait & kHostLooks) != 0 && !arrived) arrived = spin(requests.number, expected);
  while (!arrived) {
    requests.reader_sleeps.store(1);
    const std::uint32_t seen = requests.number.load();
    if (seen != expected) futex_wait(requests.number, seen, -1);
    requests.reader_sleeps.store(0);
    arrived = requests.number.load() == expected;
  }
  kind_ = static_cast<MessageKind>(requests.kind.load(std::memory_order_relaxed));
  bytes_ = std::min(static_cast<std::size_t>(requests.bytes.load(std::memory_order_relaxed)), kAreaBytes);
}

FrameReader WorkerChannel::next() noexcept {
  await();
  return {memory_.request, bytes_, this};
}

void WorkerChannel::accepted() noexcept {
  const std::lock_guard lock{mutex_};
  host_listens_ = true;
  for (const Line& line : waiting_)
    send(line);
  waiting_.clear();
}

FrameWriter WorkerChannel::begin() noexcept {
  const std::lock_guard lock{mutex_};
  host_listens_ = false;
  return {memory_.reply, kAreaBytes, this};
}

void WorkerChannel::finish(const FrameWriter& reply) noexcept {
  post(memory_.to_host, MessageKind::kFrame, reply.used());
}

bool WorkerChannel::flush(std::size_t used) noexcept {
  post(memory_.to_host, MessageKind::kPart, used);
  await();
  return true;
}

std::size_t WorkerChannel::refill() noexcept {
  if (kind_ != MessageKind::kPart) return 0;
  post(memory_.to_host, MessageKind::kContinue, 0);
  await();
  return bytes_;
}

void WorkerChannel::log(const LogMessage& message) noexcept {
  try {
    Line line{message.level, std::string{message.source.substr(0, kMaxLogName)},
              std::string{message.category.substr(0, kMaxLogName)},
              std::string{message.text.substr(0, kMaxLogText)}};
    const std::lock_guard lock{mutex_};
    if (host_listens_)
      send(line);
    else if (waiting_.size() < kMaxWaitingLines)
      waiting_.push_back(std::move(line));
  } catch (...) {  // no memory: a line of log is lost, the model goes on
  }
}

void WorkerChannel::send(const Line& line) noexcept {
  FrameWriter frame{memory_.reply, kAreaBytes, nullptr};
  frame.value(line.level);
  frame.text(line.source);
  frame.text(line.category);
  frame.text(line.text);
  post(memory_.to_host, MessageKind::kLog, frame.used());
  await();
}

}  // namespace lockstep::core::isolation
