// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "command.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::cli {
namespace {

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

/// A pendulum of 1 kg at 1 m (and 0.001 kg m^2) that starts horizontally, with a plugin or without.
std::string pendulum_world(const std::string& damping, const std::string& plugin) {
  return "<sdf version='1.6'><world name='swing'><model name='pendulum'><pose>0 0 1.5 0 0 0</pose>"
         "<link name='rod'><pose>0 0 0 0 1.5707963267948966 0</pose><inertial><pose>0 0 -1 0 0 "
         "0</pose><mass>1</mass>"
         "<inertia><ixx>0.001</ixx><iyy>0.001</iyy><izz>0.001</izz></inertia></inertial></link>"
         "<joint name='pivot' type='revolute'><parent>world</parent><child>rod</child><axis><xyz>0 1 0</xyz>"
         "<dynamics><damping>" +
         damping + "</damping></dynamics></axis></joint>" + plugin + "</model></world></sdf>";
}

class Run : public CommandTest {
 protected:
  void SetUp() override {
    if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
  }
  std::string world(const std::string& damping, const std::string& plugin = "") const {
    return test::write_file(folder_ / "swing.world", pendulum_world(damping, plugin)).string();
  }
  std::string scenario(const std::string& text) const {
    return test::write_file(folder_ / "s.yaml", text).string();
  }
};

// The damped pendulum of the literature: angle from the vertical after 1 s and 10 s of
// 1.001 th'' = -9.8 sin th - 0.1 th', th(0) = pi/2, by RK4; joint position is th - pi/2. An explicit
// first-order coupling at 1 ms is within 5e-3 rad over 10 s.
TEST_F(Run, DampedPendulumFollowsTheReference) {
  const double half_pi = std::acos(0.0);
  const std::string fmu =
      "<plugin name='p' "
      "filename='libFMIActuatorPlugin.so'><actuator><name>a</name><joint>pivot</joint><fmu>Damper.fmu"
      "</fmu></actuator></plugin>";
  for (const std::string& file : {world("0.1"), world("0", fmu)}) {
    const test::ProcessResult result = run({"run", file, "--duration", "10", "--record", path("run.csv"),
                                            "--output-variable", "pendulum/pivot/position"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const auto rows = rows_of(test::read_file(path("run.csv")));
    ASSERT_EQ(rows.size(), 10'001U);
    EXPECT_NEAR(rows[1000][1], -1.32341 - half_pi, 5e-3);
    EXPECT_NEAR(rows[10'000][1], -0.90756 - half_pi, 5e-3);
    EXPECT_EQ(rows[10'000][0], 10.0);
  }
}

// The default set: position, velocity and applied effort of the joint; MCAP and plot are written too.
TEST_F(Run, RecordsTheUsualSignals) {
  const auto json = json_of(run({"run", world("0.1"), "--duration", "0.1", "--record", path("a.mcap"),
                                 "--record", path("a.csv"), "--plot", path("a.svg"), "--json"}));
  EXPECT_EQ(json["world"], "swing");
  EXPECT_EQ(json["steps"], 100);
  EXPECT_EQ(json["rows"], 101);
  ASSERT_EQ(json["variables"].size(), 3U);
  EXPECT_EQ(json["variables"][0]["name"], "pendulum/pivot/position");
  EXPECT_EQ(json["variables"][2]["name"], "pendulum/pivot/applied");
  EXPECT_EQ(test::read_file(path("a.csv")).substr(0, 29), "time,pendulum/pivot/position,");
  EXPECT_EQ(test::read_file(path("a.mcap")).substr(1, 4), "MCAP");
  EXPECT_NE(test::read_file(path("a.svg")).find("<svg"), std::string::npos);
}

// Programs get all warnings and notes, too.
TEST_F(Run, JsonHasDiagnostics) {
  test::write_file(
      folder_ / "odd.sdf",
      "<sdf version='1.9'><model name='m'><link name='l'><velocity_decay><linear>1</linear></velocity_decay>"
      "<inertial><mass>0</mass></inertial></link></model></sdf>");
  const auto json = json_of(run({"run", path("odd.sdf"), "--duration", "0.0105", "--json"}));
  std::vector<std::string> ids;
  for (const auto& one : json["diagnostics"]) {
    EXPECT_EQ(one["severity"], "warning") << one;
    ids.push_back(one["id"]);
  }
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(ids, (std::vector<std::string>{"description-unused", "duration", "inertia-impossible"}));
}

// A body that no joint holds shows where it is: 4.9 m deeper after 1 s of free fall, a little more with the
// step.
TEST_F(Run, RecordsWhereFreeBodiesAre) {
  test::write_file(folder_ / "ball.sdf",
                   "<sdf version='1.9'><model name='ball'><link name='l'/></model></sdf>");
  const auto json = json_of(run({"run", path("ball.sdf"), "--duration", "1", "--json"}));
  ASSERT_EQ(json["variables"].size(), 3U);
  EXPECT_EQ(json["variables"][2]["name"], "ball/l/position[3]");
  EXPECT_NEAR(json["variables"][2]["last"].get<double>(), -4.9, 0.01);
}

TEST_F(Run, OptionsChooseStepAndInterval) {
  const auto json = json_of(run({"run", world("0.1"), "--duration", "1", "--step-size", "0.002",
                                 "--output-interval", "0.1", "--json"}));
  EXPECT_EQ(json["steps"], 500);
  EXPECT_EQ(json["rows"], 11);
  EXPECT_EQ(json["stepSize"], 0.002);
}

// Targets, gains, initial positions and events of a scenario act: a stiff controller holds the first target
// until the event gives it the second. Its steady error is gravity over gain: 9.8 cos(q) / 1000 below 0.01
// rad.
TEST_F(Run, ScenarioSteersAJoint) {
  world("0.1");
  const std::string file = scenario(
      "world: swing.world\nduration: 6\ninitial:\n  - {joint: pendulum::pivot, position: 0.25}\n"
      "joints:\n  - {joint: pendulum::pivot, pos_p: 1000, pos_d: 60, pos_t: 0.5}\n"
      "events:\n  - {time: 3, joint: {joint: pendulum::pivot, pos_t: -0.5}}\nsignals: "
      "[pendulum/pivot/position]\n");
  const test::ProcessResult result = run({"run", file, "--record", path("run.csv")});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto rows = rows_of(test::read_file(path("run.csv")));
  ASSERT_EQ(rows.size(), 6001U);
  EXPECT_EQ(rows[0][1], 0.25);
  EXPECT_NEAR(rows[3000][1], 0.5, 0.01);
  EXPECT_NEAR(rows[6000][1], -0.5, 0.01);
}

// A push in the middle of a run moves a body that was at rest before: 10 N for 0.1 s on 1 kg is 1 m/s.
TEST_F(Run, ScenarioPushesALink) {
  test::write_file(
      folder_ / "box.sdf",
      "<sdf version='1.9'><world name='w'><gravity>0 0 0</gravity><model name='box'><link name='l'/></model>"
      "</world></sdf>");
  const std::string file = scenario(
      "world: box.sdf\nduration: 2\nevents:\n  - {time: 1, push: {link: box::l, force: [10, 0, 0], duration: "
      "0.1}}\n"
      "signals: [box/l/linear_velocity]\n");
  const test::ProcessResult result = run({"run", file, "--record", path("run.csv")});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto rows = rows_of(test::read_file(path("run.csv")));
  ASSERT_EQ(rows.size(), 2001U);
  EXPECT_EQ(rows[1000][1], 0.0);
  EXPECT_NEAR(rows[1050][1], 0.5, 1e-9);
  EXPECT_NEAR(rows[2000][1], 1.0, 1e-9);
}

// Same inputs, same bytes.
TEST_F(Run, RepeatsAreEqual) {
  const std::string file = world("0.1");
  for (const char* name : {"1.csv", "2.csv"})
    ASSERT_EQ(run({"run", file, "--duration", "1", "--record", path(name)}).exit_code, 0);
  EXPECT_EQ(test::read_file(path("1.csv")), test::read_file(path("2.csv")));
}

// Wrong use and unreadable input end with 2 and say what to do.
TEST_F(Run, SaysWhatIsWrong) {
  const std::string file = world("0.1");
  const auto expect = [&](const std::vector<std::string>& arguments, const std::string& part) {
    const test::ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.errors;
    EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors << "expected in it: " << part;
  };
  expect({"run", path("none.world")}, "none.world' cannot be read: No such file");
  expect({"run", file, "--engine", "bullet"}, "there is no engine 'bullet' in this program; it has: ");
  expect({"run", file, "--record", path("a.txt")}, "ends with .csv or .mcap");
  expect({"run", file, "--duration", "0"}, "--duration is 0, expected a number above 0");
  expect({"run", file, "--output-variable", "pendulum/pivot/positon"}, "pendulum/pivot/position");
  expect(
      {"run",
       world("0",
             "<plugin name='p' filename='libFMIActuatorPlugin.so'><actuator><joint>pivot</joint><fmu>No.fmu"
             "</fmu></actuator></plugin>")},
      "'No.fmu' does not exist; looked in ");
  world("0.1");  // the good one again
  expect({"run", scenario("world: swing.world\njoints:\n  - {joint: pendulum::knee, pos_p: 1}\n")},
         "s.yaml:3:5: error: the world has no joint 'pendulum::knee'");
  expect({"run", scenario("world: swing.world\nevents:\n  - {time: 1, request: {name: a/b}}\n")},
         "s.yaml:3:");
  expect({"run", scenario("world: swing.world\nengin: x\n")}, "did you mean 'engine'?");
}

// An FMU gives the same rows by itself and as a world on the clock, byte by byte: both loops use the same
// parts.
TEST_F(Run, AnFmuRunsAsInSimulate) {
  const auto rows = [&](const std::string& name) {
    const std::string text = test::read_file(folder_ / name);
    return text.substr(text.find('\n'));
  };
  for (const char* const fmu : {"2.0/DampedPendulum.fmu", "3.0/DampedPendulum.fmu", "2.0/Dahlquist.fmu"}) {
    const std::string file = std::string{LOCKSTEP_FMUS} + '/' + fmu;
    ASSERT_EQ(run({"run", file, "--step-size", "0.003", "--duration", "0.9", "--record", path("run.csv")})
                  .exit_code,
              0);
    ASSERT_EQ(
        run({"simulate", file, "--step-size", "0.003", "--stop-time", "0.9", "--output-file", path("s.csv")})
            .exit_code,
        0);
    EXPECT_GT(rows("s.csv").size(), 1000U);
    EXPECT_EQ(rows("run.csv"), rows("s.csv")) << fmu;
  }
}

}  // namespace
}  // namespace lockstep::cli
