// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockstep/exporter/fmu.hpp>
#include <string>

/// What every joint actuator exchanges with the robot: the controller's command and the joint's motion come
/// in, the torque that acts on the joint goes out. All four inputs always exist, used or not. SI units of a
/// revolute joint; for a prismatic one read m, m/s, m/s2 and N.
template <class Real>
struct Joint {
  Real actuatorInput{0.0}, jointPosition{0.0}, jointVelocity{0.0}, jointAcceleration{0.0};
  Real jointTorque{0.0};

  void describe_joint(lockstep::exporter::Description& m, const std::string& input_name = "actuatorInput",
                      const std::string& acceleration_name = "jointAcceleration") {
    m.experiment().stop_time(10.0).step_size(0.001);
    m.input(input_name, actuatorInput, "Command of the controller");
    m.input("jointPosition", jointPosition, "Position of the joint").unit("rad");
    m.input("jointVelocity", jointVelocity, "Velocity of the joint").unit("rad/s");
    m.input(acceleration_name, jointAcceleration, "Acceleration of the joint").unit("rad/s2");
    m.output("jointTorque", jointTorque, "Torque on the joint").unit("N.m");
  }
};
