// SPDX-License-Identifier: Apache-2.0
// One controller file on every engine: the same torque for the same state.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "lockstep/hosts/engines/engines.hpp"
#include "lockstep/world/world.hpp"
#include "recorded_states.hpp"

namespace lockstep {
namespace {

using test::RecordedState;

/// Torques are about 100 N.m at most; the same arithmetic by another compiler rounds the last bits
/// differently.
constexpr double kSame = 1e-12;

struct Panda {
  explicit Panda(const std::string& engine) {
    scenario::Scenario scenario = world::scenario_of(LOCKSTEP_PANDA "/step_50_10.yaml");
    scenario.engine = engine;
    world = std::make_unique<world::World>(scenario);
    for (int i = 1; i <= 7; ++i) {
      const std::string joint = "panda/panda_joint" + std::to_string(i);
      names.push_back(joint);
      q.push_back(world->watch(joint + "/position"));
      v.push_back(world->watch(joint + "/velocity"));
    }
    tau = world->watch("panda/arm/tau");
    world->start();
  }

  /// One step: the state before it and the torque the controller gave.
  RecordedState step() {
    RecordedState row;
    row.host = world->engine_name();
    for (std::size_t i = 0; i < 7; ++i) {
      row.q[i] = q[i].number();
      row.v[i] = v[i].number();
    }
    world->step();
    for (std::size_t i = 0; i < 7; ++i)
      row.tau[i] = tau.number(static_cast<std::uint32_t>(i));
    return row;
  }

  void put(const RecordedState& row) {
    for (std::size_t i = 0; i < 7; ++i)
      world->runtime().set_joint_state(names[i], row.q[i], row.v[i]);
  }

  std::unique_ptr<world::World> world;
  std::vector<std::string> names;
  std::vector<runtime::SignalView> q, v;
  runtime::SignalView tau;
};

std::vector<std::string> engines() {
  std::vector<std::string> names;
  for (const std::string& name : hosts::engine_names())
    if (name != "clock") names.push_back(name);
  return names;
}

/// The torque in every state of `rows`, fed to the controller on `engine`.
void expect_same(const std::string& engine, const std::vector<RecordedState>& rows) {
  Panda panda{engine};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    panda.put(rows[k]);
    const RecordedState here = panda.step();
    for (std::size_t i = 0; i < 7; ++i) {
      ASSERT_NEAR(here.tau[i], rows[k].tau[i], kSame * std::max(1.0, std::abs(rows[k].tau[i])))
          << rows[k].host << " on " << engine << ", state " << k << ", joint " << i + 1;
    }
  }
}

// The closed loop of each engine, fed to the controller on all of the others.
TEST(SameTorques, RecordedOnOneEngineFedToTheOthers) {
  const char* const write = std::getenv("LOCKSTEP_WRITE_STATES");
  for (const std::string& engine : engines()) {
    std::vector<RecordedState> rows;
    Panda panda{engine};
    for (int k = 0; k < 1000; ++k) {
      const RecordedState row = panda.step();
      if (k % 10 == 0) rows.push_back(row);
      if (write != nullptr && k % 40 == 0) std::ofstream{write, std::ios::app} << to_line(row) << '\n';
    }
    ASSERT_GT(std::abs(rows[1].tau[3]), 50.0) << "the loop does not move";
    for (const std::string& other : engines())
      if (other != engine) expect_same(other, rows);
  }
}

// What Gazebo 11 recorded (hosts/gazebo_classic/test/controllers_test.cpp), fed to the controller on every
// engine.
TEST(SameTorques, RecordedInGazeboFedToTheEngines) {
  std::vector<RecordedState> rows;
  for (RecordedState& row : test::read_recorded_states(LOCKSTEP_RECORDED_STATES)) {
    if (row.host.rfind("gazebo", 0) == 0) rows.push_back(row);
  }
  if (rows.empty())
    GTEST_SKIP()
        << "recorded_states.csv has no rows of Gazebo; its unit tests write them (LOCKSTEP_WRITE_STATES)";
  for (const std::string& engine : engines())
    expect_same(engine, rows);
}

}  // namespace
}  // namespace lockstep
