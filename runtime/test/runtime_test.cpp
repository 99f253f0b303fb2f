// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/runtime.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "small_world.hpp"
#include "support/message_of.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::Phase;
using hosts::fake::FakeHost;
using hosts::fake::FakeWorld;
using lockstep::test::what_of;

/// Commands `effort` in control.
std::unique_ptr<ScriptedDevice> commander(const std::string& name, double effort) {
  auto command = std::make_shared<devices::JointCommand>();
  return device(
      name,
      [command](devices::Binder& binder) {
        binder.run_in(Phase::kControl);
        *command = binder.claim_command(binder.find_joint("knee"));
      },
      [command, effort](const devices::StepInfo&) {
        command->add(effort);
        return Status::kOk;
      });
}

/// Applies factor * command in actuate.
std::unique_ptr<ScriptedDevice> actuator(const std::string& name, double factor) {
  auto joint = std::make_shared<devices::JointActuation>();
  return device(
      name,
      [joint](devices::Binder& binder) {
        binder.run_in(Phase::kActuate);
        *joint = binder.own_actuation(binder.find_joint("knee"));
      },
      [joint, factor](const devices::StepInfo&) {
        joint->apply(factor * joint->command());
        return Status::kOk;
      });
}

// Phases run in order, devices in file order inside a phase, observers once at the start.
TEST(Runtime, RunsPhasesInOrder) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  std::vector<std::string> diary;
  const auto add = [&](const char* name, Phase phase) {
    auto made = device(name, [phase](devices::Binder& binder) { binder.run_in(phase); });
    made->diary = &diary;
    runtime.add(std::move(made), {}, "arm");
  };
  add("eye", Phase::kObserve);
  add("motor", Phase::kActuate);
  add("brain", Phase::kControl);
  add("nerve", Phase::kControl);
  runtime.bind();
  runtime.start();
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(diary, (std::vector<std::string>{"eye reset", "motor reset", "brain reset", "nerve reset",
                                             "eye observe 0", "brain control 0", "nerve control 0",
                                             "motor actuate 0", "eye observe 1"}));
}

// A command acts over its step; an actuator's effort acts instead; both can be read.
TEST(Runtime, AppliesWhatTheActuatorMakesOfTheCommand) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  runtime.add(commander("pid", 4.0), {}, "arm");
  runtime.add(actuator("motor", 0.5), {}, "arm");
  runtime.bind();
  const SignalView command = runtime.watch("arm/knee/command");
  const SignalView applied = runtime.watch("arm/knee/applied");
  const SignalView acceleration = runtime.watch("arm/knee/acceleration");
  runtime.start();
  EXPECT_EQ(acceleration.number(), 0.0);
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(command.number(), 4.0);
  EXPECT_EQ(applied.number(), 2.0);
  EXPECT_DOUBLE_EQ(host.state().velocity[0], 0.001);
  EXPECT_DOUBLE_EQ(acceleration.number(), 1.0);
}

// Commands start at zero in each step and are clipped to effort and velocity limits after summing up.
TEST(Runtime, ClipsTheSumOfCommands) {
  FakeWorld world = small_world();
  world.joints[0].limits.effort = 5.0;
  world.joints[0].limits.velocity = 1.0;
  FakeHost host{world};
  Runtime runtime{host};
  runtime.add(commander("pid", 4.0), {}, "arm");
  auto extra = std::make_shared<devices::JointCommand>();
  runtime.add(device(
                  "extra",
                  [extra](devices::Binder& binder) {
                    binder.run_in(Phase::kControl);
                    *extra = binder.add_to_command(binder.find_joint("knee"));
                  },
                  [extra](const devices::StepInfo&) {
                    extra->add(3.0);
                    return Status::kOk;
                  }),
              {}, "arm");
  runtime.bind();
  runtime.start();
  ASSERT_EQ(runtime.step(), Status::kOk);
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(host.state().command[0], 5.0);
  runtime.set_joint_state("arm/knee", 0.0, 1.5);
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(host.state().command[0], 0.0);
  runtime.set_joint_state("arm/knee", 0.0, -1.5);
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(host.state().command[0], 5.0);
}

