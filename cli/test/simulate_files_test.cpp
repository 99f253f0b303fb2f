// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "command.hpp"
#include "console.hpp"

namespace lockstep::cli {
namespace {

/// What happens to files when something goes wrong before, during or after a run.
class SimulateFiles : public CommandTest {
 protected:
  static bool lacks_plots(const test::ProcessResult& result) {
    return result.errors.find("this build has no interactive plots") != std::string::npos;
  }
};

// What would fail after the run is refused before it.
TEST_F(SimulateFiles, AreCheckedBeforeTheRun) {
  const test::ProcessResult plot = run({"simulate", tank_, "--plot", path("p.png")});
  EXPECT_EQ(plot.exit_code, 2);
  EXPECT_EQ(plot.errors, "error: '" + path("p.png") + "': a plot is a file ending in .html or .svg\n");
  const test::ProcessResult csv = run({"simulate", tank_, "--output-file", path("no/such/folder.csv")});
  EXPECT_EQ(csv.exit_code, 1);
  EXPECT_NE(csv.errors.find("No such file or directory"), std::string::npos) << csv.errors;
  const test::ProcessResult folder =
      run({"simulate", tank_, "--output-file", path("out.csv"), "--plot", path("no/p.html")});
  if (lacks_plots(folder)) GTEST_SKIP() << folder.errors;
  EXPECT_EQ(folder.exit_code, 1);
  EXPECT_EQ(folder.errors, "error: cannot write plot '" + path("no/p.html") +
                               "': No such file or directory; choose a file in a folder that exists and is "
                               "writable\n");
  EXPECT_FALSE(std::filesystem::exists(path("out.csv"))) << "the run had begun";
}

// Neither the model nor the inputs are ever replaced by results, by whatever name they go.
TEST_F(SimulateFiles, InputsAreNotOverwritten) {
  std::filesystem::copy_file(tank_, path("Tank.fmu"));
  const std::string inputs = "time,inflow\n0,3\n";
  test::write_file(folder_ / "in.csv", inputs);
  std::filesystem::create_symlink(path("Tank.fmu"), path("link.csv"));
  const test::ProcessResult model = run({"simulate", path("Tank.fmu"), "--record", path("link.csv")});
  EXPECT_EQ(model.exit_code, 2);
  EXPECT_EQ(model.errors,
            "error: --record '" + path("link.csv") + "' would overwrite the model; choose another file\n");
  const test::ProcessResult input =
      run({"simulate", path("Tank.fmu"), "--input-file", path("in.csv"), "--output-file", path("./in.csv")});
  EXPECT_EQ(input.exit_code, 2);
  EXPECT_NE(input.errors.find("would overwrite the input file"), std::string::npos) << input.errors;
  EXPECT_EQ(test::read_file(path("in.csv")), inputs);
  EXPECT_EQ(test::read_file(path("Tank.fmu")), test::read_file(tank_));
}

// The plot of a run that failed shows how it came to that.
TEST_F(SimulateFiles, AFailedRunIsPlotted) {
  const test::ProcessResult result =
      run({"simulate", tank_, "--set", "fail_above=0.6", "--plot", path("p.html")});
  if (lacks_plots(result)) GTEST_SKIP() << result.errors;
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("note: the 3 rows up to the failure are in '" + path("p.html") + "'\n"),
            std::string::npos)
      << result.errors;
  const std::string page = test::read_file(path("p.html"));
  EXPECT_NE(page.find("up to the failure of the run"), std::string::npos);
  EXPECT_NE(page.find("\"values\":[0,0.25,0.5]"), std::string::npos);
}

// Ctrl-C, a job scheduler's SIGTERM and a closed terminal end a run in good order: summary, results, and the
// exit code that shells expect (130 after Ctrl-C). The signal is sent when rows are in the file, so the run
// is under way; the run would take minutes.
TEST_F(SimulateFiles, AreCompleteAfterASignal) {
  for (const auto& [signal, number] :
       {std::pair<std::string, int>{"INT", SIGINT}, {"TERM", SIGTERM}, {"HUP", SIGHUP}}) {
    const std::string csv = path(signal + ".csv");
    // env: what the one who started the tests ignores would stay ignored, and shells ignore SIGINT for a
    // command in the background.
    const std::string script =
        "env --default-signal=" + signal + " '" LOCKSTEP_COMMAND "' simulate '" + tank_ +
        "' --stop-time 1e8 --output-interval 50 --output-variable steps --output-file '" + csv +
        "' & while kill -0 $! && ! [ -s '" + csv + "' ]; do :; done\n" + "until [ $(stat -c %s '" + csv +
        "') -gt 1000 ]; do kill -0 $! || exit 99; done\n" + "kill -" + signal + " $!; wait $!";
    const test::ProcessResult result = test::run_process({"/bin/bash", "-c", script});
    EXPECT_EQ(result.exit_code, 128 + number) << signal << result.errors;
    EXPECT_NE(result.output.find(" s of 1e+08 s, then interrupted\n"), std::string::npos) << result.output;
    const std::string text = test::read_file(csv);
    EXPECT_EQ(text.back(), '\n');
    // The summary says "rows N in FILE", and there they are.
    const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    EXPECT_NE(result.output.find("\n  rows       " + grouped(lines - 1) + " in "), std::string::npos)
        << lines << result.output;
  }
}

// A second Ctrl-C does not wait for the step, in which an FMU may hang: the process ends by the signal, with
// the rows in the file.
TEST_F(SimulateFiles, AreCompleteAfterASecondSignal) {
  const std::string csv = path("twice.csv");
  const test::ProcessResult result =
      test::run_process({"/usr/bin/env", "--default-signal=INT", LOCKSTEP_COMMAND, "simulate", tank_, "--set",
                         "interrupt_above=0.6", "--output-variable", "level", "--output-file", csv});
  EXPECT_EQ(result.exit_code, 128 + SIGINT);
  EXPECT_EQ(result.errors,
            "\nerror: " + tank_ + ": ended inside a step; the 3 rows up to then are in the output file\n");
  EXPECT_EQ(test::read_file(csv), "time,level\n0,0\n0.25,0.25\n0.5,0.5\n");
}

// Nobody is sent to look for rows in a file that could not be written.
TEST_F(SimulateFiles, AFullDiskIsTheError) {
  const test::ProcessResult result = run({"simulate", tank_, "--output-file", "/dev/full"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(
      result.errors,
      "error: cannot write '/dev/full' (0 bytes are there): No space left on device; make room or choose "
      "another file\n");
}

// An answer that cannot be written is a failure, not silence.
TEST_F(SimulateFiles, AFullDiskIsNoSuccess) {
  for (const std::string verb : {"info", "check", "simulate"}) {
    const test::ProcessResult result = test::run_process(
        {"/bin/sh", "-c", "'" LOCKSTEP_COMMAND "' " + verb + " '" + tank_ + "' > /dev/full"});
    EXPECT_EQ(result.exit_code, 1) << verb;
    EXPECT_EQ(result.errors, "error: cannot write to standard output: No space left on device\n") << verb;
  }
}

}  // namespace
}  // namespace lockstep::cli
