// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/imu/imu.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/device_world.hpp"

namespace lockstep::devices::imu {
namespace {

using core::Status;
using test::element;
using test::error_of;

constexpr double kPi = 3.14159265358979323846;

/// One free body "arm/hand" that turns with 2 rad/s about z.
hosts::fake::FakeWorld turning_body() {
  hosts::fake::FakeWorld world;
  world.links.emplace_back();
  world.links[0].name = "arm/hand";
  world.links[0].w_WB = {0.0, 0.0, 2.0};
  return world;
}

/// `<sensor>` with `<imu>` settings.
core::ConfigNode sensor_with(const std::vector<core::ConfigNode>& settings) {
  core::ConfigNode sensor = element("sensor", {});
  sensor.children.emplace_back("imu", std::string{}, SourceLocation{"test.world", 11, 1});
  sensor.children[0].children = settings;
  return sensor;
}

/// `<vector><axis><noise type="gaussian">field</noise></axis></vector>`.
core::ConfigNode noise_of(const std::string& vector, const std::string& axis, const std::string& field,
                          const std::string& value) {
  core::ConfigNode noise = element("noise", {{field, value}});
  noise.attributes.emplace_back("type", "gaussian");
  core::ConfigNode node{vector};
  node.children.emplace_back(axis);
  node.children[0].children.push_back(noise);
  return node;
}

DeviceContext context_at(const description::Pose& X_LS, std::vector<std::string>* log = nullptr) {
  DeviceContext context = test::test_context(log);
  context.sensor.emplace();
  context.sensor->name = "imu";
  context.sensor->link = "arm/hand";
  context.sensor->X_LS = X_LS;
  return context;
}

/// A body with an IMU, stepped by hand as a shell would: the test sets what the physics does.
struct ImuWorld {
  explicit ImuWorld(const description::Pose& X_LS = {},
                    const core::ConfigNode& config = element("sensor", {}), std::uint64_t seed = 0)
      : host{turning_body()}, runtime{static_cast<hosts::Engine&>(host), options(seed)} {
    for (MadeDevice& made : kind().make(config, context_at(X_LS)))
      runtime.add(std::move(made.device), made.options, "arm");
    runtime.bind();
    velocity = runtime.watch("arm/imu/angular_velocity");
    acceleration = runtime.watch("arm/imu/linear_acceleration");
  }
  static runtime::RuntimeOptions options(std::uint64_t seed) {
    runtime::RuntimeOptions made;
    made.seed = seed;
    return made;
  }
  /// All six numbers.
  std::vector<double> reading() const {
    std::vector<double> all;
    for (const runtime::SignalView& view : {velocity, acceleration})
      all.insert(all.end(), view.values<double>().begin(), view.values<double>().end());
    return all;
  }

