// SPDX-License-Identifier: Apache-2.0
#include "text/similar_word.hpp"

#include <gtest/gtest.h>

namespace lockstep::core {
namespace {

// A typing error is one or two letters away from the word that was meant, whatever their case.
TEST(SimilarWord, FindsTheNearestWord) {
  EXPECT_EQ(similar_word("jiont", {"link", "joint", "joints"}), "joint");
  EXPECT_EQ(similar_word("JOINT", {"link", "joint"}), "joint");
}

// A suggestion that has nothing to do with what was written is worse than none.
TEST(SimilarWord, GivesNoneWhenNothingIsNear) {
  EXPECT_EQ(similar_word("inertia", {"link", "joint"}), std::nullopt);
  EXPECT_EQ(similar_word("ab", {"xy"}), std::nullopt);
  EXPECT_EQ(similar_word("", {"a"}), std::nullopt);
}

// Closed forms: distances of words whose edits one can count.
TEST(SimilarWord, CountsEdits) {
  std::vector<std::size_t> row;
  EXPECT_EQ(edit_distance("kitten", "sitting", 5, row), 3U);
  EXPECT_EQ(edit_distance("", "abc", 5, row), 3U);
  EXPECT_EQ(edit_distance("abc", "abc", 0, row), 0U);
  EXPECT_GT(edit_distance("kitten", "sitting", 2, row), 2U);
  EXPECT_EQ(edit_distance("abcdef", "uvwxyz", 2, row), kTooFar);
}

}  // namespace
}  // namespace lockstep::core
