// SPDX-License-Identifier: Apache-2.0
#include "crash_report.hpp"

#include "command.hpp"

namespace lockstep::cli {
namespace {

class CrashReportTest : public CommandTest {};

// A model that crashes: the user learns what happened and what to do, no recorded row is lost, and the
// process ends by the signal, as shells and core dumps expect it.
TEST_F(CrashReportTest, TellsAndKeepsTheRows) {
  const test::ProcessResult result = run({"simulate", tank_, "--set", "crash_above=0.6", "--output-variable",
                                          "level", "--output-file", path("out.csv")});
  EXPECT_EQ(result.exit_code, 128 + SIGABRT);
  EXPECT_EQ(result.errors,
            "\nerror: " + tank_ +
                ": the FMU ended the process: crash by SIGABRT (it gave up by itself); the 3 rows "
                "up to then are in the output file; --log-fmi-calls shows the call that did it, tell the "
                "vendor of the FMU\n");
  EXPECT_EQ(test::read_file(path("out.csv")), "time,level\n0,0\n0.25,0.25\n0.5,0.5\n");
}

// Without a file there is none to be named.
TEST_F(CrashReportTest, WorksWithoutAFile) {
  const test::ProcessResult result = run({"simulate", tank_, "--set", "crash_above=0.6"});
  EXPECT_EQ(result.exit_code, 128 + SIGABRT);
  EXPECT_EQ(result.errors.find("rows"), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("the FMU ended the process"), std::string::npos) << result.errors;
}

// A model that calls exit(0) has not simulated anything to its end.
TEST_F(CrashReportTest, ExitIsNoSuccess) {
  const test::ProcessResult result = run({"simulate", tank_, "--set", "exit_above=0.6", "--output-variable",
                                          "level", "--output-file", path("out.csv")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("the FMU ended the process: called exit(); the 3 rows"), std::string::npos)
      << result.errors;
  EXPECT_EQ(test::read_file(path("out.csv")), "time,level\n0,0\n0.25,0.25\n0.5,0.5\n");
}

// Everything is as it was when the object is gone.
TEST(CrashReport, PutsTheHandlersBack) {
  struct sigaction before {};
  struct sigaction after {};
  ::sigaction(SIGFPE, nullptr, &before);
  {
    const record::MemoryRecorder recorder{{}};
    const CrashReport report{CrashReport::fmu("x"), recorder, {}};
    struct sigaction during {};
    ::sigaction(SIGFPE, nullptr, &during);
    EXPECT_NE(during.sa_handler, before.sa_handler);
  }
  ::sigaction(SIGFPE, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
}

}  // namespace
}  // namespace lockstep::cli
