// SPDX-License-Identifier: Apache-2.0
#include "dependencies.hpp"

#include <gtest/gtest.h>

#include "lockstep/exporter/trace.hpp"
#include "prototypes.hpp"

namespace lockstep::exporter {
namespace {

// A result knows what it was made of, constants come from nowhere.
TEST(Trace, sources_add_up) {
  const Trace a(2.0, {1});
  const Trace b(3.0, {0, 4});
  EXPECT_EQ((a * b + 1.0).sources, (std::vector<int>{0, 1, 4}));
  EXPECT_EQ((a * b + 1.0).value, 7.0);
  EXPECT_EQ(sin(a).sources, (std::vector<int>{1}));
  EXPECT_EQ(max(a, b).sources, (std::vector<int>{0, 1, 4}));
  EXPECT_TRUE(Trace(5.0).sources.empty());
}

// Comparing numbers that depend on something is a branch, comparing constants is not.
TEST(Trace, branches_are_noticed) {
  Trace::has_branched() = false;
  EXPECT_TRUE(Trace(1.0) < Trace(2.0));
  EXPECT_FALSE(Trace::has_branched());
  EXPECT_TRUE(Trace(1.0, {3}) < 2.0);
  EXPECT_TRUE(Trace::has_branched());
  Trace::has_branched() = false;
  EXPECT_EQ(value_of(Trace(1.0, {3})), 1.0);
  EXPECT_TRUE(Trace::has_branched());
}

}  // namespace
}  // namespace lockstep::exporter
