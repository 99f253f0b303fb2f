// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "lockstep/devices/api/request.hpp"

namespace lockstep::runtime {

/// One request on its way into a step.
struct Request {
  std::uint64_t ticket{0};
  std::uint32_t target{0};  ///< index in the runtime's list of requests
  std::uint32_t count{0};
  std::array<devices::RequestValue, devices::kMaxRequestValues> arguments{};
};

/// Requests from any number of threads, taken by the step in order of arrival. Fixed room; neither side ever
/// blocks, locks or allocates. (A bounded queue with a sequence number in each cell.)
class RequestQueue {
 public:
  /// Room for at least `capacity` requests between two steps.
  explicit RequestQueue(std::size_t capacity);

  /// Puts a request at the end and gives it the next ticket; 0 when the queue is full. Any thread.
  [[nodiscard]] std::uint64_t push(Request request) noexcept;
  /// Takes the first one; false when there is none. One thread.
  [[nodiscard]] bool pop(Request& request) noexcept;

  std::size_t capacity() const noexcept { return mask_ + 1; }

 private:
  struct Cell {
    std::atomic<std::uint64_t> sequence{0};
    Request request;
  };
  std::unique_ptr<Cell[]> cells_;
  std::uint64_t mask_;
  std::atomic<std::uint64_t> tail_{0};
  std::uint64_t head_{0};
};

}  // namespace lockstep::runtime
