// SPDX-License-Identifier: Apache-2.0
// Joints that are moved by position or velocity.
#include <cmath>

#include "engines.hpp"
#include "lockstep/core/error.hpp"
#include "stateless_device.hpp"

namespace lockstep::contract {
namespace {

using hosts::CommandMode;

/// Commands one joint by a function of time.
class Mover final : public StatelessDevice {
 public:
  Mover(std::string joint, CommandMode mode, std::function<double(double)> command)
      : joint_{std::move(joint)}, mode_{mode}, law_{std::move(command)} {}
  const std::string& name() const noexcept override { return name_; }
  void bind(devices::Binder& binder) override {
    command_ = binder.claim_command(binder.find_joint(joint_), 0, mode_);
    binder.run_in(devices::Phase::kControl);
  }
  core::Status run(const devices::StepInfo& step) noexcept override {
    command_.add(law_(step.interval.to_s));
    return core::Status::kOk;
  }

 private:
  std::string name_{"mover"};
  std::string joint_;
  CommandMode mode_;
  std::function<double(double)> law_;
  devices::JointCommand command_;
};

/// A pendulum with damping and friction of its own, moved by a Mover.
struct MovedPendulum {
  MovedPendulum(const EngineUnderTest& under_test, const std::string& dynamics, const std::string& limits,
                CommandMode mode, std::function<double(double)> command) {
    std::string text = pendulum("p", dynamics);
    text.insert(text.find("<dynamics>"), limits);
    engine = under_test.make(world_of(text), {});
    runtime = std::make_unique<runtime::Runtime>(*engine);
    runtime->add(std::make_unique<Mover>("p/joint", mode, std::move(command)), {}, "p");
    runtime->bind();
    runtime->start();
  }
  std::unique_ptr<hosts::Engine> engine;
  std::unique_ptr<runtime::Runtime> runtime;
  double position() const { return engine->state().position[0]; }
  double velocity() const { return engine->state().velocity[0]; }
};

const char* const kDynamics = "<damping>0.5</damping><friction>0.2</friction>";

// At each step's end the joint is where it was sent for that instant, within 1e-6 rad, against gravity,
// damping and friction; its velocity is that of the way between the instants, within 1e-3 rad/s.
TEST_P(Contract, FollowsPositions) {
  ASSERT_TRUE(can("position command"));
  const auto wave = [](double t) { return 0.5 * (1.0 - std::cos(3.0 * t)); };
  MovedPendulum world{engine(), kDynamics, "", CommandMode::kPosition, wave};
  for (int k = 1; k <= 1000; ++k) {
    ASSERT_TRUE(succeeded(world.runtime->step())) << world.runtime->fault();
    ASSERT_NEAR(world.position(), wave(0.001 * k), 1e-6) << k;
    ASSERT_NEAR(world.velocity(), (wave(0.001 * k) - wave(0.001 * (k - 1))) / 0.001, 1e-3) << k;
  }
}

// A velocity is held from the first step on within 1e-5 rad/s, and the way is its integral.
TEST_P(Contract, HoldsVelocities) {
  ASSERT_TRUE(can("velocity command"));
  MovedPendulum world{engine(), kDynamics, "", CommandMode::kVelocity, [](double) { return 0.8; }};
  for (int k = 1; k <= 1000; ++k) {
    ASSERT_TRUE(succeeded(world.runtime->step())) << world.runtime->fault();
    ASSERT_NEAR(world.velocity(), 0.8, 1e-5) << k;
  }
  EXPECT_NEAR(world.position(), 0.8, 1e-5);
}

// Commands are clipped to the limits of the file: positions to the range, velocities to the limit.
TEST_P(Contract, ClipsPositionsAndVelocities) {
  const char* const limits = "<limit><lower>-0.3</lower><upper>0.3</upper><velocity>0.5</velocity></limit>";
  MovedPendulum moved{engine(), "", limits, CommandMode::kPosition, [](double t) { return t; }};
  MovedPendulum turned{engine(), "", limits, CommandMode::kVelocity, [](double) { return 2.0; }};
  for (int k = 0; k < 400; ++k) {
    ASSERT_TRUE(succeeded(moved.runtime->step()));
    ASSERT_TRUE(succeeded(turned.runtime->step()));
  }
  EXPECT_NEAR(moved.position(), 0.3, 1e-4);
  EXPECT_NEAR(turned.velocity(), 0.5, 1e-4);
}

// A drive with 2 N m cannot lift 1 kg at 1 m beyond asin(2 / 9.8) = 0.2055 rad and stays there, where the
// table says that drives know their effort limit; else it does as it is told. One with 20 N m follows as if
// it had no limit.
TEST_P(Contract, DrivesKnowTheirEffortLimit) {
  const char* const limits = "<limit><effort>2</effort></limit>";
  MovedPendulum world{engine(), "<damping>5</damping>", limits, CommandMode::kPosition,
                      [](double t) { return std::min(t, 1.0); }};
  for (int k = 0; k < 5000; ++k)
    ASSERT_TRUE(succeeded(world.runtime->step())) << world.runtime->fault();
  const bool is_weak = std::fabs(world.position()) < 0.5;
  EXPECT_EQ(is_weak, can("drives with an effort limit")) << world.position();
  EXPECT_NEAR(world.position(), is_weak ? std::asin(2.0 / 9.8) : 1.0, is_weak ? 2e-3 : 1e-6);
  const auto wave = [](double t) { return 0.5 * (1.0 - std::cos(3.0 * t)); };
  MovedPendulum strong{engine(), kDynamics, "<limit><effort>20</effort></limit>", CommandMode::kPosition,
                       wave};
  for (int k = 1; k <= 1000; ++k) {
    ASSERT_TRUE(succeeded(strong.runtime->step())) << strong.runtime->fault();
    ASSERT_NEAR(strong.position(), wave(0.001 * k), 1e-5) << k;
  }
}

// Moving one joint carries what hangs on it: the second pendulum of a row swings as the reference with a
// prescribed first angle does.
TEST_P(Contract, DrivesCarryOtherJoints) {
  const std::string world = R"(<model name='d'><pose>0 0 3 0 0 0</pose>
    <link name='upper'><inertial><pose>0 0 -0.5 0 0 0</pose><mass>1</mass></inertial></link>
    <link name='lower'><pose>0 0 -1 0 0 0</pose><inertial><pose>0 0 -0.4 0 0 0</pose><mass>0.5</mass><inertia><ixx>0.02</ixx>
      <iyy>0.02</iyy><izz>0.02</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial></link>
    <joint name='a' type='revolute'><parent>world</parent><child>upper</child><axis><xyz>0 1 0</xyz></axis></joint>
    <joint name='b' type='revolute'><parent>upper</parent><child>lower</child><axis><xyz>0 1 0</xyz></axis></joint></model>)";
  // With q1 = 0.5 t, so q1'' = 0: (i2 + m c^2) q2'' = -m l c sin(q2) q1'^2 - m c g sin(q1 + q2).
  const double m = 0.5, c = 0.4, l = 1.0, inertia = 0.02 + m * c * c, rate = 0.5;
  const auto slope = [=](const std::vector<double>& y) {
    return std::vector<double>{
        y[1],
        (-m * l * c * std::sin(y[0]) * rate * rate - m * c * 9.8 * std::sin(rate * y[2] + y[0])) / inertia,
        1.0};
  };
  // The first joint starts with a jerk, after which the lower link turns back: the moment of momentum about
  // the second joint stays 0.
  const double kick = -rate * (inertia + m * l * c) / inertia;
  const double reference = integrate(slope, {0.0, kick, 0.0}, 1.0, 100000)[0];
  const auto host = engine().make(world_of(world), {});
  runtime::Runtime runtime{*host};
  runtime.add(std::make_unique<Mover>("d/a", CommandMode::kVelocity, [=](double) { return rate; }), {}, "d");
  runtime.bind();
  runtime.start();
  for (int k = 0; k < 1000; ++k)
    ASSERT_TRUE(succeeded(runtime.step())) << runtime.fault();
  EXPECT_NEAR(host->state().position[0], 0.5, 1e-5);
  EXPECT_NEAR(host->state().position[1], reference, 5e-3);
}

// A joint has one device that commands it, on every host; both are named. Nobody adds efforts to positions.
TEST_P(Contract, CommandClaimsAreExclusive) {
  const auto host = engine().make(world_of(pendulum("p", "")), {});
  runtime::Runtime runtime{*host};
  for (int i = 0; i < 2; ++i)
    runtime.add(std::make_unique<Mover>("joint", CommandMode::kPosition, [](double) { return 0.0; }), {},
                "p");
  try {
    runtime.bind();
    FAIL() << "two devices command one joint";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("p/mover_2 commands joint 'p/joint', but p/mover does so already"), std::string::npos)
        << text;
  }
}

}  // namespace
}  // namespace lockstep::contract
