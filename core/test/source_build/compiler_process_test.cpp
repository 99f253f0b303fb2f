// SPDX-License-Identifier: Apache-2.0
#include "source_build/compiler_process.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "support/files.hpp"

namespace lockstep::core {
namespace {

using test::read_file;
using test::TemporaryFolder;

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

std::string failure_of(const std::vector<Command>& commands, ErrorCode expected) {
  try {
    run_commands(commands, 2, "building 'x' failed");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), expected);
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

// Programs are found in PATH, by the first name that exists.
TEST(CompilerProcess, FindsPrograms) {
  const std::filesystem::path found = find_program({"no-such-program-anywhere", "sh"});
  EXPECT_TRUE(found.is_absolute());
  EXPECT_EQ(found.filename(), "sh");
  EXPECT_TRUE(find_program({"no-such-program-anywhere"}).empty());
}

// Arguments reach the program as they are: no shell expands or splits them.
TEST(CompilerProcess, NoShellInBetween) {
  const TemporaryFolder folder;
  const std::string argument = "a b $HOME `id` \"'*; > x";
  run_commands({{{find_program({"printf"}).string(), "%s", argument}, folder / "out"}}, 1, "");
  EXPECT_EQ(read_file(folder / "out"), argument);
}

// More commands than may run at once all run.
TEST(CompilerProcess, RunsAll) {
  const TemporaryFolder folder;
  std::vector<Command> commands;
  for (int i = 0; i < 5; ++i)
    commands.push_back(
        {{find_program({"printf"}).string(), "%s", std::to_string(i)}, folder / std::to_string(i)});
  run_commands(commands, 2, "");
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(read_file(folder / std::to_string(i)), std::to_string(i));
}

// A failure shows what was being done, the code, what the program said, and the command, quoted to be pasted.
TEST(CompilerProcess, FailureTellsAll) {
  const TemporaryFolder folder;
  const std::string shell = find_program({"sh"}).string();
  const std::string text =
      failure_of({{{shell, "-c", "echo said it; exit 3"}, folder / "out"}}, ErrorCode::kNoBinary);
  expect_contains(text, "building 'x' failed: the compiler ended with code 3 and said:\nsaid it\n");
  expect_contains(text, "command: " + shell + " -c 'echo said it; exit 3'");
}

// A compiler that is killed (out of memory, for instance) is not taken for one that ended.
TEST(CompilerProcess, KilledIsNamed) {
  const TemporaryFolder folder;
  const std::string text = failure_of({{{find_program({"sh"}).string(), "-c", "kill -9 $$"}, folder / "out"}},
                                      ErrorCode::kNoBinary);
  expect_contains(text, "was killed by signal 9 and said:\n(nothing)");
}

// Megabytes of errors are cut.
TEST(CompilerProcess, LongOutputIsCut) {
  const TemporaryFolder folder;
  const std::string text =
      failure_of({{{find_program({"sh"}).string(), "-c", "head -c 100000 /dev/zero | tr '\\0' x; exit 1"},
                   folder / "out"}},
                 ErrorCode::kNoBinary);
  expect_contains(text, "x\n[...]\ncommand: ");
  EXPECT_LT(text.size(), 10'000U);
}

// A program that cannot be started is the system's failure.
TEST(CompilerProcess, MissingProgram) {
  const TemporaryFolder folder;
  expect_contains(failure_of({{{"/no/such/cc"}, folder / "out"}}, ErrorCode::kSystem),
                  "cannot start '/no/such/cc': No such file or directory");
}

}  // namespace
}  // namespace lockstep::core
