// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lockstep::core::isolation {

/// Decides how the host waits for a worker: it looks for a while before it sleeps, and the worker does the
/// same on a processor of its own; or both sleep at once, on one processor. The first takes less than a
/// microsecond where a processor is free for this worker, and tens of them where none is, or where the worker
/// fell asleep because the host came back late. The second takes a few microseconds anywhere.
///
/// So both are measured, the middle one of some waits each, and the faster one is kept for a while, which
/// grows as long as the answer is the same. Looking pays by little again and again, and costs much where
/// another program takes the worker's processor now and then: it ends early when it has cost more than it
/// saved, also while it is measured. Several workers of one host that measured in step would all see
/// each other in the way: the lengths have a random part. No clock in here: the caller measures.
class WaitPolicy {
 public:
  static constexpr std::uint32_t kSamples = 15, kSettlingWaits = 2;
  static constexpr std::uint32_t kShortestRest = 1024, kLongestRest = 65536;
  static constexpr std::int64_t kCredit_ns = 200'000;  ///< what looking may cost before it has saved anything

  explicit WaitPolicy(std::uint32_t seed) noexcept : random_{2U * seed + 1U} {}

  /// How to wait now.
  bool spins() const noexcept { return spins_; }
  /// How long the coming wait takes is of interest.
  bool measures() const noexcept { return phase_ != Phase::kKept; }
  /// A wait is over. `found`: the reply came while the host looked; `ns` counts where it did not, or where
  /// measures() was true.
  void note(std::int64_t ns, bool found) noexcept;

 private:
  /// The way that is preferred, then the other one after a few waits that do not count, then the better one.
  enum class Phase : std::uint8_t { kFirst, kSettling, kSecond, kKept };

  void enter(Phase phase, std::uint32_t waits) noexcept;
  void decide() noexcept;
  void give_up_looking() noexcept;
  void keep(std::uint32_t waits) noexcept;
  std::int64_t median_ns() noexcept;

  bool spins_{true};
  Phase phase_{Phase::kFirst};
  std::uint32_t left_{kSamples};  // waits to the end of the phase
  std::uint32_t rest_{kShortestRest}, given_up_rest_{kShortestRest / 2};
  std::uint32_t random_;
  std::int64_t first_ns_{0};
  std::int64_t gain_ns_{0};     // what a wait saves by looking
  std::int64_t balance_ns_{0};  // what looking has saved, less what it has cost
  std::int64_t most_saved_ns_{0};
  std::array<std::int64_t, kSamples> samples_ns_{};
};

}  // namespace lockstep::core::isolation
