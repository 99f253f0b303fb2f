// SPDX-License-Identifier: Apache-2.0
// Time, commands and restarts in the step path.
#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::FaultPolicy;
using devices::Phase;
using hosts::CommandMode;
using hosts::fake::FakeHost;
using hosts::fake::FakeWorld;

constexpr double kMs = 1e-3;

/// One joint "arm/knee" of 2 kg.m2 and one body "box/body".
FakeWorld small_world() {
  FakeWorld world;
  world.joints.emplace_back();
  world.joints[0].name = "arm/knee";
  world.joints[0].inertia = 2.0;
  world.links.emplace_back();
  world.links[0].name = "box/body";
  return world;
}

/// Writes down its intervals in `phase`, and fails in the runs named in `failures` (by index of the step).
std::unique_ptr<ScriptedDevice> witness(Phase phase, std::vector<core::StepInterval>& intervals,
                                        std::vector<std::int64_t> failures = {}) {
  return std::make_unique<ScriptedDevice>(
      "witness", [phase](devices::Binder& binder) { binder.run_in(phase); },
      [&intervals, failures = std::move(failures)](const devices::StepInfo& step) {
        intervals.push_back(step.interval);
        for (const std::int64_t failure : failures)
          if (failure == step.index) return Status::kError;
        return Status::kOk;
      });
}

/// A world whose host owns time: a tick may be missed, the efforts then act on.
struct TickedWorld {
  explicit TickedWorld(const FakeWorld& world = small_world())
      : host{world}, runtime{static_cast<hosts::Host&>(host)} {}
  void start() {
    runtime.bind();
    runtime.start();
  }
  Status tick(const StepEnd& end = {}) {
    EXPECT_TRUE(succeeded(runtime.begin_step()));
    EXPECT_TRUE(succeeded(runtime.control()));
    EXPECT_TRUE(succeeded(runtime.actuate()));
    for (std::int64_t k = 0; k < end.cycles; ++k)
      EXPECT_TRUE(succeeded(host.step()));
    return runtime.end_step(end);
  }
  FakeHost host;
  Runtime runtime;
};

void expect_interval(const core::StepInterval& interval, double from_ms, double to_ms) {
  EXPECT_DOUBLE_EQ(interval.from_s, from_ms * kMs);
  EXPECT_DOUBLE_EQ(interval.to_s, to_ms * kMs);
  EXPECT_DOUBLE_EQ(interval.size_s, (to_ms - from_ms) * kMs);
}

// Three ticks at once: time counts them, the acceleration is that over all of them, and the next interval of
// a device covers those that were missed.
TEST(StepPath, CountsMissedTicks) {
  TickedWorld world;
  std::vector<core::StepInterval> intervals;
  std::vector<core::StepInterval> observed;
  world.runtime.add(witness(Phase::kControl, intervals), {}, "arm");
  world.runtime.add(witness(Phase::kObserve, observed), {}, "arm");
  world.runtime.bind();
  const SignalView acceleration = world.runtime.watch("box/body/linear_acceleration");
  world.runtime.start();
  ASSERT_EQ(world.tick(), Status::kOk);
  ASSERT_EQ(world.tick({3, {}}), Status::kOk);
  EXPECT_EQ(world.runtime.index(), 4);
  EXPECT_EQ(world.runtime.time(), core::SimTime{4'000'000});
  EXPECT_EQ(world.runtime.time_s(), 0.004);
  EXPECT_NEAR(acceleration.number(2), -9.8, 1e-12);
  ASSERT_EQ(world.tick(), Status::kOk);
  EXPECT_NEAR(acceleration.number(2), -9.8, 1e-12);
  ASSERT_EQ(world.tick(), Status::kOk);
  EXPECT_EQ(world.runtime.time_s(), 0.006);
  ASSERT_EQ(intervals.size(), 4U);
  expect_interval(intervals[0], 0, 1);
  expect_interval(intervals[1], 1, 2);
  expect_interval(intervals[2], 2, 5);
  expect_interval(intervals[3], 5, 6);
  EXPECT_EQ(intervals[3].size_s, 0.001);  // not one bit off: fixed-step FMUs insist on it
  ASSERT_EQ(observed.size(), 5U);
  expect_interval(observed[2], 2, 5);
  expect_interval(observed[3], 5, 6);
}

// A slow device whose runs were missed runs once, over all the time since its last interval, and then goes on
// in its own steps.
TEST(StepPath, SlowDevicesSkipMissedRuns) {
  TickedWorld world;
  std::vector<core::StepInterval> even;
  std::vector<core::StepInterval> odd;
  devices::DeviceOptions options;
  options.period = core::Rational{2, 1000};
  world.runtime.add(witness(Phase::kControl, even), options, "arm");
  options.period = core::Rational{3, 2000};
  world.runtime.add(witness(Phase::kControl, odd), options, "arm");
  world.start();
  ASSERT_EQ(world.tick(), Status::kOk);         // step 0
  ASSERT_EQ(world.tick({6, {}}), Status::kOk);  // step 1
  for (int k = 7; k < 10; ++k)
    ASSERT_EQ(world.tick(), Status::kOk);
  ASSERT_EQ(even.size(), 3U);  // in the steps 0, 7 (for 2, 4 and 6) and 8
  expect_interval(even[0], 0, 2);
  expect_interval(even[1], 2, 8);
  expect_interval(even[2], 8, 10);
  EXPECT_EQ(even[2].size_s, 0.002);
  ASSERT_EQ(odd.size(), 4U);  // in the steps 0, 7 (for 2, 3, 5 and 6), 8 and 9
  expect_interval(odd[0], 0, 2);
  expect_interval(odd[1], 2, 8);
  expect_interval(odd[2], 8, 9);
  expect_interval(odd[3], 9, 11);
}