  hosts::fake::FakeHost host;
  runtime::Runtime runtime;
  runtime::SignalView velocity, acceleration;
};

Eigen::Vector3d vector_of(const runtime::SignalView& view) {
  return {view.number(0), view.number(1), view.number(2)};
}

// A body in free fall feels nothing at its origin, and w^2 r towards the axis beside it; before the first
// step accelerations are 0, so it feels g.
TEST(Imu, FeelsCentripetalAccelerationInFreeFall) {
  ImuWorld world{{{0.5, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}};
  world.runtime.start();
  EXPECT_LT((vector_of(world.acceleration) - Eigen::Vector3d{-2.0, 0.0, 9.8}).norm(), 1e-12);
  for (int k = 0; k < 100; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_LT((vector_of(world.acceleration) - Eigen::Vector3d{-2.0, 0.0, 0.0}).norm(), 1e-9);
  EXPECT_LT((vector_of(world.velocity) - Eigen::Vector3d{0.0, 0.0, 2.0}).norm(), 1e-12);
}

// Every term of a_WL + alpha x r + w x (w x r) - g, in the axes of a sensor turned a quarter about z: a is
// 1 along x, alpha 2 and w 3 about z, r 0.5 along x.
TEST(Imu, AddsEveryTermInItsOwnAxes) {
  const description::Pose X_LS{{0.5, 0.0, 0.0}, description::from_roll_pitch_yaw(0.0, 0.0, kPi / 2)};
  ImuWorld world{X_LS};
  const auto orientation = world.runtime.watch("arm/imu/orientation");
  world.runtime.start();
  hosts::WorldState& state = world.host.state();
  state.w_WB[0] = {0.0, 0.0, 2.998};
  state.v_WB[0] = Eigen::Vector3d::Zero();
  for (int k = 0; k < 2; ++k) {
    ASSERT_EQ(world.runtime.begin_step(), Status::kOk);
    if (k == 1) {
      state.w_WB[0] = {0.0, 0.0, 3.0};
      state.v_WB[0] = {0.001, 0.0, 0.0};
    }
    ASSERT_EQ(world.runtime.end_step(), Status::kOk);
  }
  // In L: (1 - 4.5, 1, 9.8).
  EXPECT_LT((vector_of(world.acceleration) - Eigen::Vector3d{1.0, 3.5, 9.8}).norm(), 1e-9);
  EXPECT_LT((vector_of(world.velocity) - Eigen::Vector3d{0.0, 0.0, 3.0}).norm(), 1e-12);
  EXPECT_NEAR(orientation.number(2), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(orientation.number(3), std::sqrt(0.5), 1e-15);
}

// The orientation follows the body: after 1 s at 2 rad/s it has turned by 2 rad. It can be left out.
TEST(Imu, WritesItsOrientation) {
  ImuWorld world;
  const auto orientation = world.runtime.watch("arm/imu/orientation");
  world.runtime.start();
  for (int k = 0; k < 1000; ++k)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  EXPECT_NEAR(orientation.number(0), 0.0, 1e-12);
  EXPECT_NEAR(orientation.number(2), std::sin(1.0), 1e-12);
  EXPECT_NEAR(orientation.number(3), std::cos(1.0), 1e-12);
  const ImuWorld without{{}, sensor_with({core::ConfigNode{"enable_orientation", "false"}})};
  EXPECT_EQ(without.runtime.signals().find("arm/imu/orientation"), nullptr);
}

// Noise is that of the axis it is written for.
TEST(Imu, AddsTheNoiseOfEachAxis) {
  ImuWorld world{{},
                 sensor_with({noise_of("angular_velocity", "y", "mean", "0.25"),
                              noise_of("linear_acceleration", "x", "mean", "0.5")})};
  world.runtime.start();
  EXPECT_EQ(vector_of(world.velocity), Eigen::Vector3d(0.0, 0.25, 2.0));
  EXPECT_EQ(vector_of(world.acceleration), Eigen::Vector3d(0.5, 0.0, 9.8));
}

// Noise and bias repeat with the seed, after a reset and after a restore; another seed gives others.
TEST(Imu, RepeatsItsNoise) {
  core::ConfigNode gyro = noise_of("angular_velocity", "x", "stddev", "0.1");
  gyro.children[0].children[0].children.emplace_back("bias_stddev", "1");
  const core::ConfigNode config = sensor_with({gyro, noise_of("linear_acceleration", "y", "bias_mean", "3")});
  const auto readings = [](ImuWorld& world) {
    std::vector<std::vector<double>> all;
    for (int k = 0; k < 5; ++k) {
      EXPECT_EQ(world.runtime.step(), Status::kOk);
      all.push_back(world.reading());
    }
    return all;
  };
  ImuWorld world{{}, config, 1};
  world.runtime.start();
  const auto first = readings(world);
  EXPECT_NE(first[0][0], first[1][0]);
  EXPECT_EQ(std::fabs(first[0][4]), 3.0);
  const auto snapshot = world.runtime.save();
  const auto on = readings(world);
  world.runtime.restore(*snapshot);
  EXPECT_EQ(readings(world), on);
  world.runtime.reset();
  EXPECT_EQ(readings(world), first);
  world.runtime.restore(*snapshot);  // biases come back as well
  EXPECT_EQ(readings(world), on);
  ImuWorld other{{}, config, 2};
  other.runtime.start();
  EXPECT_NE(readings(other)[0][0], first[0][0]);
}

// As a device with fields instead of a <sensor>: half a turn about x, with a magnetometer in a field of its
// own.
TEST(Imu, IsAlsoADeviceWithAMagnetometer) {
  core::ConfigNode config =
      element("plugin", {{"link", "hand"}, {"pose", "0 0 0 3.14159265358979312 0 0"}, {"name", "imu"}});
  config.children.push_back(element("imu", {{"magnetic_field", "1 2 3"}}));
  hosts::fake::FakeHost host{turning_body()};
  runtime::Runtime runtime{static_cast<hosts::Engine&>(host)};
  for (MadeDevice& made : kind().make(config, test::test_context()))
    runtime.add(std::move(made.device), made.options, "arm");
  runtime.bind();
  const auto field = runtime.watch("arm/imu/magnetic_field"),
             velocity = runtime.watch("arm/imu/angular_velocity");
  runtime.start();
  EXPECT_LT((vector_of(field) - Eigen::Vector3d{1.0, -2.0, -3.0}).norm(), 1e-12);
  EXPECT_LT((vector_of(velocity) - Eigen::Vector3d{0.0, 0.0, -2.0}).norm(), 1e-12);
}

// The deviation that was asked for is the one that is measured, within 3 %.
TEST(Imu, HasTheDeviationItIsGiven) {
  ImuWorld world{{}, sensor_with({noise_of("angular_velocity", "x", "stddev", "0.1")}), 3};
  world.runtime.start();
  double squares = 0.0;
  constexpr int kCount = 20000;
  for (int k = 0; k < kCount; ++k) {
    ASSERT_EQ(world.runtime.step(), Status::kOk);
    squares += world.velocity.number(0) * world.velocity.number(0);
  }
  EXPECT_NEAR(std::sqrt(squares / kCount), 0.1, 0.003);
}

// A place that is no link, and what has no effect, are named.
TEST(Imu, SaysWhatDoesNotFit) {
  DeviceContext context = test::test_context();
  const auto make = [&] { static_cast<void>(kind().make(element("sensor", {}), context)); };
  const std::string expected = "test.world:10:1: error: an imu is a sensor of a link";
  EXPECT_NE(error_of(make).find(expected), std::string::npos);
  context = context_at({});
  context.sensor->joint = "arm/knee";
  EXPECT_NE(error_of(make).find(expected), std::string::npos);
  context = context_at({});
  context.sensor->link.clear();
  EXPECT_NE(error_of(make).find(expected), std::string::npos);

  std::vector<std::string> log;
  static_cast<void>(
      kind().make(sensor_with({element("orientation_reference_frame", {})}), context_at({}, &log)));
  ASSERT_EQ(log.size(), 1U);
  EXPECT_NE(log[0].find("test.world:10:1: warning: <orientation_reference_frame> has no effect"),
            std::string::npos)
      << log[0];
  EXPECT_EQ(kind().sensor_types, std::vector<std::string>{"imu"});
}

}  // namespace
}  // namespace lockstep::devices::imu
