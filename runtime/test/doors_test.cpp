// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/doors.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "door_world.hpp"
#include "lockstep/core/error.hpp"
#include "support/allocation_count.hpp"
#include "support/message_of.hpp"

namespace lockstep::runtime::test {
namespace {

using lockstep::test::message_of;

using core::SimTime;
using core::Status;
using core::Value;
using devices::value_of;

// A device sees the value of its inlet in the step after it was written; it is a signal, too.
TEST(Doors, BringValuesIn) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  doors.inlet("arm/board/target").write(3.0);
  doors.inlet("arm/board/label").write(std::vector<std::string>{"go"});
  EXPECT_EQ(world.shown[0], 0.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.shown[0], 3.0);
  EXPECT_EQ(world.shown_label[0], "go");
  EXPECT_EQ(world.host.state().command[0], 3.0);
  EXPECT_EQ(world.runtime.signals().find("arm/board/target")->view().number(), 3.0);
  ASSERT_EQ(doors.latched().size(), 2U);
  EXPECT_EQ(doors.latched()[0]->info().name, "arm/board/target");
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(doors.latched().size(), 0U);
}

// An inlet whose policy is stop ends the world with a fault that names it, its age and the limit.
TEST(Doors, StopTheWorldWhenAValueIsTooOld) {
  devices::InletInfo info = DoorWorld::target_info();
  info.timeout = SimTime{2'000'000};
  info.on_timeout = devices::FaultPolicy::kStop;
  DoorWorld world{info};
  world.runtime.doors().inlet("arm/board/target").write(1.0);
  for (int k = 0; k < 3; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.runtime.step(), Status::kError);
  EXPECT_EQ(
      world.runtime.fault(),
      "inlet 'arm/board/target' had no new value at t = 0.003 s for 0.003 s, at most 0.002 s are allowed; "
      "write it more often, or give it another timeout or policy");
  world.runtime.reset();
  EXPECT_EQ(world.runtime.step(), Status::kOk);
}

// What comes in before the start is there in the first step: somebody may be earlier than the world.
TEST(Doors, KeepWhatCameBeforeTheStart) {
  double gain = 0.0;
  hosts::fake::FakeHost host{DoorWorld::world()};
  Runtime runtime{host};
  devices::InletReading<double> target;
  runtime.add(std::make_unique<ScriptedDevice>(
                  "board",
                  [&](devices::Binder& binder) {
                    binder.declare_parameter({"gain", &gain, "", "", true});
                    target = binder.inlet<double>(DoorWorld::target_info());
                  },
                  [](const devices::StepInfo&) { return Status::kOk; }),
              {}, "arm");
  runtime.bind();
  const auto request = runtime.doors().submit("arm/board/gain", {value_of(2.0)});
  runtime.doors().inlet("arm/board/target").write(3.0);
  runtime.start();
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_TRUE(request->done());
  EXPECT_FALSE(request->refused());
  EXPECT_EQ(gain, 2.0);
  EXPECT_EQ(target.value(), 3.0);
}

// A tap shows what devices wrote in the step, and the state after it, with the stamp of that state.
TEST(Doors, LetRowsOut) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  const auto tap = doors.tap({{"arm/board/shown", "arm/knee/velocity", "arm/board/shown_label"}});
  TapReader reader{tap};
  doors.inlet("arm/board/target").write(2.0);
  doors.inlet("arm/board/label").write(std::vector<std::string>{"on"});
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  TapRow row;
  ASSERT_TRUE(reader.read(row));
  EXPECT_EQ(row.stamp, SimTime{1'000'000});
  EXPECT_EQ(row.step, 1);
  EXPECT_EQ(row.number(tap->columns()[0]), 2.0);
  EXPECT_EQ(row.number(tap->columns()[1]), world.host.state().velocity[0]);
  EXPECT_GT(row.number(tap->columns()[1]), 0.0);
  EXPECT_EQ(row.text(tap->columns()[2]), "on");
}

