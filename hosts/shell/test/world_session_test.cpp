// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/shell/world_session.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "fake_simulator.hpp"

namespace lockstep::hosts::shell::test {
namespace {

using core::Status;
using devices::Phase;
using runtime::TapReader;
using runtime::TapRow;

/// Notes each of its runs: "name phase index time_ns".
devices::DeviceKind diarist(const std::string& name, std::vector<std::string>& diary,
                            std::vector<Phase> phases) {
  return kind_of(
      name,
      [phases](devices::Binder& binder) {
        for (const Phase phase : phases)
          binder.run_in(phase);
      },
      [name, &diary](const devices::StepInfo& step) {
        diary.push_back(name + ' ' + std::string{to_string(step.phase)} + ' ' + std::to_string(step.index) +
                        ' ' + std::to_string(step.time.count()));
        return Status::kOk;
      });
}

/// Shows its inlet "target" as signal "shown"; "act" counts.
devices::DeviceKind board(int& acted, devices::InletInfo info = {}) {
  auto inlet = std::make_shared<devices::InletReading<double>>();
  auto shown = std::make_shared<Span<double>>();
  return kind_of(
      "board",
      [=, &acted](devices::Binder& binder) {
        binder.run_in(Phase::kControl);
        devices::InletInfo own = info;
        own.name = "target";
        *inlet = binder.inlet<double>(std::move(own));
        *shown = binder.output<double>("shown");
        binder.declare_request({"act", {}, "", [&acted](devices::RequestCall&) { ++acted; }});
      },
      [=](const devices::StepInfo&) {
        (*shown)[0] = inlet->value();
        return Status::kOk;
      });
}

class WorldSessionTest : public testing::Test {
 protected:
  WorldSessionTest() { simulator.session = &world; }
  ~WorldSessionTest() override { simulator.session = nullptr; }
  FakeSimulator simulator;
  WorldSession world{simulator};
  runtime::Doors& doors{world.commons().doors()};
  bool step() { return simulator.do_step(world); }
};

// Phases in the order of the events, of all models; observers see the time of the step's end.
TEST_F(WorldSessionTest, PhasesFollowTheEvents) {
  std::vector<std::string> diary;
  const auto a = diarist("a", diary, {Phase::kControl, Phase::kObserve}),
             b = diarist("b", diary, {Phase::kActuate}), c = diarist("c", diary, {Phase::kObserve});
  Loaded one{world, "m", {&a}}, two{world, "n", {&b}}, three{world, "o", {&c}};
  diary.clear();  // observers have seen the start
  ASSERT_TRUE(step());
  ASSERT_TRUE(step());
  EXPECT_EQ(diary,
            (std::vector<std::string>{"a control 0 0", "b actuate 0 0", "a observe 1 1000000",
                                      "c observe 1 1000000", "a control 1 1000000", "b actuate 1 1000000",
                                      "a observe 2 2000000", "c observe 2 2000000"}));
}

// Doors are latched once at the start of a step of the world and rows handed out once at its end, with the
// time of the world; a model that comes later counts on the same clock.
TEST_F(WorldSessionTest, DoorsCountStepsOfTheWorld) {
  world.open({});
  int acted = 0;
  const auto kind = board(acted);
  Loaded first{world, "m", {&kind}};
  const auto tap = doors.tap({{"m/board/shown", "time"}});
  TapReader rows{tap};
  doors.inlet("m/board/target").write(5.0);
  const auto request = doors.submit("m/board/act", {});
  ASSERT_TRUE(step());
  EXPECT_EQ(acted, 1);
  EXPECT_EQ(request->step(), 0);
  ASSERT_TRUE(step());
  Loaded second{world, "n", {&kind}};
  ASSERT_TRUE(step());
  EXPECT_EQ(doors.signals().find("n/board/shown")->view().stamp(), core::SimTime{2'000'000});
  TapRow row;
  for (int k = 1; k <= 3; ++k) {
    ASSERT_TRUE(rows.read(row));
    EXPECT_EQ(row.step, k);
    EXPECT_EQ(row.stamp, core::SimTime{1'000'000 * k});
    EXPECT_EQ(row.number(tap->columns()[0]), 5.0);
    EXPECT_DOUBLE_EQ(row.number(tap->columns()[1]), 0.001 * k);
  }
  EXPECT_FALSE(rows.read(row)) << "one row a step";
}

// Two models cannot own the same joint; the message names both.
TEST_F(WorldSessionTest, ClaimsHoldAcrossModels) {
  const auto motor = kind_of(
      "motor",
      [](devices::Binder& binder) {
        binder.run_in(Phase::kActuate);
        binder.own_actuation(binder.find_joint("joint"));
      },
      [](const devices::StepInfo&) { return Status::kOk; });
  Loaded outer{world, "m", {&motor}}, inner{world, "m", {&motor}};
  EXPECT_NE(
      simulator.all_lines().find("m/motor is an actuator of joint 'm/joint', but m/motor of another model"),
      std::string::npos)
      << simulator.all_lines();
}

// While the simulator is paused requests are executed at once, no matter who paused it, and never beside a
// step.
TEST_F(WorldSessionTest, RequestsAreExecutedInAPause) {
  world.open({});
  int acted = 0;
  const auto kind = board(acted);
  Loaded model{world, "m", {&kind}};
  ASSERT_TRUE(step());
  EXPECT_FALSE(doors.submit("m/board/act", {})->done());
  simulator.set_paused(true);
  EXPECT_EQ(acted, 1) << "what waited is executed with the pause";
  EXPECT_TRUE(doors.submit("m/board/act", {})->done());
  simulator.is_paused = false;
  ASSERT_TRUE(step());
  EXPECT_FALSE(doors.submit("m/board/act", {})->done());
  ASSERT_TRUE(step());
  EXPECT_EQ(acted, 3);
}

// Also where the simulator was paused before the doors were opened.
TEST_F(WorldSessionTest, AWorldMayStartPaused) {
  simulator.is_paused = true;
  world.open({});
  int acted = 0;
  const auto kind = board(acted);
  Loaded model{world, "m", {&kind}};
  EXPECT_TRUE(doors.submit("m/board/act", {})->done());
  EXPECT_EQ(acted, 1);
}

// A request that comes while a model starts in a paused world is executed after the start, which puts devices
// back and would undo it.
TEST_F(WorldSessionTest, ARequestWaitsForTheStartThreads) {
  simulator.is_paused = true;
  world.open({});
  std::atomic<int> acted{0};
  std::thread client;
  const auto kind = kind_of(
      "late",
      [&](devices::Binder& binder) {
        binder.run_in(Phase::kObserve);
        binder.declare_request({"act", {}, "", [&](devices::RequestCall&) { ++acted; }});
      },
      [&](const devices::StepInfo&) {  // observers see the start, before it is over
        client = std::thread{[&] { static_cast<void>(doors.submit("m/late/act", {})); }};
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        EXPECT_EQ(acted, 0);
        return Status::kOk;
      });
  Loaded model{world, "m", {&kind}};
  client.join();
  EXPECT_EQ(acted, 1);
}

// A reset puts inlets back at once: what is written before the next step is for the world after it.
TEST_F(WorldSessionTest, AResetPutsDoorsBackAtOnce) {
  world.open({});
  int acted = 0;
  const auto kind = board(acted);
  Loaded model{world, "m", {&kind}};
  const auto shown = [&] { return doors.signals().find("m/board/shown")->view().number(); };
  doors.inlet("m/board/target").write(5.0);
  ASSERT_TRUE(step());
  simulator.reset(runtime::ResetScope::kBoth);
  ASSERT_TRUE(step());
  EXPECT_EQ(shown(), 0.0);
  simulator.reset(runtime::ResetScope::kBoth);
  doors.inlet("m/board/target").write(7.0);
  ASSERT_TRUE(step());
  EXPECT_EQ(shown(), 7.0);
  // A clock that somebody has set without a word resets with the next step.
  simulator.now = 0;
  ASSERT_TRUE(step());
  EXPECT_EQ(shown(), 0.0);
}

// An inlet that is too old and says stop stops the world by its name.
TEST_F(WorldSessionTest, AnOldInletStopsTheWorld) {
  world.open({});
  int acted = 0;
  devices::InletInfo info;
  info.timeout = core::SimTime{1'500'000};
  info.on_timeout = devices::FaultPolicy::kStop;
  const auto kind = board(acted, info);
  Loaded model{world, "m", {&kind}};
  doors.inlet("m/board/target").write(5.0);
  for (int k = 0; k < 3; ++k)
    ASSERT_TRUE(step());
  EXPECT_TRUE(simulator.paused());
  EXPECT_NE(simulator.all_lines().find("inlet 'm/board/target' had no new value for 0.002 s"),
            std::string::npos)
      << simulator.all_lines();
}

// The world waits for a party before each step, and does not when the simulator ends.
TEST_F(WorldSessionTest, WaitsForPartiesThreads) {
  world.open({});
  int acted = 0;
  const auto kind = board(acted);
  Loaded model{world, "m", {&kind}};
  const auto party = doors.barrier().join({"test"});
  std::thread other{[&] {
    for (int k = 0; k < 3; ++k) {
      const auto tick = party->await();
      EXPECT_EQ(tick->step, k);
      EXPECT_EQ(tick->time, core::SimTime{1'000'000 * k});
      EXPECT_TRUE(doors.submit("m/board/act", {})->wait());
      doors.inlet("m/board/target").write(10.0 * k);
      party->confirm(k);
    }
    EXPECT_TRUE(party->await());
    world.note_end();
  }};
  for (int k = 0; k < 3; ++k) {
    ASSERT_TRUE(step());
    EXPECT_EQ(doors.signals().find("m/board/shown")->view().number(), 10.0 * k);
  }
  ASSERT_TRUE(step());
  other.join();
  EXPECT_EQ(acted, 3);
}

// A model may go and come again while others use the doors.
TEST_F(WorldSessionTest, ModelsComeAndGo) {
  world.open({});
  int acted = 0;
  const auto kind = board(acted);
  for (int n = 0; n < 3; ++n) {
    Loaded model{world, "m", {&kind}};
    doors.inlet("m/board/target").write(1.0 + n);
    ASSERT_TRUE(step());
    EXPECT_EQ(doors.signals().find("m/board/shown")->view().number(), 1.0 + n);
  }
  EXPECT_THROW(doors.inlet("m/board/target"), Error);
  ASSERT_TRUE(step());
  EXPECT_THROW(world.open({}), Error);
}

}  // namespace
}  // namespace lockstep::hosts::shell::test
