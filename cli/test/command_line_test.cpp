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

// What people type first.
TEST_F(CommandLine, HelpAndVersionAreVerbs) {
  EXPECT_EQ(run({"help"}).output, run({"--help"}).output);
  EXPECT_EQ(run({"help", "check"}).output, run({"check", "--help"}).output);
  EXPECT_EQ(run({"version"}).output, run({"--version"}).output);
  const test::ProcessResult unknown = run({"help", "simulat"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.errors.find("unknown command 'simulat'; did you mean 'simulate'?"), std::string::npos);
}

// Both verbs know the words of the other.
TEST_F(CommandLine, VerbsShareTheirWords) {
  const std::string stopped =
      run({"simulate", tank_, "--stop-time", "1", "--output-file", path("a.csv")}).output;
  const std::string lasting = run({"simulate", tank_, "--duration", "1", "--record", path("b.csv")}).output;
  EXPECT_NE(stopped.find("0 to 1 s"), std::string::npos) << stopped;
  EXPECT_NE(lasting.find("0 to 1 s"), std::string::npos) << lasting;
  EXPECT_EQ(test::read_file(path("a.csv")), test::read_file(path("b.csv")));
  EXPECT_NE(run({"simulate", tank_, "--start-time", "2", "--duration", "0.5"}).output.find("2 to 2.5 s"),
            std::string::npos);
  const test::ProcessResult both = run({"simulate", tank_, "--duration", "1", "--stop-time", "1"});
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_NE(both.errors.find("give one of them"), std::string::npos) << both.errors;
  EXPECT_NE(run({"run", "--help"}).output.find("--duration,--stop-time"), std::string::npos);
  EXPECT_NE(run({"run", "--help"}).output.find("--record,--output-file"), std::string::npos);
}

TEST_F(CommandLine, NumbersWithUnitsAreExplained) {
  const auto errors = [&](const char* text) { return run({"simulate", tank_, "--stop-time", text}).errors; };
  EXPECT_NE(errors("10s").find("'10s' is not a finite number; the unit is seconds and is not written: 10\n"),
            std::string::npos)
      << errors("10s");
  EXPECT_NE(errors("1.5ms").find("is not written: 0.0015\n"), std::string::npos) << errors("1.5ms");
  EXPECT_NE(errors("2min").find("is not written: 120\n"), std::string::npos);
  EXPECT_NE(errors("fast").find("write it like 0.25"), std::string::npos);
  EXPECT_NE(errors("10kg").find("write it like 0.25"), std::string::npos);
}

TEST_F(CommandLine, OtherFilesAreRefused) {
  const test::ProcessResult world = run({"simulate", "robot.world"});
  EXPECT_EQ(world.exit_code, 2);
  EXPECT_NE(world.errors.find(
                "'robot.world' is no FMU; worlds, robots, scenarios and networks run with 'lockstep run'"),
            std::string::npos)
      << world.errors;
  const test::ProcessResult json = run({"simulate", tank_, "--record", path("x.json")});
  EXPECT_EQ(json.exit_code, 2);
  EXPECT_NE(json.errors.find("expected a name that ends with .csv or .mcap"), std::string::npos)
      << json.errors;
}

TEST_F(CommandLine, ShowsAndClearsTheCache) {
  ::setenv("LOCKSTEP_CACHE_DIR", path("cache").c_str(), 1);
  run({"simulate", tank_});
  const std::string shown = run({"cache"}).output;
  const std::string cleared = run({"cache", "clear"}).output;
  const std::string empty = run({"cache", "show"}).output;
  ::unsetenv("LOCKSTEP_CACHE_DIR");
  EXPECT_NE(shown.find(path("cache") + ": 1 FMUs, "), std::string::npos) << shown;
  EXPECT_NE(cleared.find("removed 1 of 1 FMUs"), std::string::npos) << cleared;
  EXPECT_NE(empty.find(": 0 FMUs, 0 kB; 0 in use"), std::string::npos) << empty;
  EXPECT_EQ(run({"cache", "drop"}).exit_code, 2);
}

}  // namespace
}  // namespace lockstep::cli