// A tap on a quantity that nobody keeps up to date is refused; it would show old numbers.
TEST(Doors, RefuseTapsOnWhatIsNotKept) {
  DoorWorld world{DoorWorld::target_info(), RuntimeOptions{}};
  EXPECT_NE(message_of([&] {
              static_cast<void>(world.runtime.doors().tap({{"arm/knee/position"}}));
            }).find("is not kept up to date; open the world with all signals"),
            std::string::npos);
  EXPECT_NO_THROW(static_cast<void>(world.runtime.doors().tap({{"arm/board/shown"}})));
  EXPECT_NE(message_of([&] {
              static_cast<void>(world.runtime.doors().tap({{"arm/board/shwn"}}));
            }).find("did you mean 'arm/board/shown'"),
            std::string::npos);
}

// There is room for as many taps as the options say; one that was closed makes room, and taps outlive doors.
TEST(Doors, HaveRoomForTaps) {
  RuntimeOptions options = DoorWorld::all_signals();
  options.doors.tap_capacity = 2;
  auto world = std::make_unique<DoorWorld>(DoorWorld::target_info(), options);
  const TapOptions wanted{{"arm/board/shown"}};
  auto first = world->runtime.doors().tap(wanted);
  const auto second = world->runtime.doors().tap(wanted);
  EXPECT_NE(message_of([&] { static_cast<void>(world->runtime.doors().tap(wanted)); }).find("2 taps already"),
            std::string::npos);
  first.reset();
  EXPECT_NO_THROW(first = world->runtime.doors().tap(wanted));
  TapReader reader{second};
  world.reset();
  TapRow row;
  EXPECT_FALSE(reader.wait(row));
  EXPECT_TRUE(reader.ended());
}

// Requests carry arrays and texts, and answer with them; a refusal says why and changes nothing.
TEST(Doors, CarryArraysAndTexts) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  const Value offsets = std::vector<double>{1.0, 2.0, 4.0};
  const auto good = doors.submit("arm/board/trim", {offsets, value_of(std::string{"calibration"})});
  const auto bad = doors.submit("arm/board/trim", {offsets, value_of(std::string{})});
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_TRUE(good->done());
  EXPECT_FALSE(good->refused());
  EXPECT_EQ(good->reply()[0], value_of(7.0));
  EXPECT_EQ(good->reply()[1], value_of(std::string{"calibration"}));
  EXPECT_EQ(world.host.state().command[0], 7.0);
  EXPECT_TRUE(bad->refused());
  EXPECT_EQ(bad->why(), "a reason is needed");
  EXPECT_LT(good->ticket(), bad->ticket());
}

// A request that takes longer is answered later.
TEST(Doors, LetRepliesComeLater) {
  DoorWorld world;
  const auto request = world.runtime.doors().submit("arm/board/later", {});
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_FALSE(request->done());
  EXPECT_FALSE(request->wait(std::chrono::milliseconds{1}));
  world.kept->reply_integer(0, 42);
  world.kept->complete();
  EXPECT_TRUE(request->wait());
  EXPECT_EQ(request->reply()[0], value_of(std::int64_t{42}));
}

// Wrong names and arguments are refused where they are asked for, with what was expected.
TEST(Doors, RefuseRequestsThatDoNotFit) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  EXPECT_EQ(message_of([&] { static_cast<void>(doors.submit("arm/board/trm", {})); }),
            "there is no request 'arm/board/trm'; did you mean 'arm/board/trim' or 'arm/board/later'?");
  EXPECT_EQ(message_of([&] { static_cast<void>(doors.submit("arm/board/trim", {value_of(1.0)})); }),
            "request 'arm/board/trim': got 1 arguments; expected Float64[] offsets, String reason");
  EXPECT_EQ(
      message_of([&] {
        static_cast<void>(doors.submit("arm/board/trim", {value_of(1.0), value_of(true)}));
      }),
      "request 'arm/board/trim': argument 'reason' does not fit: it is of another kind than String; expected "
      "Float64[] offsets, String reason");
  EXPECT_EQ(message_of([&] { static_cast<void>(doors.inlet("arm/board/target2")); }),
            "there is no inlet 'arm/board/target2'; did you mean 'arm/board/target' or 'arm/board/label'?");
}

