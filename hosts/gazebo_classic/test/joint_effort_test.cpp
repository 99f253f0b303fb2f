// SPDX-License-Identifier: Apache-2.0
#include "joint_effort.hpp"

#include "in_process.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

bool adds(const std::string& engine) {
  return engine == "ode" || engine == "bullet";
}

class JointEffortTest : public testing::TestWithParam<const char*> {
 protected:
  void use(const std::string& axis = "") {
    world_.emplace(GetParam(), test::arm("m", axis));
    joint_ = world_->model("m").GetJoint("joint").get();
    effort_.emplace(*joint_, 0, adds(GetParam()));
  }
  std::int64_t now() { return nanoseconds((*world_)->SimTime()); }
  /// The velocity that one step of 1 ms adds.
  double gained() {
    const double before = joint_->GetVelocity(0);
    world_->step();
    return joint_->GetVelocity(0) - before;
  }

  std::optional<test::World> world_;
  gazebo::physics::Joint* joint_{nullptr};
  std::optional<JointEffort> effort_;
};

// The command is the sum of what was set in this step, and 0 in the next one, whatever acted before.
TEST_P(JointEffortTest, CommandIsThatOfThisStep) {
  use();
  joint_->SetForce(0, 3.0);
  joint_->SetForce(0, -1.0);
  EXPECT_EQ(effort_->command(now()), 2.0);
  effort_->replace(5.0);
  EXPECT_EQ(joint_->GetForce(0), 5.0);
  world_->step();
  EXPECT_EQ(effort_->command(now()), 0.0);
}

// The replacement alone moves the joint: w = torque / J * h, J = 2.
TEST_P(JointEffortTest, ReplacementActsAlone) {
  use();
  joint_->SetForce(0, 30.0);
  static_cast<void>(effort_->command(now()));
  effort_->replace(-8.0);
  EXPECT_NEAR(gained(), -8.0 / 2.0 * 0.001, 1e-6);  // bullet is single
}

// Limits clip the command, not what replaces it, and are there afterwards as before.
TEST_P(JointEffortTest, LimitsAreForCommands) {
  use("<limit><effort>10</effort><velocity>100</velocity></limit>");
  joint_->SetForce(0, 30.0);
  EXPECT_EQ(effort_->command(now()), 10.0);
  effort_->replace(-15.0);
  EXPECT_EQ(joint_->GetForce(0), -15.0);
  EXPECT_EQ(joint_->GetEffortLimit(0), 10.0);
  EXPECT_EQ(joint_->GetVelocityLimit(0), 100.0);
  EXPECT_NEAR(gained(), -15.0 / 2.0 * 0.001, 1e-6);
}

// Where nobody asks for the command, the replacement acts alone all the same, with and without one.
TEST_P(JointEffortTest, ReplacesWhatWasNotRead) {
  use();
  for (const double command : {0.0, 30.0, -8.0}) {
    for (int i = 0; i < 3; ++i) {
      if (command != 0.0) joint_->SetForce(0, command);
      effort_->replace_unread(-8.0, now());
      EXPECT_EQ(joint_->GetForce(0), -8.0) << command << ", step " << i;
      EXPECT_NEAR(gained(), -8.0 / 2.0 * 0.001, 1e-6) << command << ", step " << i;  // bullet is single
    }
  }
  effort_->replace_unread(0.0, now());
  EXPECT_EQ(joint_->GetForce(0), 0.0);
  EXPECT_NEAR(gained(), 0.0, 1e-6);
}

TEST_P(JointEffortTest, ReplacesWhatWasNotReadBeyondTheLimits) {
  use("<limit><effort>10</effort><velocity>100</velocity></limit>");
  for (const double command : {0.0, 30.0, -5.0}) {  // the last one and what is clipped make -15
    if (command != 0.0) joint_->SetForce(0, command);
    effort_->replace_unread(-15.0, now());
    EXPECT_EQ(joint_->GetForce(0), -15.0) << command;
    EXPECT_EQ(joint_->GetEffortLimit(0), 10.0);
    EXPECT_NEAR(gained(), -15.0 / 2.0 * 0.001, 1e-6) << command;
  }
}

