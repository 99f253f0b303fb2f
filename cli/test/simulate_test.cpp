// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "command.hpp"
#include "lockstep/core/archive.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;

/// The numbers of a CSV file, row by row, without the header.
std::vector<std::vector<double>> rows_of(const std::string& text) {
  std::istringstream lines{text};
  std::vector<std::vector<double>> rows;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream cells{line};
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');)
      rows.back().push_back(std::strtod(cell.c_str(), nullptr));
  }
  return rows;
}

class Simulate : public CommandTest {};

// Results are the model's, to the last bit: the values of the pendulum known from the literature.
TEST_F(Simulate, WritesExactResults) {
  const test::ProcessResult result = run({"simulate", pendulum_, "--output-file", path("out.csv")});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  const std::string text = test::read_file(path("out.csv"));
  EXPECT_EQ(text.compare(0, 13, "time,a\n0,1.5\n"), 0) << text.substr(0, 80);
  const auto rows = rows_of(text);
  ASSERT_EQ(rows.size(), 5001U);
  EXPECT_EQ(rows[500], (std::vector<double>{1.0, -1.356685824103931}));
  EXPECT_EQ(rows[1546], (std::vector<double>{3.092, -1.0744451949191}));
  EXPECT_EQ(rows[5000], (std::vector<double>{10.0, 0.5464670988204738}));
}

// Model Exchange with a tight tolerance follows the closed form a(t) = 1.5 e^(-dt) (cos wt + d/w sin wt) with
// w^2 = g/l - d^2; ten times the tolerance leaves room for the error to add up over five periods.
TEST_F(Simulate, ModelExchangeFollowsTheClosedForm) {
  const test::ProcessResult result =
      run({"simulate", pendulum_, "--interface-type", "me", "--solver", "cvode", "--tolerance", "1e-9",
           "--output-interval", "0.1", "--output-file", path("out.csv")});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto rows = rows_of(test::read_file(path("out.csv")));
  ASSERT_EQ(rows.size(), 101U);
  const double d = 0.1;
  const double w = std::sqrt(9.81 / 1.0 - d * d);
  for (const std::vector<double>& row : rows) {
    const double t = row[0];
    EXPECT_NEAR(row[1], 1.5 * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t)), 1e-7)
        << "t = " << t;
  }
}

// Every solver that can be chosen runs; the fixed-step ones take the steps they are told.
TEST_F(Simulate, OffersItsSolvers) {
  for (const char* const solver : {"cvode", "adams", "rk4", "euler"}) {
    const json summary =
        json_of(run({"simulate", pendulum_, "--interface-type", "me", "--solver", solver, "--json"}));
    EXPECT_EQ(summary["interface"], "Model Exchange");
    EXPECT_GE(summary["solverSteps"], 1);
    EXPECT_NEAR(summary["variables"][0]["last"].get<double>(), 0.5464,
                solver == std::string{"euler"} ? 0.1 : 1e-3)
        << solver;
  }
}

