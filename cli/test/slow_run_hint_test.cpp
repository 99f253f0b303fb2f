// SPDX-License-Identifier: Apache-2.0
#include "slow_run_hint.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lockstep::cli {
namespace {

using std::chrono::seconds;

struct Said {
  std::vector<std::string> lines;
  core::LogSink sink() {
    return [this](const core::LogMessage& message) { lines.emplace_back(message.text); };
  }
};

// 0.1 s of 10 s in 11 s leaves 99 times as long, 18 minutes; said once, and not before ten seconds.
TEST(SlowRunHint, SaysHowLongItTakes) {
  Said said;
  const auto begin = SlowRunHint::Clock::now();
  SlowRunHint hint{said.sink(), "simbody", begin};
  hint.look(0.05, 10.0, begin + seconds{5});
  EXPECT_TRUE(said.lines.empty());
  hint.look(0.1, 10.0, begin + seconds{11});
  hint.look(0.2, 10.0, begin + seconds{22});
  ASSERT_EQ(said.lines.size(), 1U);
  EXPECT_EQ(said.lines[0],
            "0.1 s of 10 s are simulated after 11 s; the rest takes about 18 minutes. --engine "
            "mujoco or --engine dart is faster");
}

// What ends within two minutes is nothing to speak of.
TEST(SlowRunHint, IsQuietAboutTheRest) {
  Said said;
  const auto begin = SlowRunHint::Clock::now();
  SlowRunHint hint{said.sink(), "mujoco", begin};
  hint.look(1.0, 10.0, begin + seconds{11});
  hint.look(1.1, 10.0, begin + seconds{600});
  EXPECT_TRUE(said.lines.empty());
}

// Other engines have one step for each step of the world.
TEST(SlowRunHint, AdvisesByEngine) {
  const auto begin = SlowRunHint::Clock::now();
  Said said;
  SlowRunHint hint{said.sink(), "dart", begin};
  hint.look(0.0, 10.0, begin + seconds{11});
  ASSERT_EQ(said.lines.size(), 1U);
  EXPECT_NE(said.lines[0].find("minutes. a larger --step-size takes less time"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::cli