// While the world is paused requests are executed at once, in order, and belong to the coming step.
TEST(Doors, ServeRequestsAtOnceWhilePaused) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const Value one = value_of(1.0);
  const Value why = value_of(std::string{"by hand"});
  const auto before = doors.submit("arm/board/trim", {one, why});
  EXPECT_FALSE(before->done());
  doors.set_paused(true, world.runtime.index());
  EXPECT_TRUE(doors.paused());
  EXPECT_TRUE(before->done());   // it was waiting when the pause began
  for (int i = 0; i < 600; ++i)  // more than the queue has room for
    EXPECT_TRUE(doors.submit("arm/board/trim", {one, why})->done());
  EXPECT_EQ(world.offset, 601.0);
  EXPECT_EQ(doors.submit("arm/board/trim", {one, why})->reply()[0], value_of(602.0));
  EXPECT_EQ(doors.executed().size(), 602U);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_FALSE(doors.paused());
  ASSERT_EQ(doors.executed().size(), 602U);
  EXPECT_EQ(doors.executed()[0]->step(), 1);
  EXPECT_EQ(doors.executed()[601]->step(), 1);
  EXPECT_FALSE(doors.submit("arm/board/trim", {one, why})->done());
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(doors.executed().size(), 1U);
}

// However many requests a pause has seen, the next step has room for all that wait for it.
TEST(Doors, HaveRoomForRequestsAfterAPause) {
  RuntimeOptions options = DoorWorld::all_signals();
  options.doors.request_capacity = 4;
  DoorWorld world{DoorWorld::target_info(), options};
  Doors& doors = world.runtime.doors();
  const auto trim = [&] {
    return doors.submit("arm/board/trim", {value_of(1.0), value_of(std::string{"x"})});
  };
  doors.set_paused(true, 0);
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(trim()->done());
  doors.set_paused(false, 0);
  for (int i = 0; i < 4; ++i)
    EXPECT_FALSE(trim()->done());
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.offset, 8.0);
  EXPECT_EQ(doors.executed().size(), 8U);
}

// A world that waits for the clock answers at once, and does not call itself paused.
TEST(Doors, AnswerWhileTheWorldWaits) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  doors.set_waiting(0);
  EXPECT_FALSE(doors.paused());
  EXPECT_TRUE(doors.submit("arm/board/trim", {value_of(1.0), value_of(std::string{"x"})})->done());
  doors.set_paused(true, 0);
  EXPECT_TRUE(doors.paused());
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_FALSE(doors.paused());
  EXPECT_EQ(doors.executed().size(), 1U);
}

// What a pause has seen before a reset is not on record after it: the reset has undone it.
TEST(Doors, ForgetWhatAResetHasUndone) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  doors.set_paused(true, 0);
  EXPECT_TRUE(doors.submit("arm/board/trim", {value_of(1.0), value_of(std::string{"x"})})->done());
  world.runtime.reset();
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(doors.executed().size(), 0U);
}

// A restored world shows its state at once, and taps with a period do not wait for the time they had reached.
TEST(Doors, ShowARestoredState) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  const auto snapshot = world.runtime.save();
  TapOptions wanted{{"time"}};
  wanted.period = SimTime{2'000'000};
  TapReader reader{doors.tap(wanted)};
  for (int k = 0; k < 6; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  reader.skip_to_newest();
  TapRow row;
  ASSERT_TRUE(reader.read(row));
  world.runtime.restore(*snapshot);
  ASSERT_TRUE(reader.read(row));
  EXPECT_EQ(row.stamp.count(), 0);
}

