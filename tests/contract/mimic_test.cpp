// SPDX-License-Identifier: Apache-2.0
// Joints that follow another one: q2 = k q1 + c.
#include <cmath>

#include "engines.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/description/reader.hpp"
#include "stateless_device.hpp"

namespace lockstep::contract {
namespace {

using hosts::CommandMode;

description::World urdf_of(const std::string& content) {
  return description::read_world_text("<robot name='r'><link name='world'/>" + content + "</robot>", "r.urdf")
      .world;
}

std::string link(const std::string& name, const std::string& mass, const std::string& inertia,
                 const std::string& center = "0 0 0") {
  return "<link name='" + name + "'><inertial><origin xyz='" + center + "'/><mass value='" + mass +
         "'/><inertia ixx='" + inertia + "' iyy='" + inertia + "' izz='" + inertia +
         "' ixy='0' ixz='0' iyz='0'/></inertial></link>";
}

/// A pinion of 0.3 kg.m2 about y, and a rack of 2 kg that slides upwards by 0.1 m for each rad, from 0.05 m
/// on.
description::World rack_and_pinion(const std::string& dynamics = {}) {
  return urdf_of(
      link("pinion", "1", "0.3") + link("rack", "2", "0.1") +
      "<joint name='turn' type='continuous'><parent link='world'/><child link='pinion'/><axis xyz='0 1 0'/>" +
      dynamics +
      "</joint><joint name='slide' type='prismatic'><parent link='world'/><child link='rack'/>"
      "<axis xyz='0 0 1'/><limit lower='-100' upper='100' effort='100' velocity='100'/>"
      "<mimic joint='turn' multiplier='0.1' offset='0.05'/></joint>");
}

constexpr double kInertia = 0.3 + 0.1 * 0.1 * 2.0;  // of both, as the pinion feels it

/// Applies constant efforts to both joints and steps.
void push(hosts::Engine& host, double turn_nm, double slide_n, int steps) {
  for (int k = 0; k < steps; ++k) {
    host.state().applied = {turn_nm, slide_n};
    ASSERT_TRUE(succeeded(host.step())) << host.fault();
    ASSERT_NEAR(host.state().position[1], 0.1 * host.state().position[0] + 0.05, 2e-6) << k;
  }
}

// The rack falls and turns the pinion; efforts on either count: (J + k^2 m) q'' = tau + k (F - m g).
// First-order engines are off by q'' h t / 2 = 5e-4 of q.
TEST_P(Contract, MimicJointsMoveTogether) {
  ASSERT_TRUE(can("mimic joints"));
  for (const auto& [turn_nm, slide_n] : {std::pair{0.0, 0.0}, std::pair{1.0, 0.0}, std::pair{0.5, 30.0}}) {
    const auto host = engine().make(rack_and_pinion(), {});
    EXPECT_NEAR(host->state().position[1], 0.05, 1e-15);
    push(*host, turn_nm, slide_n, 1000);
    const double acceleration = (turn_nm + 0.1 * (slide_n - 2.0 * 9.8)) / kInertia;
    EXPECT_NEAR(host->state().velocity[0], acceleration, 1e-3 * std::fabs(acceleration));
    EXPECT_NEAR(host->state().position[0], 0.5 * acceleration, 2e-3 * std::fabs(acceleration));
    EXPECT_NEAR(host->state().velocity[1], 0.1 * host->state().velocity[0], 1e-4);
  }
}

// Two links in a row whose second joint follows the first: one degree of freedom with
// A(q) q'' + A'(q) q'^2 / 2 + V'(q) = 0, a = 1 + k.
TEST_P(Contract, MimicJointsInARow) {
  const double k = -1.5, c = 0.6, a = 1.0 + k;
  const double m1 = 1.0, c1 = 0.5, i1 = 0.1, m2 = 0.5, c2 = 0.4, i2 = 0.02, l = 1.0, g = 9.8;
  const auto slope = [=](const std::vector<double>& y) {
    const double q = y[0];
    const double second = k * q + c;
    const double inertia = i1 + m1 * c1 * c1 + a * a * (i2 + m2 * c2 * c2) + m2 * l * l +
                           2.0 * m2 * l * c2 * a * std::cos(second);
    const double change = -2.0 * m2 * l * c2 * a * k * std::sin(second);
    const double weight =
        m1 * g * c1 * std::sin(q) + m2 * g * (l * std::sin(q) + c2 * a * std::sin(q + second));
    return std::vector<double>{y[1], -(0.5 * change * y[1] * y[1] + weight) / inertia};
  };
  const std::vector<double> reference = integrate(slope, {0.0, 0.0}, 1.0, 100000);
  const auto host =
      engine().make(urdf_of(link("upper", "1", "0.1", "0 0 -0.5") + link("lower", "0.5", "0.02", "0 0 -0.4") +
                            "<joint name='a' type='continuous'><parent link='world'/><child "
                            "link='upper'/><axis xyz='0 1 0'/></joint>"
                            "<joint name='b' type='continuous'><parent link='upper'/><child "
                            "link='lower'/><origin xyz='0 0 -1'/>"
                            "<axis xyz='0 1 0'/><mimic joint='a' multiplier='-1.5' offset='0.6'/></joint>"),
                    {});
  for (int step = 0; step < 1000; ++step)
    ASSERT_TRUE(succeeded(host->step())) << host->fault();
  EXPECT_GT(std::fabs(reference[0]), 0.05);
  EXPECT_NEAR(host->state().position[0], reference[0], 2e-3);
  EXPECT_NEAR(host->state().velocity[0], reference[1], 5e-3);
  EXPECT_NEAR(host->state().position[1], k * host->state().position[0] + c, 1e-5);
}

// Dry friction of the pinion holds the rack up to its limit, and no further: 0.1 * 2 kg * 9.8 = 1.96 N.m.
// What holds may creep by 1 mrad/s (MuJoCo's friction is soft).
TEST_P(Contract, MimicJointsFeelFriction) {
  const auto held = engine().make(rack_and_pinion("<dynamics friction='2.2'/>"), {});
  push(*held, 0.0, 0.0, 500);
  EXPECT_NEAR(held->state().position[0], 0.0, 5e-4);
  const auto slides = engine().make(rack_and_pinion("<dynamics friction='1.0'/>"), {});
  push(*slides, 0.0, 0.0, 500);
  EXPECT_NEAR(slides->state().velocity[0], (1.0 - 1.96) / kInertia * 0.5, 1e-2);
}

// Setting the leader sets its followers; a follower is refused by name. After a reset all is as at the start.
TEST_P(Contract, MimicJointsAreSetByTheirLeader) {
  const auto host = engine().make(rack_and_pinion(), {});
  host->set_joint_state(0, 2.0, -1.0);
  EXPECT_NEAR(host->state().position[1], 0.25, 1e-15);
  EXPECT_NEAR(host->state().velocity[1], -0.1, 1e-15);
  push(*host, 1.96, 0.0, 100);  // in balance
  EXPECT_NEAR(host->state().velocity[0], -1.0, 1e-5);
  try {
    host->set_joint_state(1, 0.0, 0.0);
    FAIL() << "was set";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_EQ(error.message(), "joint 'r/slide' follows joint 'r/turn'; set the state of that one");
  }
  host->reset();
  EXPECT_EQ(host->state().position[0], 0.0);
  EXPECT_NEAR(host->state().position[1], 0.05, 1e-15);
}

double wave(double t) {
  return 0.5 * (1.0 - std::cos(3.0 * t));
}

/// Moves one joint along the wave by position.
class Mover final : public StatelessDevice {
 public:
  explicit Mover(std::string joint) : joint_{std::move(joint)} {}
  const std::string& name() const noexcept override { return name_; }
  void bind(devices::Binder& binder) override {
    command_ = binder.claim_command(binder.find_joint(joint_), 0, CommandMode::kPosition);
    binder.run_in(devices::Phase::kControl);
  }
  core::Status run(const devices::StepInfo& step) noexcept override {
    command_.add(wave(step.interval.to_s));
    return core::Status::kOk;
  }

