// SPDX-License-Identifier: Apache-2.0
#include "interleave.hpp"

#include <time.h>

#include <algorithm>
#include <cstddef>

namespace lockstep::bench {
namespace {

double now_ns(Clock clock) {
  timespec time{};
  clock_gettime(clock == Clock::kThreadCpu ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

double run_once_ns(const Contender& contender, const InterleaveOptions& options) {
  if (contender.prepare) {
    contender.prepare();
  }
  const double start_ns = now_ns(options.clock);
  contender.run(options.count);
  return (now_ns(options.clock) - start_ns) / static_cast<double>(options.count);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::vector<Timing> summarise(const std::vector<std::string>& names,
                              const std::vector<std::vector<double>>& rounds_ns) {
  std::vector<Timing> timings;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::vector<double>& own = rounds_ns[i];
    const std::vector<double>& reference = rounds_ns.front();
    std::vector<double> ratios;
    for (std::size_t round = 0; round < own.size(); ++round) {
      ratios.push_back(own[round] / reference[round]);
    }
    Timing timing;
    timing.name = names[i];
    timing.best_ns = *std::min_element(own.begin(), own.end());
    timing.median_ns = median(own);
    timing.ratio_of_minima = timing.best_ns / *std::min_element(reference.begin(), reference.end());
    timing.paired_ratio = median(ratios);
    timings.push_back(std::move(timing));
  }
  return timings;
}

std::vector<Timing> interleave(const std::vector<Contender>& contenders, const InterleaveOptions& options) {
  std::vector<std::string> names;
  for (const Contender& contender : contenders) {
    names.push_back(contender.name);
    run_once_ns(contender, options);
  }
  std::vector<std::vector<double>> rounds_ns(contenders.size());
  for (std::uint32_t round = 0; round < options.rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const std::size_t turn = (i + round) % contenders.size();
      rounds_ns[turn].push_back(run_once_ns(contenders[turn], options));
    }
  }
  return summarise(names, rounds_ns);
}

}  // namespace lockstep::bench