// A queue that is full refuses by name instead of losing a request.
TEST(Doors, RefuseMoreRequestsThanThereIsRoomFor) {
  RuntimeOptions options = DoorWorld::all_signals();
  options.doors.request_capacity = 2;
  DoorWorld world{DoorWorld::target_info(), options};
  const auto send = [&] { static_cast<void>(world.runtime.doors().submit("arm/board/later", {})); };
  send();
  send();
  EXPECT_NE(message_of(send).find("2 requests wait for the next step already"), std::string::npos);
}

// Everything that can be reached has a name, a type, a unit and a meaning, once.
TEST(Doors, ListWhatCanBeReached) {
  DoorWorld world;
  const std::vector<PortInfo> ports = world.runtime.doors().ports();
  const auto find = [&](const std::string& name) {
    const auto found =
        std::find_if(ports.begin(), ports.end(), [&](const PortInfo& port) { return port.name == name; });
    EXPECT_NE(found, ports.end()) << name;
    return *found;
  };
  EXPECT_EQ(find("arm/board/target").kind, PortInfo::Kind::kInlet);
  EXPECT_EQ(find("arm/board/target").unit, "N.m");
  EXPECT_EQ(find("arm/board/shown_label").type, core::VariableType::kString);
  EXPECT_EQ(find("arm/knee/position").kind, PortInfo::Kind::kSignal);
  EXPECT_EQ(find("arm/board/trim").arguments.size(), 2U);
  EXPECT_EQ(to_string(find("arm/board/trim").kind), "request");
  EXPECT_EQ(std::count_if(ports.begin(), ports.end(),
                          [](const PortInfo& port) { return port.name == "arm/board/target"; }),
            1);
}

// The doors cost a step no allocation: values in, rows out, requests executed.
TEST(Doors, AllocateNothingInAStep) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  const auto tap = doors.tap({{"arm/board/shown", "arm/board/shown_label"}});
  Inlet& target = doors.inlet("arm/board/target");
  long allocated = 0;
  for (int k = 0; k < 100; ++k) {
    target.write(k);
    static_cast<void>(doors.submit("arm/board/later", {}));
    const long before = lockstep::test::allocation_count();
    ASSERT_EQ(world.runtime.step(), Status::kOk);
    allocated += lockstep::test::allocation_count() - before;
    world.kept->complete();
  }
  EXPECT_EQ(allocated, 0);
}

// A restored world has the inlets it had: value, stamp and age.
TEST(Doors, AreSavedWithTheWorld) {
  DoorWorld world;
  Inlet& target = world.runtime.doors().inlet("arm/board/target");
  target.write(5.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const auto snapshot = world.runtime.save();
  target.write(6.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  world.runtime.restore(*snapshot);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_EQ(world.shown[0], 5.0);
  EXPECT_EQ(target.status().stamp.count(), 0);
  EXPECT_EQ(target.status().age, SimTime{1'000'000});
}

// Long texts come in without an allocation in the step; memory for them is taken before, so that it has a
// limit.
TEST(Doors, LatchesLongTextsWithoutAllocation) {
  Doors doors;
  devices::InletInfo info;
  info.name = "arm/board/plan";
  info.type = core::VariableType::kString;
  info.max_length = (1U << 20U) + 1;
  EXPECT_EQ(
      message_of([&] { doors.add_inlet(info); }),
      "inlet 'arm/board/plan' takes texts of 1048577 bytes, at most 1048576 are possible, because their "
      "memory is taken before the start");
  info.max_length = 1U << 20U;
  Inlet& inlet = doors.add_inlet(info);
  if (!lockstep::test::counts_allocations()) GTEST_SKIP() << "allocations cannot be counted in this build";
  const core::Value plan = std::vector<std::string>{std::string(info.max_length, 'x')};
  inlet.write(plan);
  const long before = lockstep::test::allocation_count();
  EXPECT_EQ(doors.latch(0, {}), nullptr);
  EXPECT_EQ(lockstep::test::allocation_count() - before, 0);
  EXPECT_EQ(inlet.latched(), plan);
}

}  // namespace
}  // namespace lockstep::runtime::test
