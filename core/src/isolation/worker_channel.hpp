// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "isolation/frame.hpp"
#include "isolation/shared_memory.hpp"
#include "lockstep/core/log.hpp"

namespace lockstep::core::isolation {

/// The worker's end: waits for requests, answers each, and passes messages of the log on while the host
/// waits for the answer.
///
///     FrameReader request = channel.next();      // then read all of it
///     channel.accepted();                        // from here on the log is passed on at once
///     FrameWriter reply = channel.begin();       // then write
///     channel.finish(reply);
///
/// log() may be called from any thread of the FMU; the rest belongs to one thread. When the host dies, the
/// supervisor ends this process: nothing here looks for it.
class WorkerChannel final : public FrameFlow {
 public:
  explicit WorkerChannel(SharedMemory& memory);

  FrameReader next() noexcept;
  void accepted() noexcept;
  FrameWriter begin() noexcept;
  void finish(const FrameWriter& reply) noexcept;
  void log(const LogMessage& message) noexcept;

  bool flush(std::size_t used) noexcept override;
  std::size_t refill() noexcept override;

 private:
  struct Line {
    LogLevel level;
    std::string source, category, text;
  };
  void send(const Line& line) noexcept;
  void await() noexcept;
  /// Moves this thread to where it meets the host soonest. Threads that the model starts in a step inherit
  /// it.
  void follow_host(std::uint32_t host_wait) noexcept;

  SharedMemory& memory_;
  std::uint32_t followed_{kHostLooks};  // what the host did when this thread was moved last
  cpu_set_t everywhere_{};              // where it may run
  std::uint32_t received_{0};
  MessageKind kind_{MessageKind::kNone};
  std::size_t bytes_{0};
  std::mutex mutex_;
  bool host_listens_{false};   // between accepted() and begin()
  std::vector<Line> waiting_;  // what threads of the FMU said while the host did not listen
};

}  // namespace lockstep::core::isolation
