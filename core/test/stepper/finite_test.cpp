// SPDX-License-Identifier: Apache-2.0
#include "stepper/finite.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace lockstep::core {
namespace {

// Every number that is one passes, up to the edges of the range and below it; so does nothing at all.
TEST(Finite, NumbersPass) {
  using Limits = std::numeric_limits<double>;
  const std::vector<double> numbers{
      0.0, -0.0, 1.0, Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(), -1e-310};
  EXPECT_TRUE(all_finite(numbers));
  EXPECT_TRUE(all_finite(Span<const double>{}));
}

// One NaN or infinity of either sign is found wherever it stands, in groups of even and odd size.
TEST(Finite, OneBadValueIsFoundAnywhere) {
  using Limits = std::numeric_limits<double>;
  for (const double bad : {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::signaling_NaN(),
                           Limits::infinity(), -Limits::infinity()}) {
    for (std::size_t size = 1; size <= 5; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::vector<double> values(size, 1.0);
        values[at] = bad;
        EXPECT_FALSE(all_finite(values)) << bad << " at " << at << " of " << size;
      }
    }
  }
}

}  // namespace
}  // namespace lockstep::core
