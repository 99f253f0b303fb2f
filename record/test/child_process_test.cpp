// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::record {
namespace {

// Input goes in, output and errors come out apart, the exit code is that of the program.
TEST(RunProgram, PassesEverythingThrough) {
  const ProcessResult result = run_program("/bin/sh", {"-c", "cat; echo trouble >&2; exit 7"}, "some input");
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.output, "some input");
  EXPECT_EQ(result.errors, "trouble\n");
}

// More data than any pipe holds does not block.
TEST(RunProgram, TakesLargeInput) {
  const std::string input(5'000'000, 'x');
  EXPECT_EQ(run_program("/bin/cat", {}, input).output, input);
}

// No shell looks at the arguments.
TEST(RunProgram, ArgumentsAreNotInterpreted) {
  EXPECT_EQ(run_program("/bin/echo", {"$HOME; `id`"}, "").output, "$HOME; `id`\n");
}

TEST(RunProgram, ReportsASignal) {
  EXPECT_EQ(run_program("/bin/sh", {"-c", "kill -9 $$"}, "").exit_code, -1);
}

TEST(RunProgram, SaysWhatCannotBeStarted) {
  try {
    run_program("/no/such/program", {}, "");
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
    EXPECT_EQ(error.message(), "cannot start '/no/such/program': No such file or directory");
  }
}

TEST(FindProgram, LooksOnThePath) {
  EXPECT_EQ(find_program("sh").filename(), "sh");
  EXPECT_TRUE(find_program("no-such-program-anywhere").empty());
}

}  // namespace
}  // namespace lockstep::record
