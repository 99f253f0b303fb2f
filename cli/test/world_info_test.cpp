// SPDX-License-Identifier: Apache-2.0
#include "world_info.hpp"

#include "command.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::cli {
namespace {

TEST(WorldInfo, WorldsAreKnownByTheirEnding) {
  for (const char* name : {"a.sdf", "a.world", "a.urdf", "a.yaml", "b/a.yml"})
    EXPECT_TRUE(is_world_file(name)) << name;
  for (const char* name : {"a.fmu", "a", "sdf", "a.sdf.fmu"})
    EXPECT_FALSE(is_world_file(name)) << name;
}

/// A wheel on an axle with a controller, of which the scenario records the position.
class WorldInfoTest : public CommandTest {
 protected:
  void SetUp() override {
    if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
    test::write_file(
        folder_ / "w.world",
        "<sdf version='1.6'><world name='w'><model name='m'><link name='wheel'/><joint name='axle' "
        "type='revolute'><parent>world</parent><child>wheel</child><axis><xyz>0 0 1</xyz></axis>"
        "</joint></model></world></sdf>");
    scenario_ = test::write_file(folder_ / "s.yaml",
                                 "world: w.world\nduration: 2\nstep_size: 0.002\nsignals: [m/axle/position]\n"
                                 "joints:\n  - {joint: m::axle, pos_p: 1}\n")
                    .string();
  }
  std::string scenario_;
};

// Names, types, units and descriptions of all signals and requests, and which signals are recorded.
TEST_F(WorldInfoTest, ListsSignalsAndRequests) {
  const test::ProcessResult result = run({"info", scenario_});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const auto expect = [&](const std::string& text) {
    EXPECT_NE(result.output.find(text), std::string::npos) << "not found: " << text << "\nin:\n"
                                                           << result.output;
  };
  expect("w\n  engine    " + hosts::engine_names().front() +
         "\n  step      0.002 s\n  duration  2 s\n\nRobots (1)\n  name");
  expect("\n  inertias: all possible\n\nSignals (");
  expect("\n  m/axle/position               Float64     rad     yes       Position of the joint\n");
  expect("\n  m/axle/velocity               Float64     rad/s             Velocity of the joint\n");
  expect(
      "\n  m/wheel/position              Float64[3]  m                 Position of the link's origin in the "
      "world\n");
  expect("\n\nRequests (15)\n  name ");
  expect("\n  m/axle_pid/effort           Float64 value [N.m]  Constant effort\n");
  expect("\n  world/step                  Int64 count          Does so many steps, then pauses\n");
}

// Mass, axes and reach of a robot; inertias that no body has, by the name of the link.
TEST_F(WorldInfoTest, ShowsRobots) {
  const std::string panda = LOCKSTEP_CLI_SOURCE "/../examples/05_panda/panda.urdf";
  const test::ProcessResult result = run({"info", panda});
  EXPECT_NE(result.output.find("panda    16.0621     7  fixed"), std::string::npos) << result.output;
  std::string wrong = test::read_file(panda);
  const std::string moment = "ixx=\"0.037242\"";
  wrong.replace(wrong.find(moment), moment.size(), "ixx=\"-0.037242\"");
  const std::string file = test::write_file(folder_ / "wrong.urdf", wrong).string();
  const auto json = json_of(run({"info", file, "--json"}));
  EXPECT_EQ(json["robots"][0]["axes"], 7);
  ASSERT_EQ(json["inertiaFindings"].size(), 1U);
  const std::string finding = json["inertiaFindings"][0];
  EXPECT_NE(finding.find("link 'panda::panda_link3'"), std::string::npos) << finding;
}

TEST_F(WorldInfoTest, ListsThemForPrograms) {
  const auto json = json_of(run({"info", scenario_, "--json"}));
  EXPECT_EQ(json["world"], "w");
  EXPECT_EQ(json["stepSize"], 0.002);
  EXPECT_EQ(json["duration"], 2);
  EXPECT_EQ(json["physicsType"], "");
  int recorded = 0;
  for (const auto& signal : json["signals"]) {
    if (signal["recorded"] == true) ++recorded;
    if (signal["name"] != "m/wheel/position") continue;
    EXPECT_EQ(signal["type"], "Float64");
    EXPECT_EQ(signal["count"], 3);
    EXPECT_EQ(signal["unit"], "m");
    EXPECT_NE(signal["description"], "");
  }
  EXPECT_EQ(recorded, 1);
  EXPECT_TRUE(json["inlets"].empty());
  ASSERT_EQ(json["requests"].size(), 15U);
  EXPECT_EQ(json["requests"][8]["name"], "m/axle_pid/effort");
  EXPECT_EQ(json["requests"][8]["arguments"],
            nlohmann::json::parse(R"([{"name": "value", "type": "Float64", "count": 1, "unit": "N.m"}])"));
}

// Without inlets there is no heading for them; a world that cannot be opened is reported as by `run`.
TEST_F(WorldInfoTest, PlainAndBrokenWorlds) {
  const test::ProcessResult plain = run({"info", path("w.world")});
  EXPECT_EQ(plain.exit_code, 0) << plain.errors;
  EXPECT_EQ(plain.output.find("Inlets"), std::string::npos) << plain.output;
  EXPECT_NE(plain.output.find("Requests (6)"), std::string::npos) << plain.output;
  EXPECT_EQ(run({"info", path("none.world")}).exit_code, 2);
}

}  // namespace
}  // namespace lockstep::cli
