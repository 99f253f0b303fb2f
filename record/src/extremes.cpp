// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/extremes.hpp"

#include <algorithm>
#include <cstddef>

namespace lockstep::record {
namespace {

constexpr std::size_t kGroup = 4;

/// Calls `merge(from, to)` for every group, keeps the rest. Works in place: `to` is never ahead of `from`.
template <class Merge>
void halve(std::vector<double>& values, Merge merge) noexcept {
  const std::size_t groups = values.size() / kGroup;
  for (std::size_t g = 0; g < groups; ++g)
    merge(&values[kGroup * g], &values[2 * g]);
  const auto rest = values.begin() + static_cast<std::ptrdiff_t>(kGroup * groups);
  values.erase(std::copy(rest, values.end(), values.begin() + static_cast<std::ptrdiff_t>(2 * groups)),
               values.end());
}

}  // namespace

void halve_points(std::vector<double>& points) noexcept {
  halve(points, [](const double* from, double* to) {
    Extremes extremes;
    for (std::size_t i = 0; i < kGroup; ++i)
      extremes.add(from[i]);
    to[0] = extremes.first();
    to[1] = extremes.second();
  });
}

void halve_times(std::vector<double>& time_s) noexcept {
  halve(time_s, [](const double* from, double* to) {
    to[0] = from[0];
    to[1] = from[kGroup - 1];
  });
}

}  // namespace lockstep::record
