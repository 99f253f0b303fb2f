// SPDX-License-Identifier: Apache-2.0
#include "pacer.hpp"

#include <gtest/gtest.h>

namespace lockstep::world {
namespace {

using std::chrono::milliseconds;

// With a factor of 2, a world second is due after half a second, from the restart on.
TEST(Pacer, TimesAreDueByTheFactor) {
  const Pacer::Clock::time_point start{};
  Pacer pacer;
  EXPECT_FALSE(pacer.waits());
  pacer.restart(3.0, 2.0, start);
  EXPECT_TRUE(pacer.waits());
  EXPECT_EQ(pacer.factor(), 2.0);
  EXPECT_DOUBLE_EQ(pacer.wall_s(4.0), 0.5);
  EXPECT_EQ(pacer.due(4.0), start + milliseconds{500});
  EXPECT_EQ(pacer.due(3.0), start);
  pacer.restart(4.0, 0.5, start + milliseconds{700});
  EXPECT_EQ(pacer.due(4.25), start + milliseconds{1200});
  pacer.restart(4.0, 0.0, start);
  EXPECT_FALSE(pacer.waits());
}

// A factor near 0 is a long wait, never one that is over because a counter has run over.
TEST(Pacer, LongWaitsStayLong) {
  const Pacer::Clock::time_point start{};
  Pacer pacer;
  pacer.restart(0.0, 1e-300, start);
  EXPECT_GT(pacer.due(1.0), start + std::chrono::hours{24 * 365});
}

}  // namespace
}  // namespace lockstep::world
