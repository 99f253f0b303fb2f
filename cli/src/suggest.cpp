// SPDX-License-Identifier: Apache-2.0
#include "suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace lockstep::cli {
namespace {

/// Letters to insert, delete or replace to get from one word to the other (Levenshtein).
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string did_you_mean(const std::string& given, const std::vector<std::string>& known) {
  const std::string* best = nullptr;
  std::size_t begun = 0;  // words that begin so
  for (const std::string& word : known)
    begun += word.compare(0, given.size(), given) == 0 ? 1 : 0;
  std::size_t least = given.size() / 3 + 1;  // more than a third wrong is another word
  for (const std::string& word : known) {
    const bool beginning = (given.size() > 3 || begun == 1) && word.compare(0, given.size(), given) == 0;
    const std::size_t changes = beginning ? 0 : distance(given, word);
    if (changes < least || (changes == least && best == nullptr)) {
      least = changes;
      best = &word;
    }
  }
  return best == nullptr ? "" : "; did you mean '" + *best + "'?";
}

}  // namespace lockstep::cli
