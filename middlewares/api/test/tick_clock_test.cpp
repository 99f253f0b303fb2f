// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/tick_clock.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

// 300 periods of 1/300 s are a second, also after an hour; sums of nanoseconds would be 100 ns short each
// second.
TEST(TickClock, DoesNotDrift) {
  TickClock clock{1.0 / 300.0, 0.0};
  EXPECT_EQ(clock.now(), SimTime{0});
  clock.tick();
  EXPECT_EQ(clock.now(), SimTime{3'333'333});
  for (int k = 1; k < 300 * 3600; ++k)
    clock.tick();
  EXPECT_EQ(clock.now(), seconds(3600.0));
  EXPECT_FALSE(clock.due()) << "as fast as possible";
}

// Instants are due by the factor, counted from the last restart.
TEST(TickClock, Due) {
  const TickClock::Wall::time_point start{std::chrono::seconds{100}};
  TickClock clock{0.5, 2.0};
  clock.tick();
  clock.restart(start);
  EXPECT_EQ(clock.due(), start);
  clock.tick();
  EXPECT_EQ(clock.due(), start + std::chrono::milliseconds{250});
  clock.tick();
  EXPECT_EQ(clock.due(), start + std::chrono::milliseconds{500});
  clock.restart(start + std::chrono::seconds{10});
  clock.tick();
  EXPECT_EQ(clock.due(), start + std::chrono::milliseconds{10'250});
}

TEST(TickClock, Refuses) {
  EXPECT_EQ(error_of([] { TickClock(0.0, 1.0); }), "the period of a clock is 0 s, expected a number above 0");
  EXPECT_EQ(error_of([] { TickClock(NAN, 1.0); }),
            "the period of a clock is nan s, expected a number above 0");
}

}  // namespace
}  // namespace lockstep::middlewares::test
