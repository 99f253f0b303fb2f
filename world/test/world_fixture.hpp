// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lockstep/hosts/engines/engines.hpp"
#include "lockstep/scenario/scenario.hpp"
#include "support/files.hpp"

namespace lockstep::world {

/// A wheel on a vertical axle without gravity: whatever effort acts on it integrates to its velocity.
class WorldFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
    scenario_.world = world("");
    scenario_.signals = {"m/axle/position", "m/axle/velocity"};
  }
  std::string world(const std::string& in_model) const {
    return test::write_file(
               folder_ / "wheel.world",
               "<sdf version='1.6'><world name='w'><gravity>0 0 0</gravity><model name='m'><link "
               "name='wheel'><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz>"
               "</inertia></inertial></link><joint name='axle' type='revolute'><parent>world"
               "</parent><child>wheel</child><axis><xyz>0 0 1</xyz></axis></joint>" +
                   in_model + "</model></world></sdf>")
        .string();
  }
  /// From `time_s` on this effort acts: 1 N.m on 1 kg.m2 adds 1 mrad/s in each step of 1 ms.
  void add_effort(double time_s, double effort) {
    scenario::JointControl control;
    control.joint = "m::axle";
    control.force = effort;
    scenario_.events.push_back({time_s, control});
  }

  test::TemporaryFolder folder_;
  scenario::Scenario scenario_;
};

}  // namespace lockstep::world
