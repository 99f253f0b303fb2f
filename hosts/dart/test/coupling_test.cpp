// SPDX-License-Identifier: Apache-2.0
#include "coupling.hpp"

#include <gtest/gtest.h>

#include "lockstep/description/reader.hpp"
#include "lockstep/hosts/dart/dart_host.hpp"

namespace lockstep::hosts::dart {
namespace {

/// Two wheels of 0.5 and 0.2 kg.m2 about parallel axes, without gravity; the second follows the first with
/// -3.
std::unique_ptr<Engine> gear(bool one_skeleton) {
  const auto wheel = [](const std::string& name, const std::string& inertia) {
    return "<link name='" + name + "'><inertial><mass>1</mass><inertia><ixx>" + inertia + "</ixx><iyy>" +
           inertia + "</iyy><izz>" + inertia + "</izz></inertia></inertial></link>";
  };
  const auto joint = [](const std::string& name, const std::string& parent, const std::string& child,
                        const std::string& mimic) {
    return "<joint name='" + name + "' type='revolute'><parent>" + parent + "</parent><child>" + child +
           "</child><axis><xyz>0 0 1</xyz>" + mimic + "</axis></joint>";
  };
  const std::string text = "<sdf version='1.11'><world name='w'><gravity>0 0 0</gravity><model name='m'>" +
                           wheel("a", "0.5") + wheel("b", "0.2") + joint("ja", "world", "a", "") +
                           joint("jb", one_skeleton ? "a" : "world", "b",
                                 "<mimic joint='ja'><multiplier>-3</multiplier></mimic>") +
                           "</model></world></sdf>";
  return make_engine(description::read_world_text(text, "t").world);
}

// An effort on the follower alone moves both, with the inertia of both: on the world, and in one row, where
// the second wheel turns by 1 - 3 = -2 of the first.
TEST(Coupling, ActsOnBothJoints) {
  for (const bool one_skeleton : {false, true}) {
    const auto engine = gear(one_skeleton);
    const double inertia = one_skeleton ? 0.5 + 4.0 * 0.2 : 0.5 + 9.0 * 0.2;
    for (int k = 0; k < 1000; ++k) {
      engine->state().applied[1] = 0.1;
      ASSERT_EQ(engine->step(), core::Status::kOk) << engine->fault();
    }
    EXPECT_NEAR(engine->state().velocity[0], -3.0 * 0.1 / inertia, 1e-7) << one_skeleton;
    EXPECT_NEAR(engine->state().velocity[1], 9.0 * 0.1 / inertia, 1e-7) << one_skeleton;
    EXPECT_NEAR(engine->state().position[1], -3.0 * engine->state().position[0], 1e-9);
  }
}

}  // namespace
}  // namespace lockstep::hosts::dart
