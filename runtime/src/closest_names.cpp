// SPDX-License-Identifier: Apache-2.0
#include "closest_names.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockstep::runtime {
namespace {

/// Number of single-character edits between two names.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

}  // namespace

std::string closest_names_text(std::string_view wanted, const std::vector<std::string_view>& names) {
  if (names.empty()) return "; there are none";
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  ranked.reserve(names.size());
  for (const std::string_view name : names)
    ranked.emplace_back(distance(wanted, name), name);
  const std::size_t count = std::min<std::size_t>(3, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count), ranked.end());
  std::string text = "; did you mean ";
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) text += i + 1 == count ? " or " : ", ";
    text += '\'' + std::string{ranked[i].second} + '\'';
  }
  return text + '?';
}

}  // namespace lockstep::runtime
