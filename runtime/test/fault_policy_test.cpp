// SPDX-License-Identifier: Apache-2.0
// What the runtime does with a device that cannot do its job.
#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::FaultPolicy;
using devices::Phase;

/// A world with one device that fails with `status` in step 2 (only), holding 7 and safe at -1.
struct FaultyWorld {
  FaultyWorld(FaultPolicy policy, Status status) : host{world()}, runtime{host} {
    auto made = std::make_unique<ScriptedDevice>(
        "motor",
        [this](devices::Binder& binder) {
          binder.run_in(Phase::kActuate);
          joint = binder.own_actuation(binder.find_joint("knee"));
        },
        [this, status](const devices::StepInfo& step) {
          if (step.index == 2) return status;
          joint.apply(1.0);
          return Status::kOk;
        });
    made->on_hold = [this] { joint.apply(7.0); };
    made->on_safe = [this] { joint.apply(-1.0); };
    motor = made.get();
    devices::DeviceOptions options;
    options.on_fault = policy;
    runtime.add(std::move(made), options, "arm");
    runtime.bind();
    runtime.start();
  }

  static hosts::fake::FakeWorld world() {
    hosts::fake::FakeWorld made;
    made.joints.emplace_back();
    made.joints[0].name = "arm/knee";
    return made;
  }

  std::vector<double> efforts_of(int steps) {
    std::vector<double> efforts;
    for (int k = 0; k < steps && succeeded(runtime.step()); ++k)
      efforts.push_back(host.state().applied[0]);
    return efforts;
  }

  hosts::fake::FakeHost host;
  devices::JointActuation joint;
  ScriptedDevice* motor{nullptr};
  Runtime runtime;
};

using Efforts = std::vector<double>;

// stop: the world refuses to go on and says who, when and why.
TEST(FaultPolicy, StopEndsTheRun) {
  FaultyWorld world{FaultPolicy::kStop, Status::kError};
  EXPECT_EQ(world.efforts_of(5), (Efforts{1.0, 1.0}));
  EXPECT_EQ(world.runtime.fault(), "arm/motor failed at t = 0.002 s: scripted fault");
}

// hold and safe go on with what the device declared, and every further step tells that something is wrong.
TEST(FaultPolicy, HoldAndSafeGoOnWithTheDeclaredEffect) {
  FaultyWorld holding{FaultPolicy::kHold, Status::kError};
  EXPECT_EQ(holding.efforts_of(5), (Efforts{1.0, 1.0, 7.0, 7.0, 7.0}));
  EXPECT_EQ(holding.runtime.step(), Status::kWarning);
  FaultyWorld safe{FaultPolicy::kSafe, Status::kFatal};
  EXPECT_EQ(safe.efforts_of(5), (Efforts{1.0, 1.0, -1.0, -1.0, -1.0}));
  ASSERT_EQ(safe.runtime.faults().size(), 1U);
  EXPECT_EQ(safe.runtime.faults()[0].device, "arm/motor");
  EXPECT_EQ(safe.runtime.faults()[0].time, core::SimTime{2'000'000});
}

// A world that is put back to before a fault knows nothing of it.
TEST(FaultPolicy, RestoredWorldsForgetLaterFaults) {
  FaultyWorld world{FaultPolicy::kHold, Status::kError};
  world.runtime.reset();
  const auto snapshot = world.runtime.save();
  for (int k = 0; k < 5; ++k)
    static_cast<void>(world.runtime.step());
  EXPECT_EQ(world.runtime.faults().size(), 1U);
  world.runtime.restore(*snapshot);
  EXPECT_TRUE(world.runtime.faults().empty());
  EXPECT_EQ(world.runtime.fault_count(), 0U);
}

// restart: safe for the step, is reset, and works again; a fatal device cannot be restarted.
TEST(FaultPolicy, RestartResetsTheDevice) {
  FaultyWorld world{FaultPolicy::kRestart, Status::kError};
  EXPECT_EQ(world.efforts_of(5), (Efforts{1.0, 1.0, -1.0, 1.0, 1.0}));
  EXPECT_EQ(world.motor->resets, 2);
  EXPECT_EQ(world.runtime.step(), Status::kOk);
  ASSERT_EQ(world.runtime.faults().size(), 1U);
  EXPECT_EQ(world.runtime.faults()[0].text, "scripted fault");
  FaultyWorld fatal{FaultPolicy::kRestart, Status::kFatal};
  EXPECT_EQ(fatal.efforts_of(5), (Efforts{1.0, 1.0}));
}

}  // namespace
}  // namespace lockstep::runtime::test
