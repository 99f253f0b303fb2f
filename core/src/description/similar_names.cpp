// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "description/model_impl.hpp"

namespace lockstep::core {
namespace {

constexpr std::size_t kTooFar = 1000;

std::string lower_case(std::string_view text) {
  std::string result{text};
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// Number of insertions, deletions and replacements; kTooFar as soon as it must exceed `limit`.
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

struct Candidate {
  std::size_t distance;
  TableIndex order;
  std::string_view name;
};

}  // namespace

std::vector<std::string_view> ModelDescription::similar_names(std::string_view name,
                                                              std::size_t limit) const {
  // A name without its model path ("speed" for "engine.speed") is as good as two typing errors.
  constexpr std::size_t kTailDistance = 2;
  constexpr std::size_t kLongest = 200;
  if (name.empty() || name.size() > kLongest || limit == 0) return {};
  const std::string wanted = lower_case(name);
  const std::size_t reach = std::max<std::size_t>(2, wanted.size() / 3);
  std::vector<Candidate> candidates;
  std::vector<std::size_t> row;
  TableIndex order = 0;
  for (const Variable& variable : impl_->variables) {
    ++order;
    if (variable.name.empty()) continue;
    const std::string candidate = lower_case(variable.name);
    std::size_t distance = edit_distance(wanted, candidate, reach, row);
    const std::size_t tail = candidate.size() > wanted.size() ? candidate.size() - wanted.size() : 0;
    if (tail > 0 && candidate[tail - 1] == '.' && candidate.compare(tail, std::string::npos, wanted) == 0)
      distance = std::min(distance, kTailDistance);
    if (distance <= reach) candidates.push_back({distance, order, variable.name});
  }
  const std::size_t count = std::min(limit, candidates.size());
  std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
                    candidates.end(), [](const Candidate& a, const Candidate& b) {
                      return a.distance != b.distance ? a.distance < b.distance : a.order < b.order;
                    });
  std::vector<std::string_view> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(candidates[i].name);
  return result;
}

}  // namespace lockstep::core
