// SPDX-License-Identifier: Apache-2.0
#include "joint.hpp"

using namespace lockstep::exporter;

/// A motor that drives the joint through a spring and controls the spring's torque. With the motor angle phm
/// as seen at the joint, deflection e = phm - q:
///   torque = c e + d e',   J phm'' = tau_m - b phm' - torque,
///   tau_m = command + kp (command - torque) - kd e',   |tau_m| <= tau_max.
template <class Real>
struct SeriesElasticActuator : Joint<Real> {
  Real phm{0.0}, wm{0.0}, der_wm{};
  Real motor_torque{}, deflection{};
  Real c{300.0}, d{0.5}, inertia{0.2}, b{1.0}, kp{5.0}, kd{30.0}, tau_max{100.0};

  void describe(Description& m) {
    m.about("Series elastic actuator with torque control");
    this->describe_joint(m);
    m.solver(Solver::rk4().step(0.0005));

    m.local("phm", phm, "Angle of the motor, behind its gear").unit("rad", "deg").derivative(wm);
    m.local("wm", wm, "Speed of the motor, behind its gear").unit("rad/s").derivative(der_wm);
    m.local("der(wm)", der_wm, "Acceleration of the motor, behind its gear").unit("rad/s2");
    m.local("tau_m", motor_torque, "Torque of the motor, behind its gear").unit("N.m");
    m.local("deflection", deflection, "Deflection of the spring").unit("rad", "deg");
    m.parameter("c", c, "Stiffness of the spring").unit("N.m/rad").min(1e-9);
    m.parameter("d", d, "Damping of the spring").unit("N.m.s/rad").min(0.0);
    m.parameter("J", inertia, "Inertia of the rotor as seen at the joint").unit("kg.m2").min(1e-9);
    m.parameter("b", b, "Friction of motor and gear").unit("N.m.s/rad").min(0.0);
    m.parameter("kp", kp, "Gain of the torque controller");
    m.parameter("kd", kd, "Damping of the torque controller").unit("N.m.s/rad").min(0.0);
    m.parameter("tau_max", tau_max, "Limit of the motor's torque").unit("N.m").min(0.0);
  }

  /// The spring starts relaxed, wherever the joint is.
  void initialize() {
    phm = this->jointPosition;
    wm = this->jointVelocity;
  }

  void equations() {
    deflection = phm - this->jointPosition;
    const Real rate = wm - this->jointVelocity;
    this->jointTorque = c * deflection + d * rate;
    motor_torque = clamp(this->actuatorInput + kp * (this->actuatorInput - this->jointTorque) - kd * rate,
                         -tau_max, tau_max);
    der_wm = (motor_torque - b * wm - this->jointTorque) / inertia;
  }
};

LOCKSTEP_FMU(SeriesElasticActuator)
