// SPDX-License-Identifier: Apache-2.0
// Reset, save, repeat, sizes, and whether docs/hosts.md is true.
#include <cmath>

#include "engines.hpp"
#include "lockstep/core/error.hpp"
#include "support/allocation_count.hpp"

namespace lockstep::contract {
namespace {

std::string joint_world(const std::string& type) {
  const std::string second = type == "universal" ? "<axis2><xyz>0 1 0</xyz></axis2>" : "";
  const std::string axes = type == "fixed" || type == "ball" ? "" : "<axis><xyz>1 0 0</xyz></axis>" + second;
  return "<model name='m'><link name='l'/><joint name='j' type='" + type +
         "'><parent>world</parent><child>l</child>" + axes + "</joint></model>";
}

// Every cell of the table is what the engine really does.
TEST_P(Contract, SupportTableIsTrue) {
  for (const char* type : {"fixed", "revolute", "continuous", "prismatic", "universal", "ball", "screw"}) {
    bool made = true;
    try {
      static_cast<void>(engine().make(world_of(joint_world(type)), {}));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kUnsupported) << error.what();
      made = false;
    }
    EXPECT_EQ(made, can(std::string{"joint "} + type)) << type;
  }
  const auto host = engine().make(world_of(joint_world("revolute")), {});
  for (std::size_t i = 0; i < hosts::kCapabilityCount; ++i) {
    const auto capability = static_cast<hosts::Capability>(i);
    EXPECT_EQ(host->has(capability), can(std::string{to_string(capability)})) << to_string(capability);
  }
}

std::vector<double> run_of(Rig& rig, int steps) {
  std::vector<double> seen;
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(succeeded(rig.runtime->step())) << rig.runtime->fault();
    seen.push_back(rig.position());
    seen.push_back(rig.velocity());
  }
  return seen;
}

const char* const kDamper =
    "<plugin name='a' "
    "filename='libFMIActuatorPlugin.so'><actuator><joint>joint</joint><fmu>SimpleElectricalActuator.fmu</fmu>"
    "</actuator></plugin>";

// After a reset everything repeats bit by bit; 100 times here, and in another engine of the same process.
TEST_P(Contract, RepeatsBitByBit) {
  const description::World world =
      world_of(pendulum("p", "<damping>0.1</damping>", kDamper, "0 0 1.5 0 0 0", 1.5));
  Rig first{engine(), world};
  first.runtime->start();
  const std::vector<double> reference = run_of(first, 100);
  for (int repeat = 0; repeat < 100; ++repeat) {
    first.runtime->reset();
    ASSERT_EQ(run_of(first, 100), reference) << repeat;
  }
  Rig second{engine(), world};
  second.runtime->start();
  EXPECT_EQ(run_of(second, 100), reference);
}

// Restored equals straight, bit by bit, with an FMU in the loop: one with a solver of its own, and one that
// ours integrates, which starts afresh where the world is saved.
TEST_P(Contract, RestoresBitByBit) {
  if (!can("save and restore")) GTEST_SKIP() << "docs/hosts.md: no save and restore";
  for (const char* interface : {"cs", "me"}) {
    std::string motor = kDamper;
    motor.insert(motor.find("</actuator>"), std::string{"<interface>"} + interface + "</interface>");
    Rig rig{engine(), world_of(pendulum("p", "<damping>0.1</damping>", motor, "0 0 1.5 0 0 0", 1.5))};
    rig.runtime->start();
    static_cast<void>(run_of(rig, 200));
    const auto snapshot = rig.runtime->save();
    const std::vector<double> straight = run_of(rig, 200);
    for (int repeat = 0; repeat < 2; ++repeat) {
      rig.runtime->restore(*snapshot);
      EXPECT_EQ(run_of(rig, 200), straight) << interface;
    }
  }
}

// The same where solvers remember what they did in the step before: joints at their limit and in dry
// friction, and a box that tumbles on the ground.
TEST_P(Contract, RestoresLimitsFrictionAndContacts) {
  if (!can("save and restore")) GTEST_SKIP() << "docs/hosts.md: no save and restore";
  std::string limited = pendulum("limited", "", "", "0 0 1.5 0 0 0", 1.0);
  limited.insert(limited.find("<dynamics>"), "<limit><lower>-0.3</lower><upper>0.3</upper></limit>");
  const std::string box =
      "<model name='ground'><static>true</static><link name='l'><collision "
      "name='c'><geometry><plane><normal>0 0 1"
      "</normal></plane></geometry></collision></link></model><model name='box'><pose>5 0 1 0.4 0.3 "
      "0.2</pose>"
      "<link name='l'><inertial><mass>1</mass></inertial><collision name='c'><geometry><box><size>1 1 "
      "1</size>"
      "</box></geometry></collision></link></model>";
  Rig rig{engine(),
          world_of(limited + pendulum("rough", "<friction>3</friction>", "", "0 5 1.5 0 0 0", 1.0) + box)};
  const auto position = rig.runtime->watch("box/l/position");
  const auto velocity = rig.runtime->watch("box/l/angular_velocity");
  rig.runtime->start();
  const auto run = [&] {
    std::vector<double> seen;
    for (int k = 0; k < 300; ++k) {
      EXPECT_TRUE(succeeded(rig.runtime->step())) << rig.runtime->fault();
      for (const std::size_t axis : {std::size_t{0}, std::size_t{1}})
        seen.insert(seen.end(), {rig.position(axis), rig.velocity(axis)});
      for (const std::uint32_t i : {0U, 1U, 2U})
        seen.insert(seen.end(), {position.number(i), velocity.number(i)});
    }
    return seen;
  };
  static_cast<void>(run());
  EXPECT_LT(position.number(2), 0.95) << "the box has not touched the ground yet";
  const auto snapshot = rig.runtime->save();
  const std::vector<double> straight = run();
  rig.runtime->restore(*snapshot);
  EXPECT_EQ(run() == straight, can("contacts repeat bit by bit"));
}

