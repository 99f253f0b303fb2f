// SPDX-License-Identifier: Apache-2.0
#include "lockstep/scenario/scenario.hpp"

#include <gtest/gtest.h>

#include "support/files.hpp"

namespace lockstep::scenario {
namespace {

class ScenarioTest : public ::testing::Test {
 protected:
  ScenarioTest() { test::write_file(folder / "w.sdf", "<sdf version='1.9'/>"); }
  Scenario read(const std::string& text) { return read_scenario_text(text, (folder / "s.yaml").string()); }
  std::string error_of(const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kBadInput);
      return error.what();
    }
    return "no error";
  }
  test::TemporaryFolder folder;
};

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "text: " << text << "\nexpected in it: " << part;
}

// Every word of the schema arrives in its field.
TEST_F(ScenarioTest, ReadsEverything) {
  const Scenario s = read(R"(
world: w.sdf
engine: mujoco
duration: 10
step_size: 0.002
real_time: 1
seed: 42
strict: true
merge_fixed_joints: true
initial:
  - {joint: arm::knee, position: 0.5}
joints:
  - {joint: arm::knee, pos_p: 10, pos_i: 0.1, pos_d: 3, pos_t: 1}
  - {joint: arm::hip, vel_p: 2, vel_i: 3, vel_d: 4, vel_t: 5, force: 6}
devices:
  - {type: joint_pid, model: arm, joint: x}
events:
  - time: 5
    push: {link: arm::tip, force: [0, 0, 10], torque: [1, 2, 3], duration: 0.1}
  - time: 2
    joint: {joint: arm::knee, pos_t: -1}
    request: {name: arm/motor/mode, arguments: [1, 2]}
  - time: 3
    request: {name: arm/board/move, arguments: [[0, 1], 0.5]}
  - time: 4
    request: {name: arm/board/set_mode, arguments: [all, torque]}
signals: [arm/knee/position, arm/knee/applied]
replay: runs/../events.yaml
)");
  EXPECT_EQ(s.replay, (folder / "events.yaml").string());
  EXPECT_EQ(s.world, (folder / "w.sdf").string());
  EXPECT_EQ(s.engine, "mujoco");
  EXPECT_EQ(s.duration_s, 10);
  EXPECT_EQ(s.step_size_s, 0.002);
  EXPECT_EQ(s.real_time, 1);
  EXPECT_EQ(s.seed, 42U);
  EXPECT_TRUE(s.strict);
  EXPECT_TRUE(s.merge_fixed_joints);
  EXPECT_EQ(s.initial.at(0).position, 0.5);
  EXPECT_EQ(s.joints.at(0).pos_d, 3);
  EXPECT_EQ(s.joints.at(0).vel_p, std::nullopt);
  EXPECT_EQ(s.joints.at(1).force, 6);
  EXPECT_EQ(s.devices.at(0).text_of("model"), "arm");
  ASSERT_EQ(s.events.size(), 5U);  // by time, then in file order
  EXPECT_EQ(std::get<JointControl>(s.events[0].action).pos_t, -1);
  EXPECT_EQ(std::get<Request>(s.events[1].action).arguments, (std::vector<double>{1, 2}));
  EXPECT_EQ(std::get<Request>(s.events[2].action).texts, (std::vector<std::string>{"0 1", "0.5"}));
  EXPECT_EQ(std::get<Request>(s.events[3].action).texts, (std::vector<std::string>{"all", "torque"}));
  EXPECT_EQ(s.events[4].time_s, 5);
  EXPECT_EQ(std::get<Push>(s.events[4].action).force_n[2], 10);
  EXPECT_EQ(std::get<Push>(s.events[4].action).torque_nm[1], 2);
  EXPECT_EQ(s.signals, (std::vector<std::string>{"arm/knee/position", "arm/knee/applied"}));
  ASSERT_EQ(s.signals_where.size(), 2U);
  EXPECT_NE(s.signals_where[1].line, 0U);
  EXPECT_NE(s.engine_where.line, 0U);
  EXPECT_NE(s.step_size_where.line, 0U);
  EXPECT_EQ(place_of(s.events[4]).line, std::get<Push>(s.events[4].action).where.line);
}

TEST_F(ScenarioTest, OnlyTheWorldIsRequired) {
  const Scenario s = read("world: w.sdf");
  EXPECT_EQ(s.replay, "");
  EXPECT_EQ(s.duration_s, std::nullopt);
  EXPECT_TRUE(s.engine.empty());
  EXPECT_EQ(s.seed, 0U);
  expect_contains(error_of("world: none.sdf"), "none.sdf' does not exist");
}

