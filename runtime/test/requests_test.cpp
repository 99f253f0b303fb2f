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
using devices::RequestValue;

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
                                  [this](Span<const RequestValue> arguments) {
                                    devices::RequestReply reply;
                                    reply.count = 1;
                                    reply.values[0] = device->state;
                                    device->state = std::get<double>(arguments[0]);
                                    return reply;
                                  }});
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
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const RequestValue value = 10.0;
  const std::uint64_t ticket = world.runtime.submit(world.runtime.find_request("arm/pid/clear"), {&value, 1});
  ASSERT_NE(ticket, 0U);
  EXPECT_EQ(world.device->state, 1.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.host.state().command[0], 11.0);
  ASSERT_EQ(world.runtime.executed().size(), 1U);
  EXPECT_EQ(world.runtime.executed()[0].ticket, ticket);
  EXPECT_EQ(world.runtime.executed()[0].step, 1);
  EXPECT_EQ(std::get<double>(world.runtime.executed()[0].reply.values[0]), 1.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.runtime.executed().size(), 0U);
}

// A tunable parameter is a request of its name.
TEST(Requests, ChangeParameters) {
  IntegratorWorld world;
  const RequestValue value = 3.0;
  ASSERT_NE(world.runtime.submit(world.runtime.find_request("arm/pid/gain"), {&value, 1}), 0U);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.host.state().command[0], 3.0);
}

// A reset undoes what requests have changed: the world then does what it did at first.
TEST(Requests, ChangesEndWithAReset) {
  IntegratorWorld world;
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const double at_first = world.host.state().command[0];
  const RequestValue value = 3.0;
  ASSERT_NE(world.runtime.submit(world.runtime.find_request("arm/pid/gain"), {&value, 1}), 0U);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  world.runtime.reset();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.host.state().command[0], at_first);
}

// Wrong names and arguments are refused where they are asked for, not in the step.
TEST(Requests, RefuseWhatDoesNotFit) {
  IntegratorWorld world;
  try {
    static_cast<void>(world.runtime.find_request("arm/pid/clean"));
    ADD_FAILURE() << "was found";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("there is no request 'arm/pid/clean'; did you mean 'arm/pid/clear'"),
              std::string::npos)
        << error.message();
  }
  const RequestValue value = std::int64_t{1};
  try {
    static_cast<void>(world.runtime.submit(world.runtime.find_request("arm/pid/gain"), {&value, 1}));
    ADD_FAILURE() << "was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(
        error.message(),
        "request 'arm/pid/gain' got 1 arguments that do not fit, expected: Float64 value (finite numbers)");
  }
}

// A world whose devices could not be bound refuses requests, also those that a device has declared already.
TEST(Requests, AreRefusedUnlessBound) {
  double gain = 1.0;
  hosts::fake::FakeHost host{IntegratorWorld::world()};
  Runtime runtime{host};
  runtime.add(std::make_unique<ScriptedDevice>(
                  "pid",
                  [&gain](devices::Binder& binder) {
                    binder.declare_parameter({"gain", &gain, "N.m", "Added in each step", true});
                    static_cast<void>(binder.find_joint("ankle"));
                  },
                  [](const devices::StepInfo&) { return Status::kOk; }),
              {}, "arm");
  EXPECT_THROW(runtime.bind(), Error);
  const RequestValue value = 3.0;
  try {
    static_cast<void>(runtime.submit(runtime.find_request("arm/pid/gain"), {&value, 1}));
    ADD_FAILURE() << "was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "submit() was called before bind()");
  }
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

// A step with devices, signals and requests allocates nothing.
TEST(StepPath, AllocatesNothing) {
  IntegratorWorld world;
  const std::uint32_t request = world.runtime.find_request("arm/pid/gain");
  const RequestValue value = 2.0;
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const long before = lockstep::test::allocation_count();
  bool fine = true;
  for (int k = 0; k < 100; ++k) {
    fine = world.runtime.submit(request, {&value, 1}) != 0 && fine;
    fine = succeeded(world.runtime.step()) && fine;
  }
  EXPECT_EQ(lockstep::test::allocation_count() - before, 0);
  EXPECT_TRUE(fine);
}

}  // namespace
}  // namespace lockstep::runtime::test
