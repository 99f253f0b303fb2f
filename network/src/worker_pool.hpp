// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace lockstep::network {

/// Threads that do one job together again and again: run() calls job(i) for i in [0, threads) at the same
/// time, i = 0 on the calling thread, and returns when all are done. The threads live as long as the pool. A
/// thread without work, and the caller while others still work, spin for a short time, then sleep: steps in a
/// row cost no system call, and on a busy machine nobody takes the processor that another one needs.
class WorkerPool {
 public:
  using Job = void (*)(void* context, std::size_t worker) noexcept;

  explicit WorkerPool(std::size_t threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  std::size_t size() const noexcept { return threads_.size() + 1; }
  void run(Job job, void* context) noexcept;

 private:
  void work(std::size_t worker) noexcept;
  bool wait_for(std::uint64_t round) noexcept;

  Job job_{nullptr};
  void* context_{nullptr};
  std::atomic<std::uint64_t> round_{0};
  std::atomic<std::size_t> running_{0};
  std::atomic<std::size_t> sleeping_{0};
  std::atomic<bool> ending_{false}, waiting_{false};
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> threads_;  // last: they use everything above
};

}  // namespace lockstep::network
