// SPDX-License-Identifier: Apache-2.0
#include "closest_names.hpp"

#include <gtest/gtest.h>

namespace lockstep::runtime {
namespace {

// The most similar names come first, at most three of them.
TEST(ClosestNames, RanksBySimilarity) {
  EXPECT_EQ(closest_names_text("knee", {"hip", "kneel", "knees", "ankle", "knee_2"}),
            "; did you mean 'kneel', 'knees' or 'knee_2'?");
  EXPECT_EQ(closest_names_text("knee", {"hip"}), "; did you mean 'hip'?");
  EXPECT_EQ(closest_names_text("knee", {}), "; there are none");
}

}  // namespace
}  // namespace lockstep::runtime