// A world with FMUs that cannot save their state says which, all of them, and goes on.
TEST_P(Contract, SaveNamesEveryPartThatCannot) {
  const std::string drag =
      "<plugin name='a' "
      "filename='libFMIActuatorPlugin.so'><actuator><joint>joint</joint><fmu>" LOCKSTEP_FMI1_FMUS
      "/Fmi1Drag.fmu</fmu></actuator></plugin>";
  Rig rig{engine(), world_of(pendulum("p", "", drag) + pendulum("q", "", drag, "0 3 1.5 0 0 0") +
                             pendulum("r", "", kDamper, "0 6 1.5 0 0 0"))};
  rig.runtime->start();
  try {
    static_cast<void>(rig.runtime->save());
    FAIL() << "was saved";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    ASSERT_EQ(error.diagnostics().size(), 2U) << error.what();
    for (const int i : {0, 1}) {
      const std::string& message = error.diagnostics()[static_cast<std::size_t>(i)].message;
      EXPECT_EQ(message.find(i == 0 ? "p/joint_actuator: FMU '" : "q/joint_actuator: FMU '"), 0U) << message;
      EXPECT_NE(message.find("Fmi1Drag.fmu' cannot save its state"), std::string::npos) << message;
    }
  }
  EXPECT_TRUE(succeeded(rig.runtime->step()));
}

// A thousand one-joint models in one world move all alike.
TEST_P(Contract, ThousandModels) {
  std::string models;
  for (int i = 0; i < 1000; ++i)
    models += pendulum("p" + std::to_string(i), "", "",
                       std::to_string(3 * (i % 100)) + " " + std::to_string(3 * (i / 100)) + " 2 0 0 0", 1.0);
  const auto host = engine().make(world_of(models), {});
  for (int k = 0; k < 50; ++k)
    ASSERT_TRUE(succeeded(host->step()));
  ASSERT_EQ(host->layout().axis_count, 1000U);
  EXPECT_LT(host->state().velocity[0], 0.0);
  for (std::size_t i = 1; i < 1000; ++i)
    ASSERT_NEAR(host->state().position[i], host->state().position[0], 1e-9);
}

// Two worlds in one process do not know of each other.
TEST_P(Contract, WorldsAreIndependent) {
  Rig alone{engine(), world_of(pendulum("p", "", "", "0 0 1.5 0 0 0", 1.0))};
  Rig other{engine(), world_of(pendulum("p", "", "", "0 0 1.5 0 0 0", 0.5))};
  Rig twin{engine(), world_of(pendulum("p", "", "", "0 0 1.5 0 0 0", 1.0))};
  for (Rig* rig : {&alone, &other, &twin})
    rig->runtime->start();
  const std::vector<double> reference = run_of(alone, 100);
  std::vector<double> mixed;
  for (int k = 0; k < 100; ++k) {
    static_cast<void>(run_of(other, 1));
    const std::vector<double> one = run_of(twin, 1);
    mixed.insert(mixed.end(), one.begin(), one.end());
  }
  EXPECT_EQ(mixed, reference);
}

// A step of a world with an FMU allocates nothing; what the engine itself takes is in the table.
TEST_P(Contract, StepAllocatesNothing) {
  Rig rig{engine(), world_of(pendulum("p", "", kDamper))};
  rig.runtime->start();
  static_cast<void>(run_of(rig, 20));
  const long before = lockstep::test::allocation_count();
  bool fine = true;
  for (int k = 0; k < 100; ++k)
    fine = succeeded(rig.runtime->step()) && fine;
  const long after = lockstep::test::allocation_count();
  EXPECT_TRUE(fine);
  if (lockstep::test::counts_allocations()) {
    EXPECT_EQ(after == before, can("steps without operator new")) << after - before;
  }
}

// A box that falls on its corner and tumbles: equal bits after a reset where the table says so.
TEST_P(Contract, ContactsRepeatAsTheTableSays) {
  if (!can("contacts")) GTEST_SKIP() << "docs/hosts.md: no contacts";
  const auto host =
      engine().make(world_of("<model name='ground'><static>true</static><link name='l'><collision "
                             "name='c'><geometry><plane><normal>0 0 1</normal>"
                             "</plane></geometry></collision></link></model><model name='box'><pose>0 0 1 "
                             "0.4 0.3 0.2</pose><link name='l'>"
                             "<inertial><mass>1</mass></inertial><collision name='c'><geometry><box><size>1 "
                             "1 1</size></box></geometry>"
                             "</collision></link></model>"),
                    {});
  hosts::Needs needs;
  needs.links = {*host->layout().find_link("box/l")};
  host->prepare(needs);
  const auto run = [&] {
    for (int k = 0; k < 500; ++k)
      EXPECT_TRUE(succeeded(host->step()));
    return host->state().p_WB[needs.links[0]];
  };
  const Eigen::Vector3d first = run();
  EXPECT_LT(first.z(), 0.9);
  host->reset();
  EXPECT_EQ(run() == first, can("contacts repeat bit by bit"));
}

}  // namespace
}  // namespace lockstep::contract