// Two writers, two actuators and unknown joints are refused by name, all at once.
TEST(Runtime, RefusesConflictsByName) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  runtime.add(commander("pid", 1.0), {}, "arm");
  runtime.add(commander("pid", 1.0), {}, "arm");
  runtime.add(actuator("motor", 1.0), {}, "arm");
  runtime.add(actuator("gear", 1.0), {}, "arm");
  runtime.add(device("lost", [](devices::Binder& binder) { binder.find_joint("elbow"); }), {}, "arm");
  const std::string message = what_of([&] { runtime.bind(); });
  EXPECT_NE(message.find("3 of 5 devices cannot be bound"), std::string::npos) << message;
  EXPECT_NE(message.find("arm/pid_2 commands joint 'arm/knee', but arm/pid does so already"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("arm/gear is an actuator of joint 'arm/knee', but arm/motor is one already"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("arm/lost: there is no joint 'elbow' in model 'arm'; did you mean 'arm/knee'?"),
            std::string::npos)
      << message;
}

// A joint that is moved by position is nobody else's to push: adders and actuators are refused by name, in
// either order.
TEST(Runtime, RefusesEffortsOnMovedJoints) {
  const auto mover = [] {
    return device("mover", [](devices::Binder& binder) {
      static_cast<void>(binder.claim_command(binder.find_joint("knee"), 0, hosts::CommandMode::kPosition));
    });
  };
  const auto adder = [] {
    return device("adder", [](devices::Binder& binder) {
      static_cast<void>(binder.add_to_command(binder.find_joint("knee")));
    });
  };
  const std::string expected = "arm/mover commands joint 'arm/knee' by position or velocity, but arm/";
  for (const bool mover_first : {true, false}) {
    FakeHost host{small_world()};
    Runtime runtime{host};
    if (mover_first) runtime.add(mover(), {}, "arm");
    runtime.add(adder(), {}, "arm");
    runtime.add(actuator("motor", 1.0), {}, "arm");
    if (!mover_first) runtime.add(mover(), {}, "arm");
    const std::string message = what_of([&] { runtime.bind(); });
    EXPECT_NE(message.find(expected + "adder acts on it by effort"), std::string::npos) << message;
    if (mover_first) {
      EXPECT_NE(message.find(expected + "motor acts on it by effort"), std::string::npos) << message;
    }
  }
}

// A missing capability is told when the device is bound.
TEST(Runtime, ChecksCapabilitiesWhenBinding) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  runtime.add(device("bumper", [](devices::Binder& binder) { binder.need(hosts::Capability::kContacts); }),
              {}, "arm");
  EXPECT_NE(what_of([&] { runtime.bind(); }).find("host 'fake' has no 'contacts', which arm/bumper needs"),
            std::string::npos);
}

// The host is asked to keep up only what is read.
TEST(Runtime, AsksTheHostForWhatIsReadOnly) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  runtime.bind();
  static_cast<void>(runtime.watch("arm/knee/position"));
  static_cast<void>(runtime.watch("arm/knee/reaction_force"));
  runtime.start();
  EXPECT_TRUE(host.needs().links.empty());
  EXPECT_EQ(host.needs().reactions, std::vector<hosts::JointIndex>{0});

  FakeHost other{small_world()};
  Runtime second{other};
  second.bind();
  static_cast<void>(second.watch("box/body/position"));
  second.start();
  EXPECT_EQ(other.needs().links, std::vector<hosts::LinkIndex>{0});
}

// Without signals of the host there are those of devices only, and whoever asks for another is told so.
TEST(Runtime, LeavesSignalsOfTheHostOutWhenAsked) {
  FakeHost host{small_world()};
  RuntimeOptions options;
  options.host_signals = false;
  Runtime runtime{host, options};
  runtime.add(device("lamp", [](devices::Binder& binder) { binder.output<double>("on"); }), {}, "arm");
  runtime.bind();
  EXPECT_EQ(runtime.signals().entries().size(), 1U);
  EXPECT_EQ(runtime.watch("arm/lamp/on").number(), 0.0);
  EXPECT_NE(what_of([&] {
              static_cast<void>(runtime.watch("arm/knee/position"));
            }).find("there is no signal 'arm/knee/position'"),
            std::string::npos);
  runtime.start();
}

// Link accelerations are differences of velocities: zero at first, gravity in free fall, on every host.
TEST(Runtime, DifferencesLinkVelocities) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  runtime.bind();
  const SignalView acceleration = runtime.watch("box/body/linear_acceleration");
  runtime.start();
  EXPECT_EQ(acceleration.number(2), 0.0);
  ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_NEAR(acceleration.number(2), -9.8, 1e-12);
}

