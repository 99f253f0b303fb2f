// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "description/model_impl.hpp"
#include "text/similar_word.hpp"

namespace lockstep::core {
namespace {

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
