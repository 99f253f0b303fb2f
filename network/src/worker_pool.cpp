// SPDX-License-Identifier: Apache-2.0
#include "worker_pool.hpp"

namespace lockstep::network {
namespace {

/// About 20 microseconds: longer than the pause between two steps of a run without pacing.
constexpr int kSpins = 4000;

void relax(int spin) noexcept {
  if (spin % 64 == 63)
    std::this_thread::yield();
  else
    __asm__ __volatile__("" ::: "memory");
}

}  // namespace

WorkerPool::WorkerPool(std::size_t threads) {
  for (std::size_t i = 1; i < threads; ++i)
    threads_.emplace_back([this, i] { work(i); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard<std::mutex> lock{mutex_};
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_)
    thread.join();
}

void WorkerPool::run(Job job, void* context) noexcept {
  job_ = job;
  context_ = context;
  running_.store(threads_.size(), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_seq_cst);  // publishes job_ and context_
  if (sleeping_.load(std::memory_order_seq_cst) != 0) {
    // Whoever decided to sleep holds the mutex until it does.
    { const std::lock_guard<std::mutex> lock{mutex_}; }
    wake_.notify_all();
  }
  job(context, 0);
  for (int spin = 0; spin < kSpins; ++spin) {
    if (running_.load(std::memory_order_acquire) == 0) return;
    relax(spin);
  }
  // Whoever is still at work may need this very processor.
  std::unique_lock<std::mutex> lock{mutex_};
  waiting_.store(true, std::memory_order_seq_cst);
  done_.wait(lock, [&] { return running_.load(std::memory_order_seq_cst) == 0; });
  waiting_.store(false, std::memory_order_relaxed);
}

bool WorkerPool::wait_for(std::uint64_t round) noexcept {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (round_.load(std::memory_order_acquire) == round) return true;
    if (ending_.load(std::memory_order_relaxed)) return false;
    relax(spin);
  }
  std::unique_lock<std::mutex> lock{mutex_};
  ++sleeping_;
  wake_.wait(lock, [&] { return round_.load(std::memory_order_seq_cst) == round || ending_.load(); });
  --sleeping_;
  return round_.load(std::memory_order_acquire) == round;
}

void WorkerPool::work(std::size_t worker) noexcept {
  for (std::uint64_t round = 1; wait_for(round); ++round) {
    job_(context_, worker);
    const bool last = running_.fetch_sub(1, std::memory_order_seq_cst) == 1;
    if (!last || !waiting_.load(std::memory_order_seq_cst)) continue;
    { const std::lock_guard<std::mutex> lock{mutex_}; }
    done_.notify_one();
  }
}

}  // namespace lockstep::network
