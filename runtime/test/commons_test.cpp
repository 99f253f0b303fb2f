// SPDX-License-Identifier: Apache-2.0
// Several runtimes of one world.
#include "lockstep/runtime/commons.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::Phase;

Status nothing(const devices::StepInfo&) {
  return Status::kOk;
}

hosts::fake::FakeWorld one_joint(const std::string& model) {
  hosts::fake::FakeWorld world;
  world.joints.emplace_back();
  world.joints.back().name = model + "/joint";
  return world;
}

/// A model with one joint and one device, whose runtime shares with others.
struct Model {
  Model(Commons& commons, const std::string& name, std::unique_ptr<devices::Device> device,
        bool host_signals = false)
      : host{one_joint(name)} {
    RuntimeOptions options;
    options.commons = &commons;
    options.host_signals = host_signals;
    options.keep_all_signals = host_signals;
    runtime = std::make_unique<Runtime>(static_cast<hosts::Host&>(host), options);
    runtime->add(std::move(device), {}, name);
  }
  void step() {
    ASSERT_EQ(runtime->begin_step(), Status::kOk);
    ASSERT_EQ(runtime->control(), Status::kOk);
    ASSERT_EQ(runtime->actuate(), Status::kOk);
    ASSERT_EQ(runtime->end_step(), Status::kOk);
  }
  hosts::fake::FakeHost host;
  std::unique_ptr<Runtime> runtime;
};

/// Writes `value` + the number of the step into "<model>/source/x".
std::unique_ptr<devices::Device> source(double value, Phase phase = Phase::kControl) {
  auto x = std::make_shared<Span<double>>();
  return std::make_unique<ScriptedDevice>(
      "source",
      [x, phase](devices::Binder& binder) {
        binder.run_in(phase);
        *x = binder.output<double>("x", "m");
      },
      [x, value](const devices::StepInfo& step) {
        (*x)[0] = value + static_cast<double>(step.index);
        return Status::kOk;
      });
}

/// Copies `signal` into "<model>/sink/y".
std::unique_ptr<devices::Device> sink(const std::string& signal, Phase phase = Phase::kActuate) {
  auto y = std::make_shared<Span<double>>();
  auto x = std::make_shared<Span<const double>>();
  return std::make_unique<ScriptedDevice>(
      "sink",
      [=](devices::Binder& binder) {
        binder.run_in(phase);
        *x = binder.input<double>(signal);
        *y = binder.output<double>("y");
      },
      [=](const devices::StepInfo&) {
        (*y)[0] = (*x)[0];
        return Status::kOk;
      });
}

double value(Commons& commons, const std::string& name) {
  return commons.doors().signals().find(name)->view().number();
}

// A device reads what one of another model writes in the same step, whichever was bound first; both have
// writer numbers of their own.
TEST(Commons, DevicesOfDifferentModelsReadEachOther) {
  Commons commons;
  Model reader{commons, "b", sink("a/source/x")};
  reader.runtime->bind();
  EXPECT_FALSE(reader.runtime->is_complete());
  Model writer{commons, "a", source(5.0)};
  writer.runtime->bind();
  EXPECT_TRUE(reader.runtime->is_complete());
  writer.runtime->start();
  reader.runtime->start();
  const std::vector<OutsideRead> reads = reader.runtime->outside_reads();
  ASSERT_EQ(reads.size(), 1U);
  EXPECT_EQ(reads[0].writer, writer.runtime->owner());
  EXPECT_EQ(reads[0].read_in, 1U << 1U);
  EXPECT_EQ(reads[0].written_in, 1U << 0U);
  EXPECT_TRUE(writer.runtime->outside_reads().empty());
  EXPECT_EQ(reader.runtime->phases(), 1U << 1U);
  writer.step();
  reader.step();
  writer.step();
  reader.step();
  EXPECT_EQ(value(commons, "b/sink/y"), 6.0);
  EXPECT_NE(commons.doors().signals().find("a/source/x")->writer,
            commons.doors().signals().find("b/sink/y")->writer);
}

// A signal that no model has is an error when the reader is started, by its name.
TEST(Commons, MissingSignalIsAnErrorAtTheStart) {
  Commons commons;
  Model reader{commons, "b", sink("a/source/x")};
  reader.runtime->bind();
  try {
    reader.runtime->start();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kNotFound);
    EXPECT_NE(error.message().find("there is no signal 'a/source/x', which b/sink reads"), std::string::npos);
  }
}

// What a model had is gone with it, and there again with one of the same name: a tap that was open shows the
// last value in between.
TEST(Commons, AModelMayGoAndComeAgain) {
  Commons commons;
  auto first = std::make_unique<Model>(commons, "a", source(5.0));
  first->runtime->bind();
  first->runtime->start();
  const std::shared_ptr<Tap> tap = commons.doors().tap({{"a/source/x"}});
  TapReader rows{tap};
  TapRow row;
  const auto shown = [&] {
    commons.doors().publish(1, core::SimTime{1});
    EXPECT_TRUE(rows.read(row));
    return row.number(tap->columns()[0]);
  };
  first->step();
  EXPECT_EQ(shown(), 5.0);
  first.reset();
  EXPECT_TRUE(commons.doors().ports().empty());
  EXPECT_THROW(commons.doors().tap({{"a/source/x"}}), Error);
  EXPECT_EQ(shown(), 5.0);
  Model second{commons, "a", source(70.0)};
  second.runtime->bind();
  EXPECT_EQ(shown(), 0.0) << "zeros until its writer runs";
  second.runtime->start();
  second.step();
  EXPECT_EQ(shown(), 70.0);
  EXPECT_EQ(commons.doors().ports().size(), 1U);
}

