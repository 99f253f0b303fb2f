// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace lockstep::cli {
namespace {

// The first signal is noted, and the second would end the program: the default is back.
TEST(Interrupt, FirstSignalIsNoted) {
  EXPECT_EXIT(
      {
        end_in_good_order();
        if (interrupted()) std::_Exit(3);
        std::raise(SIGTERM);
        if (!interrupted()) std::_Exit(4);
        std::raise(SIGTERM);
        std::_Exit(5);
      },
      ::testing::KilledBySignal(SIGTERM), "");
}

// What a parent told us to ignore stays ignored.
TEST(Interrupt, IgnoredSignalsStayIgnored) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        end_in_good_order();
        std::raise(SIGHUP);
        std::_Exit(interrupted() ? 3 : 0);
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace lockstep::cli
