// SPDX-License-Identifier: Apache-2.0
// What a device asks of its host when it is bound.
#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

using hosts::Capability;
using hosts::CommandMode;

hosts::fake::FakeWorld three_joints(std::vector<Capability> without = {}) {
  hosts::fake::FakeWorld world;
  for (const char* name : {"arm/hip", "arm/knee", "arm/foot"}) {
    world.joints.emplace_back();
    world.joints.back().name = name;
  }
  world.without = std::move(without);
  return world;
}

/// What bind() says of a device on a host without `missing`.
std::string refusal(Capability missing, ScriptedDevice::Bind bind) {
  hosts::fake::FakeHost host{three_joints({missing})};
  Runtime runtime{host};
  runtime.add(std::make_unique<ScriptedDevice>("motor", std::move(bind),
                                               [](const devices::StepInfo&) { return core::Status::kOk; }),
              {}, "arm");
  try {
    runtime.bind();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    return error.message();
  }
  return "was bound";
}

// A command that the host cannot take is refused with the names of host, capability and device.
TEST(Binding, RefusesCommandsTheHostCannotTake) {
  const auto claim = [](CommandMode mode) {
    return [mode](devices::Binder& binder) {
      static_cast<void>(binder.claim_command(binder.find_joint("knee"), 0, mode));
    };
  };
  EXPECT_EQ(refusal(Capability::kEffortCommand, claim(CommandMode::kEffort)),
            "host 'fake' has no 'effort command', which arm/motor needs; choose a host that has it "
            "(docs/hosts.md) or leave it out");
  EXPECT_NE(refusal(Capability::kPositionCommand, claim(CommandMode::kPosition)).find("'position command'"),
            std::string::npos);
  EXPECT_NE(refusal(Capability::kVelocityCommand, claim(CommandMode::kVelocity)).find("'velocity command'"),
            std::string::npos);
  EXPECT_EQ(refusal(Capability::kEffortCommand, claim(CommandMode::kVelocity)), "was bound");
  EXPECT_NE(refusal(Capability::kEffortCommand,
                    [](devices::Binder& binder) {
                      static_cast<void>(binder.add_to_command(binder.find_joint("knee")));
                    })
                .find("'effort command', which arm/motor needs"),
            std::string::npos);
  const auto own = [](devices::Binder& binder) {
    static_cast<void>(binder.own_actuation(binder.find_joint("knee")));
  };
  EXPECT_NE(refusal(Capability::kActuation, own).find("'actuation', which arm/motor needs"),
            std::string::npos);
  EXPECT_EQ(refusal(Capability::kEffortCommand, own), "was bound");
}

// The host learns which axes are commanded, each once, and how.
TEST(Binding, NamesTheCommandedAxes) {
  hosts::fake::FakeHost host{three_joints()};
  Runtime runtime{host};
  runtime.add(
      std::make_unique<ScriptedDevice>(
          "board",
          [](devices::Binder& binder) {
            const hosts::JointIndex knee = binder.find_joint("knee");
            static_cast<void>(binder.add_to_command(knee));
            static_cast<void>(binder.claim_command(knee));
            static_cast<void>(binder.claim_command(binder.find_joint("foot"), 0, CommandMode::kVelocity));
          },
          [](const devices::StepInfo&) { return core::Status::kOk; }),
      {}, "arm");
  runtime.bind();
  runtime.start();
  EXPECT_EQ(host.needs().commanded,
            (std::vector<hosts::CommandedAxis>{{1, CommandMode::kEffort}, {2, CommandMode::kVelocity}}));
  EXPECT_TRUE(host.needs().actuated.empty());
}

}  // namespace
}  // namespace lockstep::runtime::test