 private:
  std::string name_{"mover"};
  std::string joint_;
  devices::JointCommand command_;
};

// A leader that is moved by position takes its follower along, also after save and restore; commands to the
// follower itself are refused.
TEST_P(Contract, MimicJointsAreMovedByTheirLeader) {
  const auto host = engine().make(rack_and_pinion(), {});
  runtime::Runtime runtime{*host};
  runtime.add(std::make_unique<Mover>("turn"), {}, "r");
  runtime.bind();
  runtime.start();
  const auto run = [&](int steps) {
    std::vector<double> seen;
    for (int k = 0; k < steps; ++k) {
      EXPECT_TRUE(succeeded(runtime.step())) << runtime.fault();
      EXPECT_NEAR(host->state().position[0], wave(runtime.time_s()), 1e-5);
      EXPECT_NEAR(host->state().position[1], 0.1 * wave(runtime.time_s()) + 0.05, 1e-5);
      seen.insert(seen.end(), host->state().position.begin(), host->state().position.end());
    }
    return seen;
  };
  run(200);
  const auto snapshot = runtime.save();
  const std::vector<double> straight = run(200);
  runtime.restore(*snapshot);
  EXPECT_EQ(run(200), straight);

  const auto other = engine().make(rack_and_pinion(), {});
  runtime::Runtime refused{*other};
  refused.add(std::make_unique<Mover>("slide"), {}, "r");
  try {
    refused.bind();
    FAIL() << "was bound";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    EXPECT_EQ(
        error.message(),
        "r/mover commands joint 'r/slide' by position or velocity, but it follows joint 'r/turn'; command "
        "that one");
  }
}

}  // namespace
}  // namespace lockstep::contract
