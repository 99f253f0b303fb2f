// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <lockstep/exporter/fmu.hpp>

#include "parameters.hpp"

namespace active_shuttle {

/// One driven wheel with its motor and speed controller.
///   T = kp (w_des - w) + I, limited by the motor's characteristic; dI/dt = ki (w_des - w) with anti-windup
///   J dw/dt = T - r F
///   F = mu N s / sqrt(s^2 + v_slip^2), s: slip of the contact, its direction that of the slip
template <class Real>
struct Drive {
  Real speed{0.0}, der_speed{}, integral{0.0}, der_integral{};
  Real torque{}, current{}, power{};
  Real force_x{}, force_y{};  ///< of the ground on the wheel [N]

  void describe(lockstep::exporter::Description& m, const std::string& name) {
    m.output("w_" + name, speed, "Speed of the wheel").unit("rad/s").derivative(der_speed);
    m.local("der(w_" + name + ")", der_speed, "Its derivative").unit("rad/s2");
    m.local("integral_" + name, integral, "Integral part of the controller")
        .unit("N.m")
        .derivative(der_integral);
    m.local("der(integral_" + name + ")", der_integral, "Its derivative").unit("N.m/s");
    m.output("T_" + name, torque, "Torque of the drive").unit("N.m");
    m.output("i_" + name, current, "Current of the motor").unit("A");
    m.memory(power).memory(force_x).memory(force_y);
  }

  void equations(const Real& limit, const Real& wanted_speed, const Real& vx, const Real& vy,
                 const Real& normal_force) {
    using namespace lockstep::exporter;
    const Real error = wanted_speed - speed;
    const Real command = kSpeedGain * error + integral;
    const Real range = clamp((kNoLoadSpeed - abs(speed)) / (kNoLoadSpeed - kCornerSpeed), 0.0, 1.0) * limit;
    torque = clamp(command, -range, range);
    // What the motor cannot give does not add up.
    der_integral = kSpeedIntegral * (error + (torque - command) / kSpeedGain);
    current = torque / kTorquePerAmpere;
    power = kMotorResistance * current * current + torque * speed;
    const Real slip_x = kDriveRadius * speed - vx;
    const Real slip = sqrt(slip_x * slip_x + vy * vy + kSlipSpeed * kSlipSpeed);
    force_x = kDriveFriction * normal_force * slip_x / slip;
    force_y = -kDriveFriction * normal_force * vy / slip;
    der_speed = (torque - kDriveRadius * force_x) / kDriveInertia;
  }
};

}  // namespace active_shuttle
