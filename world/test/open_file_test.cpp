// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/world/world.hpp"
#include "support/files.hpp"

namespace lockstep::world {
namespace {

// The ending says what a file is: a scenario is read, anything but an FMU is a world or robot.
TEST(OpenFile, ScenariosAndWorlds) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "w.sdf", "");
  const auto file = test::write_file(folder / "s.yml", "world: w.sdf\nduration: 3\n");
  const scenario::Scenario scenario = scenario_of(file);
  EXPECT_EQ(scenario.duration_s, 3.0);
  EXPECT_EQ(scenario.world, (folder / "w.sdf").string());
  EXPECT_EQ(scenario_of("robot.urdf").world, "robot.urdf");
  EXPECT_TRUE(scenario_of("robot.urdf").engine.empty());
  EXPECT_THROW(scenario_of(folder / "none.yaml"), Error);
  EXPECT_THROW(scenario_of(folder / "none.fmu"), Error);
}

// An FMU is a world of one block: its default experiment is the run, its outputs are signals. The pendulum is
// released at 1.5 rad.
TEST(OpenFile, AnFmuIsAWorld) {
  World world{LOCKSTEP_FMUS "/2.0/DampedPendulum.fmu"};
  EXPECT_EQ(world.name(), "DampedPendulum");
  EXPECT_EQ(world.engine_name(), "clock");
  EXPECT_EQ(world.duration_s(), 10.0);
  EXPECT_EQ(world.step_s(), 0.002);
  EXPECT_EQ(world.recorded_signals(), (std::vector<std::string>{"DampedPendulum/a"}));
  const runtime::SignalView angle = world.watch("DampedPendulum/a");
  world.step(0);
  EXPECT_EQ(angle.number(), 1.5);
  world.run_for(0.1);
  EXPECT_LT(angle.number(), 1.5);
  EXPECT_GT(angle.number(), 1.0);
}

// A system structure is a world of one network: its default experiment is the run, in 500 steps.
TEST(OpenFile, AnSspIsAWorld) {
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(LOCKSTEP_FMUS "/2.0/DampedPendulum.fmu", folder / "p.fmu");
  const auto file = test::write_file(
      folder / "SystemStructure.ssd",
      "<ssd:SystemStructureDescription xmlns:ssd=\"d\" version=\"1.0\" name=\"s\"><ssd:System "
      "name=\"pair\"><ssd:Elements>"
      "<ssd:Component name=\"a\" source=\"p.fmu\"/><ssd:Component name=\"b\" "
      "source=\"p.fmu\"/></ssd:Elements></ssd:System>"
      "<ssd:DefaultExperiment startTime=\"0\" stopTime=\"5\"/></ssd:SystemStructureDescription>");
  for (const auto& path : {file, folder.path()}) {
    World world{path};
    EXPECT_EQ(world.engine_name(), "clock");
    EXPECT_EQ(world.duration_s(), 5.0);
    EXPECT_EQ(world.step_s(), 0.01);
    EXPECT_EQ(world.recorded_signals(), (std::vector<std::string>{"pair/a.a", "pair/b.a"}));
    EXPECT_EQ(world.run().steps, 500);
  }
  EXPECT_EQ(network_of(file).components.size(), 2U);
  EXPECT_THROW(network_of(LOCKSTEP_FMUS "/2.0/DampedPendulum.fmu"), Error);
}

// A scenario without a world has its devices alone.
TEST(OpenFile, ScenariosMayHaveNoWorld) {
  const test::TemporaryFolder folder;
  const auto file = test::write_file(folder / "block.yaml",
                                     "duration: 0.01\ndevices:\n  - {type: fmu, name: p, fmu: " LOCKSTEP_FMUS
                                     "/2.0/DampedPendulum.fmu}\n");
  World world{file};
  EXPECT_EQ(world.name(), "block");
  EXPECT_EQ(world.run().steps, 10);
}

}  // namespace
}  // namespace lockstep::world