// A host with a clock of its own stamps the state; accelerations divide by it, intervals go on counting
// ticks.
TEST(StepPath, TakesMeasuredTimes) {
  TickedWorld world;
  std::vector<core::StepInterval> intervals;
  world.runtime.add(witness(Phase::kControl, intervals), {}, "arm");
  world.runtime.bind();
  const SignalView acceleration = world.runtime.watch("box/body/linear_acceleration");
  world.runtime.set_start_time(core::SimTime{2'000'000'000});
  world.runtime.start();
  ASSERT_EQ(world.tick({1, core::SimTime{1'250'000}}), Status::kOk);
  EXPECT_EQ(world.runtime.time(), core::SimTime{1'250'000});
  EXPECT_EQ(world.runtime.time_s(), 2.00125);
  EXPECT_NEAR(acceleration.number(2), -9.8 * 0.001 / 0.00125, 1e-12);
  ASSERT_EQ(world.tick({1, core::SimTime{2'000'000}}), Status::kOk);
  EXPECT_NEAR(acceleration.number(2), -9.8 * 0.001 / 0.00075, 1e-12);
  expect_interval(intervals[1], 2001, 2002);
  // A later step without a measured time is one of the grid again.
  ASSERT_EQ(world.tick(), Status::kOk);
  EXPECT_EQ(world.runtime.time(), core::SimTime{3'000'000});
}

// Time that does not grow stops the world, with the numbers.
TEST(StepPath, RefusesTimeThatDoesNotGrow) {
  TickedWorld none;
  none.start();
  EXPECT_EQ(none.tick({0, {}}), Status::kError);
  EXPECT_EQ(
      none.runtime.fault(),
      "host 'fake' ended the step after t = 0 s with 0 ticks, expected at least 1 tick and a later time; the "
      "world was stopped");
  EXPECT_EQ(none.runtime.index(), 0);
  EXPECT_EQ(none.runtime.begin_step(), Status::kError);
  TickedWorld back;
  back.start();
  ASSERT_EQ(back.tick({1, core::SimTime{5'000'000}}), Status::kOk);
  EXPECT_EQ(back.tick({1, core::SimTime{5'000'000}}), Status::kError);
  EXPECT_NE(back.runtime.fault().find("after t = 0.005 s with 1 ticks at t = 0.005 s from the start"),
            std::string::npos)
      << back.runtime.fault();
}

// What comes after missed ticks comes again after a restore.
TEST(StepPath, RestoresTimeAfterMissedTicks) {
  TickedWorld world;
  std::vector<core::StepInterval> intervals;
  world.runtime.add(witness(Phase::kControl, intervals), {}, "arm");
  world.start();
  ASSERT_EQ(world.tick({3, core::SimTime{3'100'000}}), Status::kOk);
  const auto snapshot = world.runtime.save();
  ASSERT_EQ(world.tick(), Status::kOk);
  world.runtime.restore(*snapshot);
  EXPECT_EQ(world.runtime.time(), core::SimTime{3'100'000});
  EXPECT_EQ(world.runtime.time_s(), 0.0031);
  EXPECT_EQ(world.runtime.index(), 3);
  ASSERT_EQ(world.tick(), Status::kOk);
  expect_interval(intervals.at(1), 1, 4);
  expect_interval(intervals.at(2), 1, 4);
}

// A host that measures accelerations keeps its own: those of the instant, also at the start and where a state
// was set, not means of the last step.
TEST(StepPath, LeavesMeasuredAccelerations) {
  FakeWorld made = small_world();
  made.joints[0].damping = 4.0;
  made.joints[0].velocity = 1.0;
  made.measures_acceleration = true;
  FakeHost host{made};
  Runtime runtime{host};
  runtime.bind();
  const SignalView acceleration = runtime.watch("arm/knee/acceleration");
  const SignalView falling = runtime.watch("box/body/linear_acceleration");
  runtime.start();
  EXPECT_EQ(acceleration.number(), -2.0);  // - d v / J
  EXPECT_EQ(falling.number(2), -9.8);
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_DOUBLE_EQ(acceleration.number(), -2.0 * std::exp(-2.0 * 0.001));
  runtime.set_joint_state("arm/knee", 0.0, 3.0);
  EXPECT_EQ(acceleration.number(), -6.0);
  runtime.set_link_state("box/body", {}, Eigen::Vector3d::UnitX(), Eigen::Vector3d::Zero());
  EXPECT_EQ(falling.number(2), -9.8);
}

/// Moves "arm/knee" and adds `values[k]` in step k, nothing where it is NaN.
std::unique_ptr<ScriptedDevice> mover(CommandMode mode, std::vector<double> values) {
  auto command = std::make_shared<devices::JointCommand>();
  return std::make_unique<ScriptedDevice>(
      "mover",
      [command, mode](devices::Binder& binder) {
        binder.run_in(Phase::kControl);
        *command = binder.claim_command(binder.find_joint("knee"), 0, mode);
      },
      [command, values = std::move(values)](const devices::StepInfo& step) {
        const double value = values.at(static_cast<std::size_t>(step.index));
        if (!std::isnan(value)) command->add(value);
        return Status::kOk;
      });
}

// Without a command an axis moved by position stays at its last target, within its limits; before the first
// one where it is, also when somebody has put it there.
TEST(StepPath, PositionsHoldTheirTarget) {
  const double none = std::nan("");
  FakeWorld made = small_world();
  made.joints[0].position = 0.25;
  made.joints[0].limits.upper = 0.75;
  FakeHost host{made};
  Runtime runtime{host};
  runtime.add(mover(CommandMode::kPosition, {none, 0.5, none, 2.0, none, 0.0, none, none, -0.5}), {}, "arm");
  runtime.bind();
  runtime.start();
  for (const double expected : {0.25, 0.5, 0.5, 0.75, 0.75, 0.0, 0.0}) {
    ASSERT_EQ(runtime.step(), Status::kOk);
    EXPECT_EQ(host.state().position[0], expected) << runtime.index();
  }
  runtime.set_joint_state("arm/knee", -0.25, 0.0);
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(host.state().position[0], -0.25);
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(host.state().position[0], -0.5);
  runtime.reset();
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(host.state().position[0], 0.25);
  EXPECT_EQ(host.needs().positions, std::vector<hosts::AxisIndex>{0});
}

// Without a command an axis moved by velocity stops, and one moved by effort is free.
TEST(StepPath, VelocitiesAndEffortsEndWithTheirCommand) {
  const double none = std::nan("");
  for (const CommandMode mode : {CommandMode::kVelocity, CommandMode::kEffort}) {
    FakeHost host{small_world()};
    Runtime runtime{host};
    runtime.add(mover(mode, {2.0, none}), {}, "arm");
    runtime.bind();
    runtime.start();
    ASSERT_EQ(runtime.step(), Status::kOk);
    EXPECT_EQ(host.state().applied[0], 2.0);
    ASSERT_EQ(runtime.step(), Status::kOk);
    EXPECT_EQ(host.state().applied[0], 0.0);
  }
}

// A slow device that is restarted starts where its next interval does, in a step it runs in anyway, and is
// safe until then.
TEST(StepPath, RestartedDevicesStartWhereTheyGoOn) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  std::vector<core::StepInterval> intervals;
  std::vector<double> starts;
  int safe = 0;
  auto slow = witness(Phase::kControl, intervals, {3});
  slow->on_reset = [&](const devices::StepInfo& start) { starts.push_back(start.interval.from_s); };
  slow->on_safe = [&] { ++safe; };
  devices::DeviceOptions options;
  options.period = core::Rational{3, 1000};
  options.on_fault = FaultPolicy::kRestart;
  runtime.add(std::move(slow), options, "arm");
  runtime.bind();
  runtime.start();
  for (int k = 0; k < 3; ++k)
    ASSERT_EQ(runtime.step(), Status::kOk);
  for (int k = 3; k < 6; ++k)
    EXPECT_EQ(runtime.step(), Status::kWarning);
  for (int k = 6; k < 10; ++k)
    EXPECT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(starts, (std::vector<double>{0.0, 0.006}));
  EXPECT_EQ(safe, 3);
  ASSERT_EQ(intervals.size(), 4U);
  expect_interval(intervals[2], 6, 9);
  expect_interval(intervals[3], 9, 12);
}

// The same for a device that observes: it starts at the state it sees next.
TEST(StepPath, RestartedObserversStartWhereTheyGoOn) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  std::vector<core::StepInterval> intervals;
  std::vector<double> starts;
  auto eye = witness(Phase::kObserve, intervals, {2});
  eye->on_reset = [&](const devices::StepInfo& start) { starts.push_back(start.interval.from_s); };
  devices::DeviceOptions options;
  options.on_fault = FaultPolicy::kRestart;
  runtime.add(std::move(eye), options, "arm");
  runtime.bind();
  runtime.start();
  EXPECT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(runtime.step(), Status::kWarning);
  EXPECT_EQ(runtime.step(), Status::kWarning);  // it was restarted here
  EXPECT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(starts, (std::vector<double>{0.0, 0.003}));
  ASSERT_EQ(intervals.size(), 5U);
  expect_interval(intervals[3], 3, 4);
}

}  // namespace
}  // namespace lockstep::runtime::test
