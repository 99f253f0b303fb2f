// SPDX-License-Identifier: Apache-2.0
#include "text/similar_word.hpp"

#include <algorithm>

namespace lockstep::core {

std::string lower_case(std::string_view text) {
  std::string result{text};
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit,
                          std::vector<std::size_t>& row) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return kTooFar;
  row.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    std::size_t best = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
      best = std::min(best, row[j]);
    }
    if (best > limit) return kTooFar;
  }
  return row[b.size()];
}

std::optional<std::string_view> similar_word(std::string_view word,
                                             const std::vector<std::string_view>& known) {
  constexpr std::size_t kLongest = 200;
  if (word.empty() || word.size() > kLongest) return std::nullopt;
  const std::string wanted = lower_case(word);
  const std::size_t reach = std::max<std::size_t>(2, wanted.size() / 3);
  std::vector<std::size_t> row;
  std::optional<std::string_view> best;
  std::size_t best_distance = reach + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(wanted, lower_case(candidate), reach, row);
    // A word of which nothing is left is no typing error.
    if (distance >= best_distance || distance >= wanted.size()) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

}  // namespace lockstep::core