// Seeds are whole numbers from 0 on.
TEST_F(ScenarioTest, ChecksTheSeed) {
  EXPECT_EQ(read("world: w.sdf\nseed: 0").seed, 0U);
  expect_contains(error_of("world: w.sdf\nseed: -1"), "s.yaml:2:7: error: 'seed' is -1, expected >= 0");
  expect_contains(error_of("world: w.sdf\nseed: 1.5"), "seed");
}

// All mistakes at once, each with its line; a word spelled wrongly is not ignored.
TEST_F(ScenarioTest, SaysWhatIsWrong) {
  const std::string message = error_of(
      "world: w.sdf\nduraton: 3\nstep_size: 0\njoints:\n  - {joint: a, pos_q: 1}\nevents:\n  - {time: -1, "
      "push: {link: x}}\n"
      "  - time: 1\ndevices:\n  - {model: m}\n");
  expect_contains(message, "6 problems");
  expect_contains(message,
                  "s.yaml:2:10: error: 'scenario' has the unknown element 'duraton' [config-unknown]\n"
                  "  fix: did you mean 'duration'?");
  expect_contains(message, "s.yaml:3:12: error: 'step_size' is 0, expected a number above 0");
  expect_contains(message, "'joints' has the unknown element 'pos_q'");
  expect_contains(message, "'time' is -1, expected a number not below 0");
  expect_contains(message, "s.yaml:8:5: error: an event does nothing");
  expect_contains(message, "a device needs either 'type'");
  expect_contains(error_of("world: w.sdf\nevents:\n  - {time: 1, push: {link: x, duration: 1}}"),
                  "neither 'force' nor 'torque'");
  expect_contains(
      error_of("world: w.sdf\ninitial:\n  - {joint: a, position: 1}\n  - {joint: a, position: 2}"),
      "s.yaml:4:5: error: joint 'a' stands in 'initial' twice");
  expect_contains(
      error_of("world: w.sdf\nevents:\n  - {time: 1, push: {link: x, force: [1, 2], duration: 1}}"),
      "'force' is '1 2', expected 3 finite numbers");
}

// The example of the documentation is a scenario.
TEST_F(ScenarioTest, ReadsTheExampleOfTheDocumentation) {
  const std::string page = test::read_file(LOCKSTEP_SCENARIO_PAGE);
  const std::size_t begin = page.find("```yaml\n") + 8;
  test::write_file(folder / "robot.world", "<sdf version='1.9'/>");
  const Scenario s = read(page.substr(begin, page.find("```", begin) - begin));
  EXPECT_EQ(s.signals.size(), 2U);
  EXPECT_EQ(s.initial.size(), 1U);
  EXPECT_EQ(s.joints.size(), 1U);
  EXPECT_EQ(s.events.size(), 2U);
}

TEST_F(ScenarioTest, ReadsFiles) {
  test::write_file(folder / "s.yaml", "world: w.sdf");
  EXPECT_EQ(read_scenario((folder / "s.yaml").string()).file, (folder / "s.yaml").string());
  for (const auto& [path, code] : {std::pair{folder / "none.yaml", ErrorCode::kNotFound},
                                   std::pair{folder.path(), ErrorCode::kUnreadable}}) {
    try {
      read_scenario(path.string());
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code);
    }
  }
}

// Without a world there are only devices, on the clock; its name may be written or left out.
TEST_F(ScenarioTest, NeedsNoWorld) {
  for (const char* engine : {"", "engine: clock\n"}) {
    const Scenario s = read(std::string{engine} + "step_size: 0.5\ndevices:\n  - {type: fmu, fmu: Stair}\n" +
                            "events:\n  - {time: 1, request: {name: a/b}}");
    EXPECT_TRUE(s.world.empty());
    EXPECT_EQ(s.engine, kClockEngine);
    EXPECT_EQ(s.step_size_s, 0.5);
    EXPECT_EQ(s.devices.size(), 1U);
    EXPECT_EQ(s.events.size(), 1U);
  }
}