// An option that does nothing is told.
TEST_F(Simulate, SaysThatASolverIsNotUsed) {
  const test::ProcessResult result = run({"simulate", pendulum_, "--stop-time", "0.1", "--solver", "rk4"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(
      result.errors,
      "warning: lockstep [solver-unused]: --solver has no effect: in Co-Simulation the FMU solves itself; "
      "--interface-type me uses it\n");
}

// Start, stop, step and output interval are the user's; points lie on the exact grid.
TEST_F(Simulate, TakesTimesFromTheUser) {
  const test::ProcessResult result =
      run({"simulate", pendulum_, "--start-time", "-0.5", "--stop-time", "0.25", "--step-size", "0.05",
           "--output-interval", "0.25", "--output-file", path("out.csv")});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto rows = rows_of(test::read_file(path("out.csv")));
  ASSERT_EQ(rows.size(), 4U);
  for (std::size_t k = 0; k < rows.size(); ++k)
    EXPECT_EQ(rows[k][0], -0.5 + 0.25 * static_cast<double>(k));
}

// The summary on the terminal, line by line; only the times of this machine differ.
TEST_F(Simulate, ShowsASummary) {
  const std::string text = run({"simulate", tank_}).output;
  EXPECT_EQ(text.compare(0, 52, "Tank (Co-Simulation, FMI 2.0)\n  simulated  0 to 2 s\n"), 0) << text;
  EXPECT_NE(text.find("\n  steps      8 of 0.25 s\n  wall time  "), std::string::npos) << text;
  EXPECT_NE(text.find("x real time\n  events     none\n  rows       9\n\n"
                      "  variable  min  max            last  unit\n"
                      "  level       0    2               2  m3\n"
                      "  full        0    1               1\n"
                      "  steps       0    8               8\n"
                      "  state               full, \"really\"\n"),
            std::string::npos)
      << text;
}

// Rows between the points of the grid cost steps; the summary does not claim that all have the step size.
TEST_F(Simulate, SummaryTellsShorterSteps) {
  const std::string text =
      run({"simulate", tank_, "--stop-time", "1", "--step-size", "0.25", "--output-interval", "0.6"}).output;
  EXPECT_NE(text.find("\n  steps      5 of at most 0.25 s\n"), std::string::npos) << text;
}

// Rows more often than steps would be another integration: refused, with the options that do it.
TEST_F(Simulate, RefusesAnIntervalBelowTheStep) {
  const test::ProcessResult result =
      run({"simulate", tank_, "--stop-time", "1", "--output-interval", "0.125"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find(
                "output interval 0.125 s is below the step size 0.25 s of the FMU's default "
                "experiment; there is one row per step at most. Choose the step size 0.125 s as well"),
            std::string::npos)
      << result.errors;
  EXPECT_EQ(run({"simulate", tank_, "--stop-time", "1", "--output-interval", "0.125", "--step-size", "0.125"})
                .exit_code,
            0);
}

// An interval that a script has computed as (stop - start) / n: n + 1 rows, each the double nearest to k
// * 1.5 / n.
TEST_F(Simulate, TakesIntervalsOfAnyDigits) {
  const test::ProcessResult result =
      run({"simulate", pendulum_, "--stop-time", "1.5", "--step-size", "0.0013940520446096654",
           "--output-interval", "0.0013940520446096654", "--output-file", path("out.csv")});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto rows = rows_of(test::read_file(path("out.csv")));
  ASSERT_EQ(rows.size(), 1077U);
  for (std::size_t k = 0; k < rows.size(); ++k)
    ASSERT_EQ(rows[k][0], static_cast<double>(3 * k) / 2152.0) << k;
}

TEST_F(Simulate, SummaryAsJson) {
  const json summary = json_of(run({"simulate", tank_, "--json", "--output-file", path("out.csv")}));
  EXPECT_EQ(summary["modelName"], "Tank");
  EXPECT_EQ(summary["fmiVersion"], "2.0");
  EXPECT_EQ(summary["interface"], "Co-Simulation");
  EXPECT_EQ(summary["startTime"], 0.0);
  EXPECT_EQ(summary["stopTime"], 2.0);
  EXPECT_EQ(summary["reachedTime"], 2.0);
  EXPECT_EQ(summary["stepSize"], 0.25);
  EXPECT_EQ(summary["rows"], 9);
  EXPECT_EQ(summary["steps"], 8);
  EXPECT_EQ(summary["terminatedByModel"], false);
  EXPECT_EQ(summary["events"]["state"], 0);
  EXPECT_GT(summary["wallTime"], 0.0);
  EXPECT_EQ(summary["outputFile"], path("out.csv"));
  EXPECT_EQ(summary["variables"][0], (json{{"name", "level"},
                                           {"type", "Float64"},
                                           {"unit", "m3"},
                                           {"min", 0.0},
                                           {"max", 2.0},
                                           {"last", 2.0}}));
  EXPECT_EQ(summary["variables"][3]["last"], "full, \"really\"");
}

// All types reach the file; texts are quoted where needed.
TEST_F(Simulate, RecordsEveryOutput) {
  ASSERT_EQ(
      run({"simulate", tank_, "--stop-time", "0.5", "--set", "inflow=4", "--output-file", path("out.csv")})
          .exit_code,
      0);
  EXPECT_EQ(test::read_file(path("out.csv")),
            "time,level,full,steps,state\n"
            "0,0,0,0,empty\n"
            "0.25,1,0,1,filling\n"
            "0.5,2,1,2,\"full, \"\"really\"\"\"\n");
}

TEST_F(Simulate, RecordsChosenVariables) {
  ASSERT_EQ(run({"simulate", tank_, "--stop-time", "0.25", "--output-variable", "inflow", "--output-variable",
                 "level", "--output-file", path("out.csv")})
                .exit_code,
            0);
  EXPECT_EQ(test::read_file(path("out.csv")), "time,inflow,level\n0,1,0\n0.25,1,0.25\n");
}

// Inputs follow the file: held inside a step, Booleans at their instants, jumps with both values.
TEST_F(Simulate, PlaysInputs) {
  test::write_file(folder_ / "in.csv", "time,inflow,open\n0,2,true\n1,2,true\n1,4,false\n1.5,4,true\n");
  ASSERT_EQ(run({"simulate", tank_, "--input-file", path("in.csv"), "--output-variable", "level",
                 "--output-interval", "0.5", "--output-file", path("out.csv")})
                .exit_code,
            0);
  EXPECT_EQ(test::read_file(path("out.csv")), "time,level\n0,0\n0.5,1\n1,2\n1.5,2\n2,4\n");
}

// What is wrong in the input file is shown like a compiler does: an editor can jump to it.
TEST_F(Simulate, PointsAtMistakesInTheInputFile) {
  test::write_file(folder_ / "in.csv", "time,inflw,level\n0,1,0\n1,x\n0.5,1,1\n");
  const test::ProcessResult result = run({"simulate", tank_, "--input-file", path("in.csv")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  const std::string file = path("in.csv");
  EXPECT_EQ(result.errors,
            "error: input file '" + file + "' cannot be used: 3 problems\n" + file +
                ":1:6: error: column 'inflw' is no variable of the model [csv-unknown-column]\n"
                "  fix: did you mean 'inflow'? the inputs are: inflow, open\n" +
                file +
                ":1:12: error: column 'level' is not an input, its causality is output [csv-not-an-input]\n"
                "  fix: remove the column (parameters are set with --set); the inputs are: inflow, open\n" +
                file +
                ":3:1: error: the row has 2 cells, expected 3 as in the first line [csv-cell-count]\n"
                "  fix: add or remove cells; names and texts with commas need quotes\n");
}

// Results may flow through a pipe; the summary steps aside.
TEST_F(Simulate, WritesResultsToStandardOutput) {
  const test::ProcessResult result =
      run({"simulate", tank_, "--stop-time", "0.25", "--output-variable", "level", "--output-file", "-"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "time,level\n0,0\n0.25,0.25\n");
  EXPECT_NE(result.errors.find("Tank (Co-Simulation, FMI 2.0)"), std::string::npos);
  EXPECT_EQ(run({"simulate", tank_, "--json", "--output-file", "-"}).exit_code, 2);
}

TEST_F(Simulate, ReadsInputsFromStandardInput) {
  const test::ProcessResult result = run({"simulate", tank_, "--input-file", "-", "--output-variable",
                                          "level", "--output-interval", "2", "--output-file", "-"},
                                         "time,inflow\n0,3\n");
  EXPECT_EQ(result.output, "time,level\n0,0\n2,6\n") << result.errors;
}

// A failing model: exit code 1, the reason in the model's words, told once, and what was recorded is kept.
TEST_F(Simulate, KeepsResultsOfAFailedRun) {
  const test::ProcessResult result = run({"simulate", tank_, "--set", "fail_above=0.6", "--output-variable",
                                          "level", "--output-file", path("out.csv")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.output, "");
  const std::size_t reason = result.errors.find("the tank burst");
  EXPECT_NE(reason, std::string::npos) << result.errors;
  EXPECT_EQ(result.errors.find("the tank burst", reason + 1), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("note: the 3 rows up to the failure are in '" + path("out.csv") + "'\n"),
            std::string::npos)
      << result.errors;
  EXPECT_EQ(test::read_file(path("out.csv")), "time,level\n0,0\n0.25,0.25\n0.5,0.5\n");
}

// One element of an array is chosen by the name its column has.
TEST_F(Simulate, RecordsElementsOfArrays) {
  const std::string model = LOCKSTEP_FMUS "/3.0/StateSpace.fmu";
  const test::ProcessResult result =
      run({"simulate", model, "--stop-time", "0", "--output-variable", "y[2]", "--output-variable", "A[1,1]",
           "--output-variable", "y[1]", "--output-file", "-"});
  EXPECT_EQ(result.output, "time,y[2],\"A[1,1]\",y[1]\n0,2,1,1\n") << result.errors;
  const test::ProcessResult outside = run({"simulate", model, "--output-variable", "y[4]"});
  EXPECT_EQ(outside.exit_code, 2);
  EXPECT_EQ(outside.errors,
            "error: 'y[4]' is outside the array; indices start at 1 and 'y' has the size [3]\n");
}

// A value outside the range of a variable is used, and told.
TEST_F(Simulate, WarnsAboutValuesOutsideTheirRange) {
  const test::ProcessResult result = run({"simulate", tank_, "--set", "pause_s=-1", "--stop-time", "0.25"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.errors,
            "warning: Tank [out-of-range]: variable 'pause_s' is set to -1, which is outside its range, at "
            "least 0; the model may not be valid there\n");
}

// A model that ends the run is no failure.
TEST_F(Simulate, EndsWhenTheModelEnds) {
  const test::ProcessResult result = run({"simulate", tank_, "--set", "end_at=1"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("  simulated  0 to 1 s, where the model ended the run\n"), std::string::npos)
      << result.output;
}

TEST_F(Simulate, NamesUnknownVariables) {
  const test::ProcessResult result = run({"simulate", tank_, "--set", "inflw=2"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("'inflw'"), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("'inflow'"), std::string::npos) << result.errors;
  const test::ProcessResult output = run({"simulate", tank_, "--output-variable", "levl"});
  EXPECT_EQ(output.exit_code, 2);
  EXPECT_NE(output.errors.find("'level'"), std::string::npos) << output.errors;
  const test::ProcessResult form = run({"simulate", tank_, "--set", "inflow"});
  EXPECT_EQ(form.exit_code, 2);
  EXPECT_EQ(form.errors, "error: --set 'inflow': expected NAME=VALUE, for example --set R=2.5\n");
}

// What cannot be meant: no finite number, and two values for one variable.
TEST_F(Simulate, RefusesValuesThatCannotBeRight) {
  for (const char* value : {"inf", "-inf", "nan"}) {
    const test::ProcessResult result = run({"simulate", tank_, "--set", std::string{"inflow="} + value});
    EXPECT_EQ(result.exit_code, 2) << value;
    EXPECT_NE(result.errors.find("'inflow' is set to"), std::string::npos) << result.errors;
  }
  const test::ProcessResult twice = run({"simulate", tank_, "--set", "inflow=1", "--set", "inflow=2"});
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_EQ(twice.errors, "error: --set 'inflow=2': 'inflow' is set twice, to '1' before; set it once\n");
}

// A step that is longer than the run would be cut without a word.
TEST_F(Simulate, RefusesAStepLongerThanTheRun) {
  const test::ProcessResult result = run({"simulate", pendulum_, "--stop-time", "10", "--step-size", "100"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(
      result.errors.find("the step size 100 s is longer than the run from 0 s to 10 s; choose at most 10 s"),
      std::string::npos)
      << result.errors;
}

// The pendulum swings from 1.5 to -1.36 rad in the second between two rows: the range is that of the steps.
TEST_F(Simulate, RangesAreThoseOfTheRun) {
  const json summary =
      json_of(run({"simulate", pendulum_, "--stop-time", "2", "--output-interval", "2", "--json"}));
  EXPECT_EQ(summary["rows"], 2);
  EXPECT_LT(summary["variables"][0]["min"].get<double>(), -1.35);
}

// Programs get the warnings, of a run that succeeds and of one that fails.
TEST_F(Simulate, JsonHasDiagnostics) {
  const json good = json_of(run({"simulate", pendulum_, "--solver", "rk4", "--json"}));
  ASSERT_EQ(good["diagnostics"].size(), 1U);
  EXPECT_EQ(good["diagnostics"][0]["id"], "solver-unused");
  const test::ProcessResult failed =
      run({"simulate", pendulum_, "--solver", "rk4", "--set", "nothing=1", "--json"});
  EXPECT_EQ(failed.exit_code, 2);
  const json said = json::parse(failed.output);
  EXPECT_EQ(said["error"]["code"], "not-found") << said;
  ASSERT_EQ(said["diagnostics"].size(), 1U) << said;
  EXPECT_EQ(said["diagnostics"][0]["severity"], "warning");
}

TEST_F(Simulate, RefusesAnInterfaceTheFmuLacks) {
  const test::ProcessResult result = run({"simulate", tank_, "--interface-type", "me"});
  EXPECT_NE(result.exit_code, 0);
  EXPECT_NE(result.errors.find("Model Exchange"), std::string::npos) << result.errors;
}

TEST_F(Simulate, WritesPlots) {
  const test::ProcessResult result =
      run({"simulate", pendulum_, "--plot", path("p.html"), "--plot", path("p.svg"), "--json"});
  if (result.exit_code == 1 && result.output.find("\"unsupported\"") != std::string::npos)
    GTEST_SKIP() << "this build or machine lacks a plot format: " << result.output;
  EXPECT_EQ(json_of(result)["plots"], (json{path("p.html"), path("p.svg")}));
  const std::string page = test::read_file(path("p.html"));
  EXPECT_NE(page.find("<title>DampedPendulum</title>"), std::string::npos);
  EXPECT_NE(page.find("Co-Simulation, FMI 2.0, 0 to 10 s in steps of 0.002 s, 5,001 rows"),
            std::string::npos);
  EXPECT_NE(test::read_file(path("p.svg")).find("a [rad]"), std::string::npos);
}

// Every FMI call, on request, on standard error.
TEST_F(Simulate, LogsFmiCalls) {
  const test::ProcessResult result = run({"simulate", tank_, "--stop-time", "0.25", "--log-fmi-calls"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* const call :
       {"fmi2Instantiate", "fmi2EnterInitializationMode", "fmi2DoStep", "fmi2Terminate"})
    EXPECT_NE(result.errors.find(call), std::string::npos) << call << " not in:\n" << result.errors;
  EXPECT_EQ(run({"simulate", tank_, "--stop-time", "0.25"}).errors, "");
}

// On a terminal there is a bar with the real-time factor; it is gone at the end. In a pipe there is none.
// Every step takes longer than the bar needs to be drawn again.
TEST_F(Simulate, ShowsProgressOnATerminal) {
  const std::string command =
      "env TERM=xterm '" LOCKSTEP_COMMAND "' simulate '" + tank_ + "' --stop-time 1 --set pause_s=0.15";
  const test::ProcessResult result = test::run_process({"/usr/bin/script", "-qec", command, "/dev/null"});
  EXPECT_NE(result.output.find(" %  t = "), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("x real time  "), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("\r\033[KTank (Co-Simulation, FMI 2.0)"), std::string::npos) << result.output;
}

// Description and binary of different FMUs: the FMU says so once, though it is also tried without event mode.
TEST_F(Simulate, SaysOnceThatTheTokenIsWrong) {
  const core::Archive archive = core::Archive::open(LOCKSTEP_FMUS "/3.0/StateSpace.fmu");
  std::string xml{archive.read("modelDescription.xml").text()};
  const std::size_t token = xml.find("instantiationToken=\"") + 20;
  xml.replace(token, xml.find('"', token) - token, "another");
  std::vector<test::ZipEntry> entries{{"modelDescription.xml", xml}};
  for (const core::ArchiveEntry& entry : archive.entries_below("binaries/"))
    if (!entry.is_directory) entries.emplace_back(entry.name, std::string{archive.read(entry.name).text()});
  const std::string file = test::write_file(folder_ / "Wrong.fmu", test::make_zip(entries)).string();
  const test::ProcessResult result = run({"simulate", file});
  EXPECT_EQ(result.exit_code, 1);
  const std::size_t first = result.errors.find("the instantiation token is 'another'");
  ASSERT_NE(first, std::string::npos) << result.errors;
  EXPECT_EQ(result.errors.find("the instantiation token is 'another'", first + 1), std::string::npos)
      << result.errors;
}

// No binary for this machine: exit code 1, and what could be done.
TEST_F(Simulate, NamesTheMissingBinary) {
  const std::string file = described(
      R"(<fmiModelDescription fmiVersion="2.0" modelName="X" guid="1"><CoSimulation modelIdentifier="X"/>
<ModelVariables/><ModelStructure/></fmiModelDescription>)");
  const test::ProcessResult result = run({"simulate", file});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.errors.compare(0, 7, "error: "), 0) << result.errors;
}

}  // namespace
}  // namespace lockstep::cli
