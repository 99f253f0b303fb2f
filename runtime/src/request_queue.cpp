// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/request_queue.hpp"

namespace lockstep::runtime {
namespace {

std::uint64_t power_of_two(std::size_t at_least) {
  std::uint64_t size = 2;
  while (size < at_least)
    size *= 2;
  return size;
}

}  // namespace

RequestQueue::RequestQueue(std::size_t capacity)
    : cells_{std::make_unique<Cell[]>(power_of_two(capacity))}, mask_{power_of_two(capacity) - 1} {
  for (std::uint64_t i = 0; i <= mask_; ++i)
    cells_[i].sequence.store(i, std::memory_order_relaxed);
}

bool RequestQueue::push(std::shared_ptr<Request> request) noexcept {
  std::uint64_t position = tail_.load(std::memory_order_relaxed);
  for (;;) {
    Cell& cell = cells_[position & mask_];
    const std::uint64_t sequence = cell.sequence.load(std::memory_order_acquire);
    if (sequence == position) {  // free: whoever moves the tail owns the cell
      if (tail_.compare_exchange_weak(position, position + 1, std::memory_order_relaxed)) {
        request->ticket_ = position + 1;
        cell.request = std::move(request);
        cell.sequence.store(position + 1);  // in one order with the look at a pause that follows
        return true;
      }
    } else if (sequence < position) {
      return false;  // still holds a request that was not taken: full
    } else {
      position = tail_.load(std::memory_order_relaxed);
    }
  }
}

bool RequestQueue::empty() const noexcept {
  const std::uint64_t head = head_.load(std::memory_order_relaxed);
  return cells_[head & mask_].sequence.load() != head + 1;
}

std::shared_ptr<Request> RequestQueue::pop() noexcept {
  if (empty()) return nullptr;
  const std::uint64_t head = head_.load(std::memory_order_relaxed);
  Cell& cell = cells_[head & mask_];
  std::shared_ptr<Request> request = std::move(cell.request);
  head_.store(head + 1, std::memory_order_relaxed);
  cell.sequence.store(head + mask_ + 1, std::memory_order_release);
  return request;
}

}  // namespace lockstep::runtime
