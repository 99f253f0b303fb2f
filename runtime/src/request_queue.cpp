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

std::uint64_t RequestQueue::push(Request request) noexcept {
  std::uint64_t position = tail_.load(std::memory_order_relaxed);
  for (;;) {
    Cell& cell = cells_[position & mask_];
    const std::uint64_t sequence = cell.sequence.load(std::memory_order_acquire);
    if (sequence == position) {  // free: whoever moves the tail owns the cell
      if (tail_.compare_exchange_weak(position, position + 1, std::memory_order_relaxed)) {
        request.ticket = position + 1;
        cell.request = request;
        cell.sequence.store(position + 1, std::memory_order_release);
        return position + 1;
      }
    } else if (sequence < position) {
      return 0;  // still holds a request that was not taken: full
    } else {
      position = tail_.load(std::memory_order_relaxed);
    }
  }
}

bool RequestQueue::pop(Request& request) noexcept {
  Cell& cell = cells_[head_ & mask_];
  if (cell.sequence.load(std::memory_order_acquire) != head_ + 1) return false;
  request = cell.request;
  cell.sequence.store(head_ + mask_ + 1, std::memory_order_release);
  ++head_;
  return true;
}

}  // namespace lockstep::runtime
