// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lockstep::bench {

/// So much memory that this process has and uses, as a large simulator does.
class TouchedMemory {
 public:
  explicit TouchedMemory(double gib);
  ~TouchedMemory();
  TouchedMemory(const TouchedMemory&) = delete;
  TouchedMemory& operator=(const TouchedMemory&) = delete;

 private:
  void* memory_{nullptr};
  std::size_t bytes_{0};
};

/// Processor time that the children of this process and theirs use in `seconds` in which nobody asks anything
/// of them, as a share of one processor.
double idle_share_of_children(double seconds);

}  // namespace lockstep::bench
