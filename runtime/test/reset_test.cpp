// SPDX-License-Identifier: Apache-2.0
// What a reset of time, of state or of both does.
#include <gtest/gtest.h>

#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::Phase;
using hosts::fake::FakeHost;

/// One joint "arm/knee" of 2 kg.m2.
hosts::fake::FakeWorld one_joint() {
  hosts::fake::FakeWorld world;
  world.joints.emplace_back();
  world.joints[0].name = "arm/knee";
  world.joints[0].inertia = 2.0;
  return world;
}

/// Commands 2 N.m.
std::unique_ptr<ScriptedDevice> pusher() {
  auto command = std::make_shared<devices::JointCommand>();
  return std::make_unique<ScriptedDevice>(
      "push",
      [command](devices::Binder& binder) {
        binder.run_in(Phase::kControl);
        *command = binder.claim_command(binder.find_joint("knee"));
      },
      [command](const devices::StepInfo&) {
        command->add(2.0);
        return Status::kOk;
      });
}

/// A device with a period of 5 steps that notes its runs.
void add_slow_device(Runtime& runtime, std::vector<double>& starts) {
  devices::DeviceOptions slow;
  slow.period = core::Rational{1, 200};
  runtime.add(std::make_unique<ScriptedDevice>(
                  "slow", [](devices::Binder& binder) { binder.run_in(Phase::kControl); },
                  [&starts](const devices::StepInfo& step) {
                    starts.push_back(step.interval.from_s);
                    return Status::kOk;
                  }),
              slow, "arm");
}

void steps(Runtime& runtime, int count) {
  for (int i = 0; i < count; ++i)
    ASSERT_TRUE(succeeded(runtime.step()));
}

// A reset of the state alone puts the joint back while time goes on, one of the time alone leaves the joint
// where it is; devices are reset at the time they continue from, slow ones count their period from there.
TEST(RuntimeReset, TimeAndStateApart) {
  FakeHost host{one_joint()};
  Runtime runtime{host};
  std::vector<double> starts;
  runtime.add(pusher(), {}, "arm");
  add_slow_device(runtime, starts);
  runtime.bind();
  const SignalView position = runtime.watch("arm/knee/position");
  runtime.start();
  steps(runtime, 7);
  const double moved = position.number();
  EXPECT_GT(moved, 0.0);
  EXPECT_EQ(starts, (std::vector<double>{0.0, 0.005}));

  runtime.reset(ResetScope::kState);
  EXPECT_EQ(position.number(), 0.0);
  EXPECT_EQ(runtime.index(), 7);
  EXPECT_EQ(runtime.time_s(), 0.007);
  starts.clear();
  steps(runtime, 7);
  EXPECT_EQ(position.number(), moved) << "the same motion, later";
  EXPECT_EQ(runtime.time_s(), 0.014);
  EXPECT_EQ(starts, (std::vector<double>{0.007, 0.012}));

  runtime.reset(ResetScope::kTime);
  EXPECT_EQ(position.number(), moved);
  EXPECT_EQ(runtime.index(), 0);
  EXPECT_EQ(runtime.time_s(), 0.0);
  starts.clear();
  steps(runtime, 1);
  EXPECT_GT(position.number(), moved) << "its velocity is kept";
  EXPECT_EQ(starts, std::vector<double>{0.0});

  runtime.reset();
  EXPECT_EQ(position.number(), 0.0);
  EXPECT_EQ(runtime.time_s(), 0.0);
}

// What was saved after a reset of the state continues with the schedule of then.
TEST(RuntimeReset, SnapshotsKeepTheSchedule) {
  FakeHost host{one_joint()};
  Runtime runtime{host};
  std::vector<double> starts;
  add_slow_device(runtime, starts);
  runtime.bind();
  runtime.start();
  steps(runtime, 2);
  runtime.reset(ResetScope::kState);
  steps(runtime, 1);
  const auto saved = runtime.save();
  runtime.reset();
  starts.clear();
  runtime.restore(*saved);
  steps(runtime, 12);
  EXPECT_EQ(starts, (std::vector<double>{0.007, 0.012}));
}

}  // namespace
}  // namespace lockstep::runtime::test
