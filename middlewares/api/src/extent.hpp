// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace lockstep::middlewares {

/// Mean and largest of what was measured.
class Extent {
 public:
  void add(double value) noexcept {
    sum_ += value;
    largest_ = std::max(largest_, value);
    ++count_;
  }
  double mean() const noexcept { return count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_); }
  double largest() const noexcept { return largest_; }
  std::uint64_t count() const noexcept { return count_; }

 private:
  double sum_{0.0}, largest_{0.0};
  std::uint64_t count_{0};
};

}  // namespace lockstep::middlewares
