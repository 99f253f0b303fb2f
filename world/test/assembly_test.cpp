// SPDX-License-Identifier: Apache-2.0
#include "assembly.hpp"

#include "lockstep/hosts/api/planned_engine.hpp"
#include "support/environment.hpp"
#include "world_fixture.hpp"

namespace lockstep::world {
namespace {

class AssemblyTest : public WorldFixture {
 protected:
  std::string engine() { return std::string{assemble(scenario_, {}, false, {}).engine->name()}; }
  std::string error() {
    try {
      assemble(scenario_, {}, false, {});
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(AssemblyTest, HasAllDevices) {
  EXPECT_EQ(make_catalogue().types(),
            (std::vector<std::string>{"base_state", "contact_load_cells", "control_board", "controller",
                                      "fmu", "fmu_actuator", "fmu_contact", "fmu_fluid_dynamics",
                                      "force_torque", "imu", "joint_pid", "network", "timed_force"}));
}

// The engine is that of the scenario, else that of the world if there is one of that name, else the first.
TEST_F(AssemblyTest, ChoosesTheEngine) {
  const std::vector<std::string> engines = hosts::engine_names();
  EXPECT_EQ(engine(), engines.front());
  const auto with_physics = [&](const std::string& type) {
    scenario_.world =
        test::write_file(folder_ / "typed.world",
                         "<sdf version='1.6'><world name='w'><physics type='" + type + "'/></world></sdf>")
            .string();
  };
  with_physics("bullet");
  EXPECT_EQ(engine(), engines.front());
  with_physics(engines.back());
  EXPECT_EQ(engine(), engines.back());
  scenario_.engine = engines.front();
  EXPECT_EQ(engine(), engines.front());
}

// Engine and world description are one: nothing is copied on the way.
TEST_F(AssemblyTest, SharesTheDescription) {
  const Assembly made = assemble(scenario_, {}, false, {});
  EXPECT_EQ(made.description.use_count(), 2) << "here and in the plan of the engine";
}

// The step of the scenario goes before that of the world; one that cannot be is reported with its place.
TEST_F(AssemblyTest, TakesTheStepOfTheScenario) {
  scenario_.step_size_s = 0.02;
  EXPECT_EQ(assemble(scenario_, {}, false, {}).engine->step_size(), (core::Rational{1, 50}));
  scenario_.step_size_s = -1.0;
  scenario_.engine = "none";
  scenario_.engine_where = {"s.yaml", 2, 9};
  EXPECT_NE(error().find("s.yaml:2:9: error: there is no engine 'none'"), std::string::npos) << error();
}

// Findings of the files become log lines: warnings, and notes for those who want them.
TEST_F(AssemblyTest, LogsFindings) {
  std::vector<std::pair<core::LogLevel, std::string>> log;
  scenario_.world = world("<plugin name='x' filename='libcamera.so'/>");
  assemble(scenario_, {}, false,
           [&](const core::LogMessage& message) { log.emplace_back(message.level, message.text); });
  ASSERT_FALSE(log.empty());
  EXPECT_EQ(log.back().first, core::LogLevel::kWarning);
  EXPECT_NE(log.back().second.find("libcamera.so"), std::string::npos) << log.back().second;
}

// A file nobody has is named together with the places.
TEST_F(AssemblyTest, NamesFilesThatAreMissing) {
  scenario_.world = world(
      "<plugin name='p' filename='libFMIActuatorPlugin.so'><actuator><joint>axle</joint><fmu>No.fmu</fmu>"
      "</actuator></plugin>");
  EXPECT_NE(error().find("'No.fmu' does not exist; looked in "), std::string::npos) << error();
}

// FMUs are also looked for where GAZEBO_RESOURCE_PATH says; one that is found there is no FMU here, which is
// another complaint.
TEST_F(AssemblyTest, LooksForFilesInTheEnvironment) {
  const test::TemporaryFolder elsewhere;
  test::write_file(elsewhere / "Elsewhere.fmu", "not an archive");
  const test::ScopedEnvironment path{"GAZEBO_RESOURCE_PATH", elsewhere.path().string()};
  scenario_.world = world(
      "<plugin name='p' "
      "filename='libFMIActuatorPlugin.so'><actuator><joint>axle</joint><fmu>Elsewhere.fmu</fmu>"
      "</actuator></plugin>");
  EXPECT_EQ(error().find("does not exist"), std::string::npos) << error();
  EXPECT_NE(error().find("Elsewhere.fmu"), std::string::npos) << error();
}

}  // namespace
}  // namespace lockstep::world