// There must be something to run, and nothing that needs bodies; all of it is reported with its line.
TEST_F(ScenarioTest, RefusesBodiesWithoutAWorld) {
  expect_contains(error_of("duration: 1"), "the scenario has neither 'world' nor 'devices'");
  const std::string text = error_of(
      "engine: mujoco\nstrict: true\nmerge_fixed_joints: false\ninitial:\n  - {joint: a, position: "
      "1}\njoints:\n  - {joint: a}\nevents:\n  - {time: 1, joint: {joint: a}}\n  - {time: 2, push: {link: x, "
      "force: [1, 2, 3], duration: 1}}\ndevices:\n  - {type: fmu, fmu: Stair}");
  expect_contains(text, "7 problems");
  expect_contains(text, "engine 'mujoco' is for bodies, but the scenario has no 'world'");
  for (const char* word : {"strict", "merge_fixed_joints", "initial", "joints", "joint", "push"})
    expect_contains(text, "'" + std::string{word} + "' is about joints and links");
  expect_contains(text, "s.yaml:9:");
  EXPECT_EQ(text.find("'devices'"), std::string::npos) << text;
}

// FMUs and connections at the top are one device of the type network.
TEST_F(ScenarioTest, FmusAreANetwork) {
  const Scenario s = read(
      "network: loop\nmaster: jacobi\nfmus:\n  - {name: a, fmu: A.fmu}\n  - {name: b, fmu: "
      "B.fmu}\nconnections:\n"
      "  - a.y -> b.u\nbonds:\n  - {effort: a.F, flow: b.v}");
  EXPECT_EQ(s.engine, kClockEngine);
  ASSERT_EQ(s.devices.size(), 1U);
  const core::ConfigNode& device = s.devices[0];
  EXPECT_EQ(device.text_of("type"), "network");
  EXPECT_EQ(device.text_of("name"), "loop");
  EXPECT_EQ(device.text_of("master"), "jacobi");
  EXPECT_EQ(device.all("fmus").size(), 2U);
  EXPECT_EQ(device.find("connections")->text, "a.y -> b.u");
  EXPECT_EQ(device.find("bonds")->text_of("flow"), "b.v");
  EXPECT_EQ(device.find("fmus")->where.line, 4U);
  EXPECT_FALSE(read("fmus:\n  - {fmu: A.fmu}").devices[0].has("name"));
  EXPECT_EQ(read("ssp: drive.ssp\nmaster: newton").devices[0].text_of("ssp"), "drive.ssp");
  expect_contains(error_of("world: w.sdf\nconnections:\n  - a.y -> b.u"),
                  "there are 'connections', but no 'fmus'");
}

// What a scenario changes about the world and its models.
TEST(Scenario, ReadsPlacesOfModels) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "w.sdf", "x");
  const Scenario s = read_scenario_text(
      "world: w.sdf\ngravity: [0, 0, -1.62]\nground_plane: true\nmodels:\n  - {model: arm, pose: [1, 2, 3, "
      "0, 0, 0.5], velocity: [1, 0, 0, 0, 0, 2]}\n"
      "  - {fixed_base: true}\n",
      (folder / "s.yaml").string());
  EXPECT_EQ(s.gravity, (std::vector<double>{0, 0, -1.62}));
  EXPECT_TRUE(s.ground_plane);
  ASSERT_EQ(s.models.size(), 2U);
  EXPECT_EQ(s.models[0].model, "arm");
  EXPECT_EQ(s.models[0].pose->at(5), 0.5);
  EXPECT_EQ(s.models[0].velocity->at(5), 2.0);
  EXPECT_FALSE(s.models[1].velocity.has_value());
  EXPECT_FALSE(s.models[0].fixed_base);
  EXPECT_TRUE(s.models[1].fixed_base);
  EXPECT_FALSE(s.models[1].pose.has_value());
}

// A joint starts somewhere, with a velocity, or both; a model that is held has none.
TEST(Scenario, ReadsInitialVelocities) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "w.sdf", "x");
  const auto read = [&](const std::string& text) {
    return read_scenario_text("world: w.sdf\n" + text, (folder / "s.yaml").string());
  };
  const Scenario s =
      read("initial:\n  - {joint: a, velocity: 3}\n  - {joint: b, position: 1, velocity: -2}\n");
  EXPECT_FALSE(s.initial.at(0).position.has_value());
  EXPECT_EQ(s.initial.at(0).velocity, 3.0);
  EXPECT_EQ(s.initial.at(1).position, 1.0);
  EXPECT_EQ(s.initial.at(1).velocity, -2.0);
  EXPECT_THROW(read("initial:\n  - {joint: a}\n"), Error);
  EXPECT_THROW(read("models:\n  - {fixed_base: true, velocity: [1, 0, 0, 0, 0, 0]}\n"), Error);
}

}  // namespace
}  // namespace lockstep::scenario
