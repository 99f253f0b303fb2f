// SPDX-License-Identifier: Apache-2.0
// Requests and parameters, saving and restoring, and what a step allocates.
#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"
#include "support/allocation_count.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::Phase;
using devices::value_of;

/// A device that integrates its gain and puts the sum on the joint.
struct IntegratorWorld {
  IntegratorWorld() : host{world()}, runtime{host} {
    auto made = std::make_unique<ScriptedDevice>(
        "pid",
        [this](devices::Binder& binder) {
          binder.run_in(Phase::kControl);
          command = binder.claim_command(binder.find_joint("knee"));
          binder.declare_parameter({"gain", &gain, "N.m", "Added in each step", true});
          binder.declare_request({"clear",
                                  {{"to", core::VariableType::kFloat64, "N.m"}},
                                  "Sets the sum",
                                  [this](devices::RequestCall& call) {
                                    call.reply_number(0, device->state);
                                    device->state = call.number();
                                  },
                                  {{"was", core::VariableType::kFloat64, "N.m"}}});
        },
        [this](const devices::StepInfo&) {
          device->state += gain;
          command.add(device->state);
          return Status::kOk;
        });
    device = made.get();
    runtime.add(std::move(made), {}, "arm");
    runtime.bind();
    runtime.start();
  }

  static hosts::fake::FakeWorld world() {
    hosts::fake::FakeWorld made;
    made.joints.emplace_back();
    made.joints[0].name = "arm/knee";
    return made;
  }

  double gain{1.0};
  hosts::fake::FakeHost host;
  devices::JointCommand command;
  ScriptedDevice* device{nullptr};
  Runtime runtime;
};

// A request is executed at the start of the next step, answers, and is on record with its step.
TEST(Requests, AreExecutedAtTheStartOfTheNextStep) {
  IntegratorWorld world;
  Doors& doors = world.runtime.doors();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const auto request = doors.submit("arm/pid/clear", {value_of(10.0)});
  EXPECT_FALSE(request->done());
  EXPECT_EQ(world.device->state, 1.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.host.state().command[0], 11.0);
  ASSERT_EQ(doors.executed().size(), 1U);
  EXPECT_EQ(doors.executed()[0], request);
  EXPECT_TRUE(request->done());
  EXPECT_EQ(request->step(), 1);
  EXPECT_EQ(request->reply()[0], value_of(1.0));
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(doors.executed().size(), 0U);
}

// A tunable parameter is a request of its name; whole numbers are numbers, too.
TEST(Requests, ChangeParameters) {
  IntegratorWorld world;
  static_cast<void>(world.runtime.doors().submit("arm/pid/gain", {value_of(std::int64_t{3})}));
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.host.state().command[0], 3.0);
}

// A reset undoes what requests have changed: the world then does what it did at first.
TEST(Requests, ChangesEndWithAReset) {
  IntegratorWorld world;
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const double at_first = world.host.state().command[0];
  static_cast<void>(world.runtime.doors().submit("arm/pid/gain", {value_of(3.0)}));
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  world.runtime.reset();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.host.state().command[0], at_first);
}

// A reset refuses the requests that still wait: they were meant for the world before it.
TEST(Requests, ThatWaitAreRefusedByAReset) {
  IntegratorWorld world;
  const auto request = world.runtime.doors().submit("arm/pid/gain", {value_of(3.0)});
  world.runtime.reset();
  EXPECT_TRUE(request->done());
  EXPECT_TRUE(request->refused());
  EXPECT_NE(std::string{request->why()}.find("reset"), std::string::npos);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.host.state().command[0], 1.0);
}

// Restored equals straight, bit by bit, and again after a second restore.
TEST(Save, RestoredEqualsStraight) {
  IntegratorWorld world;
  for (int k = 0; k < 10; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  const auto snapshot = world.runtime.save();
  const auto run_on = [&] {
    for (int k = 0; k < 10; ++k)
      EXPECT_EQ(world.runtime.step(), Status::kOk);
    return std::vector<double>{world.host.state().position[0], world.host.state().velocity[0],
                               world.host.state().acceleration[0], world.device->state,
                               world.runtime.time_s()};
  };
  const std::vector<double> straight = run_on();
  for (int again = 0; again < 2; ++again) {
    world.runtime.restore(*snapshot);
    EXPECT_EQ(world.runtime.index(), 10);
    EXPECT_EQ(run_on(), straight);
  }
}

// What cannot be saved is named, every part of it.
TEST(Save, NamesEveryPartThatCannot) {
  IntegratorWorld world;
  world.device->unsaved = "FMU 'Motor' cannot save its state";
  try {
    static_cast<void>(world.runtime.save());
    ADD_FAILURE() << "was saved";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_NE(std::string{error.what()}.find("arm/pid: FMU 'Motor' cannot save its state"), std::string::npos)
        << error.what();
  }
}

// A step with devices, signals and requests allocates and frees nothing; the sender does both.
TEST(StepPath, AllocatesNothing) {
  IntegratorWorld world;
  Doors& doors = world.runtime.doors();
  const std::uint32_t request = doors.find_request("arm/pid/clear");
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  bool fine = true;
  long allocated = 0;
  for (int k = 0; k < 100; ++k) {
    static_cast<void>(doors.submit(request, {value_of(2.0)}));
    const long before = lockstep::test::allocation_count();
    fine = succeeded(world.runtime.step()) && fine;
    allocated += lockstep::test::allocation_count() - before;
  }
  EXPECT_EQ(allocated, 0);
  EXPECT_TRUE(fine);
}

}  // namespace
}  // namespace lockstep::runtime::test
