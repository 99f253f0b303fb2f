// SPDX-License-Identifier: Apache-2.0
#include "isolation/wait_policy.hpp"

#include <algorithm>
#include <cstdlib>

namespace lockstep::core::isolation {

void WaitPolicy::enter(Phase phase, std::uint32_t waits) noexcept {
  phase_ = phase;
  left_ = waits;
}

void WaitPolicy::note(std::int64_t ns, bool found) noexcept {
  if (spins_) {
    balance_ns_ += found ? gain_ns_ : -ns;
    most_saved_ns_ = std::max(most_saved_ns_, balance_ns_);
    if (balance_ns_ < -kCredit_ns) return give_up_looking();
  }
  if (phase_ == Phase::kFirst || phase_ == Phase::kSecond) samples_ns_[left_ - 1] = ns;
  if (--left_ != 0) return;
  switch (phase_) {
    case Phase::kFirst:
      first_ns_ = median_ns();
      spins_ = !spins_;
      balance_ns_ = most_saved_ns_ = 0;
      return enter(Phase::kSettling, kSettlingWaits);
    case Phase::kSettling:
      return enter(Phase::kSecond, kSamples);
    case Phase::kSecond:
      return decide();
    case Phase::kKept:
      return enter(Phase::kFirst, kSamples);
  }
}

void WaitPolicy::decide() noexcept {
  const std::int64_t second_ns = median_ns();
  // A tenth: two ways that are equally good do not alternate.
  const bool other_is_better = second_ns < first_ns_ - first_ns_ / 10;
  gain_ns_ = std::abs(second_ns - first_ns_);
  if (!other_is_better) spins_ = !spins_;  // back
  rest_ = other_is_better ? kShortestRest : std::min(2 * rest_, kLongestRest);
  keep(rest_);
}

// Where it never pays, it is tried more and more rarely.
void WaitPolicy::give_up_looking() noexcept {
  given_up_rest_ = most_saved_ns_ > kCredit_ns ? kShortestRest : std::min(2 * given_up_rest_, kLongestRest);
  spins_ = false;
  keep(given_up_rest_);
}

void WaitPolicy::keep(std::uint32_t waits) noexcept {
  random_ = random_ * 1664525U + 1013904223U;
  balance_ns_ = most_saved_ns_ = 0;
  enter(Phase::kKept, waits / 2 + (random_ >> 8U) % waits);
}

std::int64_t WaitPolicy::median_ns() noexcept {
  const auto middle = samples_ns_.begin() + kSamples / 2;
  std::nth_element(samples_ns_.begin(), middle, samples_ns_.end());
  return *middle;
}

}  // namespace lockstep::core::isolation
