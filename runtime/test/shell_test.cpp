// SPDX-License-Identifier: Apache-2.0
// What a shell asks of the runtime whose simulator owns the loop.
#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::Phase;

hosts::fake::FakeWorld two_joints() {
  hosts::fake::FakeWorld world;
  for (const char* name : {"arm/hip", "arm/knee"}) {
    world.joints.emplace_back();
    world.joints.back().name = name;
  }
  return world;
}

/// A host that remembers what it was asked for.
class AskedHost final : public hosts::Host {
 public:
  AskedHost() : fake_{two_joints()} {}
  std::string_view name() const noexcept override { return "asked"; }
  bool has(hosts::Capability capability) const noexcept override { return fake_.has(capability); }
  const hosts::WorldLayout& layout() const noexcept override { return fake_.layout(); }
  hosts::WorldState& state() noexcept override { return fake_.state(); }
  core::Rational step_size() const noexcept override { return {1, 1000}; }
  void prepare(const hosts::Needs& needs) override { asked = needs; }
  void reset() override { fake_.reset(); }
  hosts::Needs asked;

 private:
  hosts::fake::FakeHost fake_;
};

/// A device in `actuate` that writes down when it runs and fails in step 1.
std::unique_ptr<ScriptedDevice> knee_actuator(std::vector<core::StepInterval>& intervals) {
  auto joint = std::make_shared<devices::JointActuation>();
  return std::make_unique<ScriptedDevice>(
      "motor",
      [joint](devices::Binder& binder) {
        binder.run_in(Phase::kActuate);
        *joint = binder.own_actuation(binder.find_joint("knee"));
      },
      [&intervals](const devices::StepInfo& step) {
        intervals.push_back(step.interval);
        return step.index == 1 ? Status::kError : Status::kOk;
      });
}

// A shell reads only the joints that somebody uses, and replaces the effort of those with an actuator.
TEST(RuntimeInAShell, NamesTheAxesThatAreUsed) {
  AskedHost host;
  Runtime runtime{host};
  std::vector<core::StepInterval> intervals;
  runtime.add(knee_actuator(intervals), {}, "arm");
  runtime.bind();
  runtime.start();
  EXPECT_EQ(host.asked.velocities, (std::vector<hosts::AxisIndex>{1}));
  EXPECT_EQ(host.asked.actuated, (std::vector<hosts::AxisIndex>{1}));
  EXPECT_EQ(host.asked.commands, (std::vector<hosts::AxisIndex>{1}));
}

// An actuator that does not look at the command says so, and the shell need not ask for it.
TEST(RuntimeInAShell, NamesTheAxesWhoseCommandIsRead) {
  AskedHost host;
  Runtime runtime{host};
  runtime.add(std::make_unique<ScriptedDevice>(
                  "damper",
                  [](devices::Binder& binder) {
                    binder.run_in(Phase::kActuate);
                    static_cast<void>(binder.own_actuation(binder.find_joint("knee"), 0,
                                                           devices::CommandReading::kNotRead));
                  },
                  [](const devices::StepInfo& /*step*/) { return Status::kOk; }),
              {}, "arm");
  runtime.bind();
  runtime.start();
  EXPECT_EQ(host.asked.actuated, (std::vector<hosts::AxisIndex>{1}));
  EXPECT_TRUE(host.asked.commands.empty());
}

// A signal of a joint that somebody watches is a use, too.
TEST(RuntimeInAShell, ReadsJointsThatAreWatched) {
  AskedHost host;
  Runtime runtime{host};
  runtime.bind();
  static_cast<void>(runtime.watch("arm/hip/velocity"));
  runtime.start();
  EXPECT_EQ(host.asked.positions, (std::vector<hosts::AxisIndex>{0}));
  EXPECT_TRUE(host.asked.actuated.empty());
}

// A model that is put into a running world starts at its time; faults are counted.
TEST(RuntimeInAShell, StartsAtTheTimeOfTheWorld) {
  AskedHost host;
  Runtime runtime{host};
  std::vector<core::StepInterval> intervals;
  devices::DeviceOptions options;
  options.on_fault = devices::FaultPolicy::kHold;
  runtime.add(knee_actuator(intervals), options, "arm");
  runtime.bind();
  runtime.set_start_time(core::SimTime{2'500'000'000});
  runtime.start();
  EXPECT_EQ(runtime.time_s(), 2.5);
  EXPECT_EQ(runtime.time().count(), 0);
  for (int k = 0; k < 3; ++k) {
    ASSERT_TRUE(succeeded(runtime.begin_step()));
    ASSERT_TRUE(succeeded(runtime.control()));
    ASSERT_TRUE(succeeded(runtime.actuate()));
    ASSERT_TRUE(succeeded(runtime.end_step()));
  }
  ASSERT_EQ(intervals.size(), 2U);  // it holds after its fault
  EXPECT_EQ(intervals[0].from_s, 2.5);
  EXPECT_EQ(intervals[1].from_s, 2.501);
  EXPECT_EQ(runtime.fault_count(), 1U);
  EXPECT_EQ(runtime.faults().at(0).time, core::SimTime{2'501'000'000});
  EXPECT_EQ(runtime.time_s(), 2.503);
  runtime.set_start_time(core::SimTime{0});
  runtime.reset();
  EXPECT_EQ(runtime.time_s(), 0.0);
  EXPECT_EQ(runtime.fault_count(), 0U);
}

// From a start that a double cannot tell to the nanosecond, time follows the clock of the world all the same:
// t_k is the double nearest to its nanoseconds, whatever was rounded at the start.
TEST(RuntimeInAShell, FollowsTheNanosecondsOfTheWorld) {
  AskedHost host;
  Runtime runtime{host};
  runtime.bind();
  std::int64_t now_ns = 1'234'567'123'456'789;
  runtime.set_start_time(core::SimTime{now_ns});
  runtime.start();
  for (int k = 0; k < 1000; ++k) {
    ASSERT_EQ(runtime.time_s(), static_cast<double>(now_ns) / 1e9) << k;
    ASSERT_TRUE(succeeded(runtime.begin_step()));
    ASSERT_TRUE(succeeded(runtime.end_step()));
    now_ns += 1'000'000;
  }
}

}  // namespace
}  // namespace lockstep::runtime::test