// A name that fits two joints is warned about, with both; a name that fits one is not.
TEST(Runtime, WarnsAboutAmbiguousNamesOnly) {
  FakeWorld world = small_world();
  world.joints.resize(3, world.joints[0]);
  world.joints[1].name = "arm/left/wrist";
  world.joints[2].name = "arm/right/wrist";
  const auto warnings = [&](const std::string& joint) {
    std::vector<std::string> log;
    RuntimeOptions options;
    options.log = [&](const core::LogMessage& message) { log.emplace_back(message.text); };
    FakeHost host{world};
    Runtime runtime{host, options};
    runtime.add(device("reader",
                       [&](devices::Binder& binder) {
                         binder.run_in(Phase::kControl);
                         static_cast<void>(binder.find_joint(joint));
                       }),
                {}, "arm");
    runtime.bind();
    return log;
  };
  EXPECT_TRUE(warnings("knee").empty());
  ASSERT_EQ(warnings("wrist").size(), 1U);
  EXPECT_NE(warnings("wrist")[0].find(
                "joint 'wrist' may be 'arm/left/wrist' 'arm/right/wrist'; the first one is taken"),
            std::string::npos)
      << warnings("wrist")[0];
}

// NaN and infinity stop the world before the physics sees them, naming the joint.
TEST(Runtime, NeverLetsNanReachThePhysics) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    FakeHost host{small_world()};
    Runtime runtime{host};
    runtime.add(commander("pid", 1.0), {}, "arm");
    runtime.add(actuator("motor", bad), {}, "arm");
    runtime.bind();
    runtime.start();
    EXPECT_EQ(runtime.step(), Status::kError);
    EXPECT_EQ(host.state().velocity[0], 0.0);
    EXPECT_NE(runtime.fault().find("an effort or force was not finite at t = 0 s: joint 'arm/knee'"),
              std::string::npos)
        << runtime.fault();
    EXPECT_EQ(runtime.step(), Status::kError);
  }
}

// A failing engine stops the world with its words.
TEST(Runtime, StopsWhenThePhysicsFails) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  runtime.bind();
  runtime.start();
  host.fail_next_step();
  EXPECT_EQ(runtime.step(), Status::kError);
  EXPECT_EQ(runtime.fault(), "host 'fake' failed at t = 0 s: the fake host was told to fail");
  runtime.reset();
  EXPECT_EQ(runtime.fault(), "");
  EXPECT_EQ(runtime.step(), Status::kOk);
}

// The twin of one thing placed twice has signals of its own.
TEST(Runtime, GivesEqualNamesDistinctSignals) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  for (int i = 0; i < 2; ++i)
    runtime.add(device("lamp", [](devices::Binder& binder) { binder.output<bool>("on"); }), {}, "arm");
  runtime.bind();
  EXPECT_NE(runtime.signals().find("arm/lamp/on"), nullptr);
  EXPECT_NE(runtime.signals().find("arm/lamp_2/on"), nullptr);
}

// Signals carry the instant they belong to: the state's for the host, the last run for a slower device.
TEST(Runtime, StampsSignals) {
  FakeHost host{small_world()};
  Runtime runtime{host};
  devices::DeviceOptions slow;
  slow.period = core::Rational{3, 1000};
  runtime.add(device("sensor",
                     [](devices::Binder& binder) {
                       binder.run_in(Phase::kControl);
                       binder.output<double>("value");
                     }),
              slow, "arm");
  runtime.bind();
  const SignalView value = runtime.watch("arm/sensor/value");
  const SignalView position = runtime.watch("arm/knee/position");
  runtime.start();
  EXPECT_EQ(position.stamp().count(), 0);
  for (int k = 0; k < 5; ++k)
    ASSERT_EQ(runtime.step(), Status::kOk);
  EXPECT_EQ(position.stamp(), core::SimTime{5'000'000});  // the state after five steps of 1 ms
  EXPECT_EQ(value.stamp(), core::SimTime{3'000'000});     // ran in the steps at 0 and 3 ms
  const auto snapshot = runtime.save();
  runtime.reset();
  EXPECT_EQ(value.stamp().count(), 0);
  runtime.restore(*snapshot);
  EXPECT_EQ(value.stamp(), core::SimTime{3'000'000});
  EXPECT_EQ(position.stamp(), core::SimTime{5'000'000});
}

}  // namespace
}  // namespace lockstep::runtime::test
