// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

/// A signal remembered over time: straight between samples, with a jump where two samples have the same time.
/// Memory is what lies within the delay; recording and looking up cost a constant time on average.
struct DelayLine {
  struct Sample {
    double time, value;
  };
  std::vector<Sample> samples;
  std::size_t first{0};  ///< samples before it are forgotten

  /// The signal has `value` at `time`, which never decreases. Forgets what is older than `keep` seconds.
  void record(double time, double value, double keep) {
    if (samples.size() > first && samples.back().time == time && samples.back().value == value) return;
    if (is_flat(value)) samples.pop_back();
    samples.push_back({time, value});
    while (first + 1 < samples.size() && samples[first + 1].time <= time - keep - same_instant(time))
      ++first;
    if (2 * first < samples.size()) return;
    samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(first));
    first = 0;
  }

  /// The signal at `time`, after a jump the value behind it; `before` where nothing is remembered, and up to
  /// (now, value) the straight line from the last sample.
  double at(double time, double before, Sample now) const {
    const double slack = same_instant(now.time);
    if (samples.size() == first || time < samples[first].time - slack) return before;
    std::size_t low = first;  // the last sample at or before the time
    std::size_t high = samples.size();
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (samples[middle].time <= time + slack ? low : high) = middle;
    }
    const Sample& a = samples[low];
    const Sample& b = high < samples.size() ? samples[high] : now;
    if (time <= a.time + slack || b.time <= a.time) return a.value;
    return a.value + (b.value - a.value) * (time - a.time) / (b.time - a.time);
  }

 private:
  /// True if the last two samples have this value already: one line replaces many.
  bool is_flat(double value) const {
    const std::size_t n = samples.size();
    return n >= first + 2 && samples[n - 1].value == value && samples[n - 2].value == value;
  }
  /// Communication points carry rounding errors: times this close are one instant.
  static double same_instant(double time) {
    return 8.0 * std::numeric_limits<double>::epsilon() * std::fmax(1.0, std::fabs(time));
  }
};
