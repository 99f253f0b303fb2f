// SPDX-License-Identifier: Apache-2.0
#include "joint.hpp"

using namespace lockstep::exporter;

/// Voltage limiter, resistor, motor, rotor, ideal gear and a damper in series with the joint:
///   J wm' = k (V - k wm) / R - tau / n,   tau = d (wm / n - joint velocity),   V = command within +-V_max.
template <class Real>
struct SimpleElectricalActuator : Joint<Real> {
  Real wm{0.0}, der_wm{}, current{}, voltage{};
  Real v_max{48.0}, resistance{1.0}, k{0.1}, inertia{1e-5}, ratio{100.0}, d{0.25};

  void describe(Description& m) {
    m.about("Electrical motor with a gear behind a voltage limiter");
    this->describe_joint(m);
    m.solver(Solver::stiff().step(0.00025));

    m.local("wm", wm, "Speed of the rotor").unit("rad/s", "rpm").derivative(der_wm);
    m.local("i", current, "Motor current").unit("A");
    m.local("v", voltage, "Voltage after the limiter").unit("V");
    m.parameter("V_max", v_max, "Limit of the voltage").unit("V").min(0.0);
    m.parameter("R", resistance, "Resistance").unit("Ohm").min(1e-9);
    m.parameter("k", k, "Torque constant, which is also the voltage constant").unit("N.m/A");
    m.parameter("J", inertia, "Inertia of the rotor").unit("kg.m2").min(1e-12);
    m.parameter("ratio", ratio, "Gear ratio, rotor turns a joint turn");
    m.parameter("d", d, "Damping between gear and joint").unit("N.m.s/rad").min(0.0);
  }

  void equations() {
    voltage = clamp(this->actuatorInput, -v_max, v_max);
    current = (voltage - k * wm) / resistance;
    this->jointTorque = d * (wm / ratio - this->jointVelocity);
    der_wm = (k * current - this->jointTorque / ratio) / inertia;
  }
};

LOCKSTEP_FMU(SimpleElectricalActuator)
