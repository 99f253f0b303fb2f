// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/transmissions.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::devices::controllers {
namespace {

using description::Transmission;
using description::TransmissionEnd;

TransmissionEnd end_of(const std::string& name, double reduction, double offset = 0.0) {
  TransmissionEnd end;
  end.name = name;
  end.mechanical_reduction = reduction;
  end.offset = offset;
  return end;
}

Transmission simple(const std::string& joint, double reduction, double offset) {
  Transmission made;
  made.name = joint + "_gear";
  made.type = "transmission_interface/SimpleTransmission";
  made.joints = {end_of(joint, 1.0, offset)};
  made.actuators = {end_of(joint + "_motor", reduction)};
  return made;
}

Transmission differential() {
  Transmission made;
  made.name = "wrist";
  made.type = "transmission_interface/DifferentialTransmission";
  made.joints = {end_of("pitch", 2.0), end_of("roll", 4.0)};
  made.actuators = {end_of("left", 10.0), end_of("right", -20.0)};
  return made;
}

// A gear of 50 with an offset; a joint without one is its own actuator.
TEST(Transmissions, SimpleGear) {
  const TransmissionMap map{{simple("elbow", 50.0, 0.1)}, {"shoulder", "elbow"}};
  EXPECT_EQ(map.names(), (std::vector<std::string>{"shoulder", "elbow_motor"}));
  const Eigen::VectorXd joint = Eigen::Vector2d{0.3, 0.5};
  Eigen::VectorXd x{2};
  map.positions(joint, x);
  EXPECT_TRUE(x.isApprox(Eigen::Vector2d{0.3, 50.0 * 0.4}));
  map.efforts(joint, x);
  EXPECT_TRUE(x.isApprox(Eigen::Vector2d{0.3, 0.01}));
}

// A differential, by its formulas, and the same power on both sides.
TEST(Transmissions, Differential) {
  const TransmissionMap map{{differential()}, {"roll", "pitch"}};
  const Eigen::VectorXd v = Eigen::Vector2d{0.7, -0.2};  // roll, pitch
  const Eigen::VectorXd tau = Eigen::Vector2d{3.0, 5.0};
  Eigen::VectorXd speed{2}, effort{2}, back{2};
  map.velocities(v, speed);
  // By joint: the first actuator is at the place of 'pitch'.
  const double left = speed[1], right = speed[0];
  EXPECT_NEAR((left / 10.0 + right / -20.0) / (2.0 * 2.0), -0.2, 1e-15);
  EXPECT_NEAR((left / 10.0 - right / -20.0) / (2.0 * 4.0), 0.7, 1e-15);
  map.efforts(tau, effort);
  EXPECT_NEAR(effort.dot(speed), tau.dot(v), 1e-14);
  EXPECT_NEAR(effort[1], (5.0 / 2.0 + 3.0 / 4.0) / (2.0 * 10.0), 1e-15);
  map.joint_efforts(effort, back);
  EXPECT_TRUE(back.isApprox(tau));
}

// Unknown types and half a differential are errors with the name.
TEST(Transmissions, RefusesWhatItDoesNotKnow) {
  Transmission other = simple("elbow", 1.0, 0.0);
  other.type = "transmission_interface/FourBarLinkageTransmission";
  try {
    TransmissionMap{{other}, {"elbow"}};
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("'elbow_gear' has the type"), std::string::npos) << error.what();
  }
  EXPECT_THROW((TransmissionMap{{differential()}, {"roll"}}), Error);
  EXPECT_NO_THROW((TransmissionMap{{differential()}, {"elbow"}}));
}

}  // namespace
}  // namespace lockstep::devices::controllers
