// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "lockstep/runtime/request.hpp"

namespace lockstep::runtime {

/// Requests from any number of threads, taken in order of arrival by one thread at a time. Fixed room;
/// neither side ever blocks, locks or allocates. (A bounded queue with a sequence number in each cell.)
class RequestQueue {
 public:
  /// Room for at least `capacity` requests.
  explicit RequestQueue(std::size_t capacity);

  /// Puts a request at the end and gives it the next ticket; false when the queue is full. Any thread.
  [[nodiscard]] bool push(std::shared_ptr<Request> request) noexcept;
  /// Takes the first one; null when there is none. One thread at a time.
  [[nodiscard]] std::shared_ptr<Request> pop() noexcept;
  bool empty() const noexcept;

  std::size_t capacity() const noexcept { return mask_ + 1; }

 private:
  struct Cell {
    std::atomic<std::uint64_t> sequence{0};
    std::shared_ptr<Request> request;
  };
  std::unique_ptr<Cell[]> cells_;
  std::uint64_t mask_;
  std::atomic<std::uint64_t> tail_{0};
  std::atomic<std::uint64_t> head_{0};
};

}  // namespace lockstep::runtime
