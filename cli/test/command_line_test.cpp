// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

namespace lockstep::cli {
namespace {

class CommandLine : public CommandTest {};

TEST_F(CommandLine, SaysItsVersion) {
  const test::ProcessResult result = run({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "lockstep " LOCKSTEP_VERSION "\n");
}

// Help goes to standard output and is no error; every verb has examples.
TEST_F(CommandLine, HelpsWithExamples) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"info", "--help"}, {"simulate", "--help"}, {"new", "--help"}}) {
    const test::ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.errors, "");
    EXPECT_NE(result.output.find("\nExamples:\n  lockstep "), std::string::npos) << result.output;
    EXPECT_EQ(result.output.back(), '\n');
  }
}

// An option that may be repeated takes one value each time, and its help does not promise more.
TEST_F(CommandLine, RepeatedOptionsTakeOneValue) {
  const std::string help = run({"simulate", "--help"}).output;
  for (const char* const option : {"--set NAME=VALUE", "--output-variable NAME", "--plot FILE"}) {
    EXPECT_NE(help.find(option), std::string::npos) << help;
    EXPECT_EQ(help.find(option + std::string{" ..."}), std::string::npos) << help;
  }
  EXPECT_EQ(run({"simulate", "x.fmu", "--output-variable", "a", "b"}).errors,
            "error: unexpected argument 'b'\nSee 'lockstep simulate --help'.\n");
}

// Without arguments people see the help, programs an exit code.
TEST_F(CommandLine, WithoutArgumentsIsWrongUse) {
  const test::ProcessResult result = run({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_NE(result.errors.find("Usage: lockstep"), std::string::npos);
}

// What is misspelt is named together with what was probably meant.
TEST_F(CommandLine, SuggestsWhatWasMeant) {
  const test::ProcessResult verb = run({"simulat", "x.fmu"});
  EXPECT_EQ(verb.exit_code, 2);
  EXPECT_EQ(verb.errors,
            "error: unknown command 'simulat'; did you mean 'simulate'?\nSee 'lockstep --help'.\n");
  const test::ProcessResult option = run({"simulate", "x.fmu", "--stepsize=1"});
  EXPECT_EQ(option.exit_code, 2);
  EXPECT_EQ(
      option.errors,
      "error: unknown option '--stepsize=1'; did you mean '--step-size'?\nSee 'lockstep simulate --help'.\n");
  EXPECT_EQ(run({"info", "a.fmu", "b.fmu"}).errors,
            "error: unexpected argument 'b.fmu'\nSee 'lockstep info --help'.\n");
  EXPECT_EQ(run({"--verbose"}).errors, "error: unknown option '--verbose'\nSee 'lockstep --help'.\n");
}

TEST_F(CommandLine, NamesTheMissingModel) {
  const test::ProcessResult result = run({"info"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.errors, "error: MODEL is required\nSee 'lockstep info --help'.\n");
}

// Numbers are read strictly: no locale, nothing after them.
TEST_F(CommandLine, RefusesBadNumbers) {
  for (const char* const text : {"1x", "1,5", "nan", "inf", ""}) {
    const test::ProcessResult result = run({"simulate", "x.fmu", "--stop-time", text});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.errors, std::string{"error: --stop-time: '"} + text +
                                 "' is not a finite number; write it like 0.25 or 2.5e-1\n"
                                 "See 'lockstep simulate --help'.\n");
  }
  const test::ProcessResult choice = run({"simulate", "x.fmu", "--solver", "rk5"});
  EXPECT_EQ(choice.exit_code, 2);
  EXPECT_NE(choice.errors.find("--solver: rk5 not in {"), std::string::npos) << choice.errors;
}

}  // namespace
}  // namespace lockstep::cli