TEST_P(JointEffortTest, ReplacesWhatWasNotReadAfterTheTimeWasPutBack) {
  use();
  for (int i = 0; i < 5; ++i) {
    effort_->replace_unread(2.0, now());
    world_->step();
  }
  (*world_)->ResetTime();
  world_->step();
  // Simbody in Gazebo stands still until the old time is reached again.
  const double expected = GetParam() == std::string{"simbody"} ? 0.0 : 2.0 / 2.0 * 0.001;
  effort_->replace_unread(2.0, now());
  EXPECT_NEAR(gained(), expected, 1e-6);
  joint_->SetForce(0, 3.0);
  effort_->replace_unread(2.0, now());
  EXPECT_NEAR(gained(), expected, 1e-6);
  // Once it is reached, all is as before.
  for (int i = 0; i < 5; ++i) {
    effort_->replace_unread(2.0, now());
    world_->step();
  }
  effort_->replace_unread(2.0, now());
  EXPECT_EQ(joint_->GetForce(0), 2.0);
  EXPECT_NEAR(gained(), 2.0 / 2.0 * 0.001, 1e-6);
}

// Nobody commands, nothing acts, and then the time is put back: Gazebo has noted each of these steps.
TEST_P(JointEffortTest, CommandAfterIdleStepsAndTheTimePutBack) {
  use();
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(effort_->command(now()), 0.0);
    effort_->replace(0.0);
    world_->step();
  }
  (*world_)->ResetTime();
  for (int i = 0; i < 8; ++i) {
    world_->step();
    joint_->SetForce(0, 3.0);
    EXPECT_EQ(effort_->command(now()), 3.0) << "step " << i;
    effort_->replace(7.0);
  }
}

// Each of two commands is within the limit, their sum is not: it acts.
TEST_P(JointEffortTest, SumOfCommandsMayBeBeyondTheLimit) {
  use("<limit><effort>10</effort><velocity>100</velocity></limit>");
  joint_->SetForce(0, 8.0);
  joint_->SetForce(0, 8.0);
  EXPECT_EQ(effort_->command(now()), 16.0);
  effort_->replace(16.0);
  EXPECT_EQ(joint_->GetForce(0), 16.0);
  EXPECT_NEAR(gained(), 16.0 / 2.0 * 0.001, 1e-6);
}

// What is commanded already is not written again.
TEST_P(JointEffortTest, HandsCommandsThrough) {
  use();
  for (int i = 0; i < 3; ++i) {
    joint_->SetForce(0, 6.0);
    joint_->SetForce(0, -2.0);
    EXPECT_EQ(effort_->command(now()), 4.0);
    effort_->replace(4.0);
    EXPECT_EQ(joint_->GetForce(0), 4.0);
    EXPECT_NEAR(gained(), 4.0 / 2.0 * 0.001, 1e-6) << i;
  }
}

// A force set after ours in one step is not taken for a command of the next.
TEST_P(JointEffortTest, LateForceIsNoCommandOfTheNextStep) {
  use();
  static_cast<void>(effort_->command(now()));
  effort_->replace(1.0);
  joint_->SetForce(0, 4.0);
  world_->step();
  EXPECT_EQ(effort_->command(now()), 0.0);
}

// After the time was put back Gazebo does not clear its sum; the command is right all the same.
TEST_P(JointEffortTest, CommandAfterTheTimeWasPutBack) {
  use();
  for (int i = 0; i < 5; ++i) {
    static_cast<void>(effort_->command(now()));
    effort_->replace(2.0);
    world_->step();
  }
  (*world_)->ResetTime();
  world_->step();
  EXPECT_EQ(effort_->command(now()), 0.0);
  effort_->replace(7.0);
  world_->step();
  joint_->SetForce(0, 3.0);
  EXPECT_EQ(effort_->command(now()), 3.0);
}

INSTANTIATE_TEST_SUITE_P(Engines, JointEffortTest, testing::Values("ode", "bullet", "simbody", "dart"),
                         [](const auto& info) { return std::string{info.param}; });

}  // namespace
}  // namespace lockstep::hosts::gazebo_classic
