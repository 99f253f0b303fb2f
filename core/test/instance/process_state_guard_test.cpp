// SPDX-License-Identifier: Apache-2.0
#include "instance/process_state_guard.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cfenv>
#include <filesystem>

namespace lockstep::core {
namespace {

// Nothing changed: nothing to say.
TEST(ProcessStateGuard, IsSilentWhenNothingChanged) {
  ProcessStateGuard guard;
  EXPECT_EQ(guard.restore(), "");
}

// Rounding mode and flush to zero are put back and named.
TEST(ProcessStateGuard, RestoresFloatingPointMode) {
  ProcessStateGuard guard;
  std::fesetround(FE_DOWNWARD);
  const std::string changes = guard.restore();
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
#if defined(__x86_64__)
  EXPECT_NE(changes.find("rounding mode downward"), std::string::npos) << changes;
  _mm_setcsr(_mm_getcsr() | 0x8000U);
  EXPECT_EQ(guard.restore(), "flush to zero on");
  EXPECT_EQ(_mm_getcsr() & 0x8000U, 0U);
#else
  EXPECT_FALSE(changes.empty());
#endif
}

// The flags of exceptions that happened are not a mode: computing 1/3 is no offence.
TEST(ProcessStateGuard, IgnoresExceptionFlags) {
  ProcessStateGuard guard;
  std::feraiseexcept(FE_INEXACT | FE_DIVBYZERO);
  EXPECT_EQ(guard.restore(), "");
  std::feclearexcept(FE_ALL_EXCEPT);
}

// The process's locale and the thread's own are put back.
TEST(ProcessStateGuard, RestoresLocale) {
  std::setlocale(LC_ALL, "C");
  const locale_t before = uselocale(static_cast<locale_t>(nullptr));
  const locale_t other = newlocale(LC_ALL_MASK, "C.UTF-8", static_cast<locale_t>(nullptr));
  ASSERT_NE(other, static_cast<locale_t>(nullptr));
  ProcessStateGuard guard;
  ASSERT_NE(std::setlocale(LC_ALL, "C.UTF-8"), nullptr);
  uselocale(other);
  EXPECT_EQ(guard.restore(), "locale of the thread, locale from 'C' to 'C.UTF-8'");
  EXPECT_STREQ(std::setlocale(LC_ALL, nullptr), "C");
  EXPECT_EQ(uselocale(static_cast<locale_t>(nullptr)), before);
  freelocale(other);
}

// The working directory is put back, even to a folder whose name is gone.
TEST(ProcessStateGuard, RestoresWorkingDirectory) {
  const auto before = std::filesystem::current_path();
  ProcessStateGuard guard;
  ASSERT_EQ(::chdir("/"), 0);
  EXPECT_EQ(guard.restore(), "working directory to '/'");
  EXPECT_EQ(std::filesystem::current_path(), before);
}

// Blocked signals are unblocked again, and named.
TEST(ProcessStateGuard, RestoresSignalMask) {
  ProcessStateGuard guard;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  EXPECT_EQ(guard.restore(), "signal mask ('User defined signal 2' blocked)");
  pthread_sigmask(SIG_SETMASK, nullptr, &set);
  EXPECT_EQ(sigismember(&set, SIGUSR2), 0);
}

// Without a call of restore() the destructor does it.
TEST(ProcessStateGuard, RestoresInItsDestructor) {
  {
    ProcessStateGuard guard;
    std::fesetround(FE_UPWARD);
  }
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

}  // namespace
}  // namespace lockstep::core
