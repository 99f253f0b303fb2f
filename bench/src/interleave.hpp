// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Compares programs on a machine that is never quiet.
namespace lockstep::bench {

/// What a run is measured by. CPU time leaves out the time other processes took; wall time is needed where
/// the work waits (files, child processes).
enum class Clock : std::uint8_t { kThreadCpu, kWall };

/// One of the programs that are compared. `run` does the work `count` times; `prepare`, if any, comes before
/// each run and is not measured.
struct Contender {
  std::string name;
  std::function<void(std::uint64_t count)> run;
  std::function<void()> prepare;
};

/// What was seen of one contender.
struct Timing {
  std::string name;
  double best_ns{0.0};    ///< [ns] for one unit of work, the best round
  double median_ns{0.0};  ///< [ns] for one unit of work, the middle round
  /// best / best of the first contender: what each costs when nothing disturbs it.
  double ratio_of_minima{1.0};
  /// Middle of (this / first contender) over the rounds: both saw the same disturbance.
  double paired_ratio{1.0};
};

struct InterleaveOptions {
  std::uint32_t rounds{31};
  std::uint64_t count{10'000};  ///< units of work in one run
  Clock clock{Clock::kThreadCpu};
};

/// Runs all contenders once unmeasured, then round by round, each round in another order, so that a slow
/// phase of the machine hits all of them. Results come in the order of `contenders`; the first is the
/// reference.
std::vector<Timing> interleave(const std::vector<Contender>& contenders, const InterleaveOptions& options);

/// The rounds of several contenders as Timing; `rounds_ns[i][r]` is contender i in round r, per unit of work.
/// Apart from interleave() so that it can be tested without a clock.
std::vector<Timing> summarise(const std::vector<std::string>& names,
                              const std::vector<std::vector<double>>& rounds_ns);

}  // namespace lockstep::bench
