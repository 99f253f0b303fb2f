// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/shell/crash_note.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <thread>

namespace lockstep::hosts::shell {
namespace {

const std::string& who() {
  return lasting_text("model 'm' (motor: Bad.fmu)");
}

class CrashNoteDeathTest : public testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer handles signals itself";
#endif
    testing::FLAGS_gtest_death_test_style = "threadsafe";
  }
};

// The last words name the FMU and the signal, and the signal still ends the process.
TEST_F(CrashNoteDeathTest, SignalIsTold) {
  EXPECT_EXIT(
      {
        const CrashNote note{who()};
        std::raise(SIGFPE);
      },
      testing::KilledBySignal(SIGFPE),
      "model 'm' \\(motor: Bad.fmu\\): the process ends while this plugin runs, most likely by an FMU: "
      "SIGFPE");
}

// The same in a thread that nobody has prepared.
TEST_F(CrashNoteDeathTest, SignalInAnotherThreadIsTold) {
  EXPECT_EXIT(std::thread([] {
                const CrashNote note{who()};
                std::raise(SIGSEGV);
              }).join(),
              testing::KilledBySignal(SIGSEGV), "Bad.fmu.*SIGSEGV");
}

// exit() from within an FMU is told, and the code is not that of success.
TEST_F(CrashNoteDeathTest, ExitIsTold) {
  EXPECT_EXIT(
      {
        const CrashNote note{who()};
        std::exit(0);
      },
      testing::ExitedWithCode(1), "Bad.fmu.*it called exit");
}

// Where no FMU runs, nothing is said: the crash is somebody else's.
TEST_F(CrashNoteDeathTest, CrashOfOthersIsNotTold) {
  EXPECT_EXIT(
      {
        { const CrashNote note{who()}; }
        std::raise(SIGSEGV);
      },
      testing::KilledBySignal(SIGSEGV), "^$");
}

// The inner of two notes is told; after it the outer one is back.
TEST_F(CrashNoteDeathTest, NotesNest) {
  EXPECT_EXIT(
      {
        const CrashNote outer{who()};
        { const CrashNote inner{lasting_text("inner")}; }
        std::raise(SIGILL);
      },
      testing::KilledBySignal(SIGILL), "Bad.fmu.*SIGILL");
}

// One text is kept once, wherever it came from.
TEST(LastingText, IsKeptOnce) {
  EXPECT_EQ(&lasting_text("a"), &lasting_text(std::string{"a"}));
  EXPECT_NE(&lasting_text("a"), &lasting_text("b"));
}

}  // namespace
}  // namespace lockstep::hosts::shell