/// Has an inlet "target" and a request "act".
std::unique_ptr<devices::Device> board(std::shared_ptr<double> seen, double initial, int& acted) {
  auto inlet = std::make_shared<devices::InletReading<double>>();
  return std::make_unique<ScriptedDevice>(
      "board",
      [=, &acted](devices::Binder& binder) {
        binder.run_in(Phase::kControl);
        devices::InletInfo info;
        info.name = "target";
        info.initial = std::vector<double>{initial};
        *inlet = binder.inlet<double>(std::move(info));
        binder.declare_request({"act", {}, "", [&acted](devices::RequestCall&) { ++acted; }});
      },
      [=](const devices::StepInfo&) {
        *seen = inlet->value();
        return Status::kOk;
      });
}

// Inlets and requests of a removed model refuse by name, also a request that waits; those of its successor
// work under the same names, and a client that kept its inlet writes to the new one.
TEST(Commons, InletsAndRequestsOfARemovedModelRefuse) {
  Commons commons;
  Doors& doors = commons.doors();
  auto seen = std::make_shared<double>(0.0);
  int acted = 0;
  auto first = std::make_unique<Model>(commons, "a", board(seen, 1.0, acted));
  first->runtime->bind();
  first->runtime->start();
  Inlet& inlet = doors.inlet("a/board/target");
  inlet.write(3.0);
  const auto waiting = doors.submit("a/board/act", {});
  first.reset();
  ASSERT_EQ(doors.latch(0, core::SimTime{0}), nullptr);
  ASSERT_TRUE(waiting->done());
  EXPECT_EQ(waiting->why(), "its model was removed");
  try {
    doors.inlet("a/board/target");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "there is no inlet 'a/board/target' now: its model was removed; insert it again");
  }
  try {
    static_cast<void>(doors.find_request("a/board/act"));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "there is no request 'a/board/act' now: its model was removed; insert it again");
  }
  EXPECT_THROW(inlet.write(4.0), Error);

  Model second{commons, "a", board(seen, 2.0, acted)};
  second.runtime->bind();
  second.runtime->start();
  EXPECT_EQ(&doors.inlet("a/board/target"), &inlet);
  ASSERT_EQ(doors.latch(0, core::SimTime{0}), nullptr);
  second.step();
  EXPECT_EQ(*seen, 2.0) << "its own initial value";
  inlet.write(4.0);
  const auto done = doors.submit("a/board/act", {});
  ASSERT_EQ(doors.latch(1, core::SimTime{1}), nullptr);
  second.step();
  EXPECT_EQ(*seen, 4.0);
  EXPECT_TRUE(done->done());
  EXPECT_EQ(acted, 1);
}

// Under the same name a signal or inlet of another kind is refused: somebody may still read the old one.
TEST(Commons, AnotherKindUnderTheSameNameIsRefused) {
  Commons commons;
  const auto bind_board = [&](std::uint32_t count) {
    const auto bind = [count](devices::Binder& binder) {
      devices::InletInfo info;
      info.name = "target";
      info.count = count;
      binder.inlet<double>(std::move(info));
    };
    Model model{commons, "a", std::make_unique<ScriptedDevice>("board", bind, nothing)};
    model.runtime->bind();
  };
  bind_board(2);
  EXPECT_THROW(bind_board(3), Error);
  bind_board(2);
}

// Quantities of hosts are signals of the world, current in each phase, with the world's time; after the host
// is gone they keep their last values.
TEST(Commons, QuantitiesOfHostsOutliveThem) {
  Commons commons;
  auto arm = std::make_unique<Model>(commons, "a", sink("a/joint/position", Phase::kControl), true);
  arm->runtime->set_start_time(core::SimTime{5'000'000'000});
  arm->runtime->bind();
  arm->runtime->start();
  const SignalTable::Entry& position = *commons.doors().signals().find("a/joint/position");
  const SignalView view = position.view();
  EXPECT_EQ(view.stamp(), core::SimTime{5'000'000'000});
  arm->host.state().position[0] = 0.25;  // the simulator has moved it
  arm->step();
  EXPECT_EQ(value(commons, "a/sink/y"), 0.25);
  arm->host.state().position[0] = 0.5;
  arm->step();
  EXPECT_EQ(view.number(), 0.5);
  EXPECT_EQ(view.stamp(), core::SimTime{5'000'000'000} + 2 * (core::SimTime{1'000'000}));
  arm.reset();
  EXPECT_EQ(view.number(), 0.5);
}

std::unique_ptr<devices::Device> motor(const std::string& name, const std::string& joint) {
  const auto bind = [joint](devices::Binder& binder) {
    binder.run_in(Phase::kActuate);
    binder.own_actuation(binder.find_joint(joint));
  };
  return std::make_unique<ScriptedDevice>(name, bind, nothing);
}

// Two models that have the same joint (one inside of the other) cannot both drive it; the claim goes with the
// model.
TEST(Commons, AJointHasOneActuatorAmongAllModels) {
  Commons commons;
  const auto make = [&](const std::string& device) {
    auto model = std::make_unique<Model>(commons, "a", motor(device, "joint"));
    model->runtime->bind();
    return model;
  };
  auto first = make("first");
  try {
    make("second");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "a/second is an actuator of joint 'a/joint', but a/first of another model is one already; a "
              "joint has one actuator");
  }
  first.reset();
  make("third");
}

}  // namespace
}  // namespace lockstep::runtime::test
