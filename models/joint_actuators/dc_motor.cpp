// SPDX-License-Identifier: Apache-2.0
#include "joint.hpp"

using namespace lockstep::exporter;

/// A DC motor with a rigid gear on the joint. The winding
///   L i' = v - R(T) i - k w,   w = ratio * joint velocity,   |v| <= V_max,
/// warms up and cools down,
///   C T' = R(T) i^2 - (T - T_ambient) / R_th,   R(T) = R (1 + alpha (T - 25 degC)),
/// and the torque k i minus rotor inertia and bearing friction acts on the joint through the gear. The
/// command is a torque at the joint; the drive asks for the current that would give it, within I_max, less
/// when the winding gets hot, and applies the voltage that brings it about in the time constant T_drive. So
/// the torque falls off with the speed as the voltage runs out.
template <class Real>
struct DcMotor : Joint<Real> {
  Real i{0.0}, der_i{}, temperature{25.0}, der_temperature{};
  Real voltage{}, wanted{}, resistance{};
  Real r{0.5}, l{1e-3}, k{0.05}, j{1e-5}, b{1e-5}, ratio{100.0}, efficiency{0.9};
  Real v_max{48.0}, i_max{10.0}, drive_time{1e-3};
  Real heat_capacity{50.0}, r_th{2.0}, t_ambient{25.0}, t_warn{100.0}, t_max{120.0}, alpha{0.0039};

  void describe(Description& m) {
    m.about("DC motor with inductance, voltage and current limits and a winding that warms up");
    this->describe_joint(m);
    m.solver(Solver::stiff().step(0.00025));

    m.local("i", i, "Current").unit("A").derivative(der_i);
    m.local("T", temperature, "Temperature of the winding")
        .unit("degC")
        .nominal(100.0)
        .derivative(der_temperature);
    m.local("der(T)", der_temperature, "Warming of the winding").unit("K/s");
    m.local("v", voltage, "Voltage").unit("V");
    m.local("i_ref", wanted, "Current the drive aims at").unit("A");
    m.local("R_hot", resistance, "Resistance of the winding as warm as it is").unit("Ohm");
    m.parameter("R", r, "Resistance at 25 degC").unit("Ohm").min(1e-9);
    m.parameter("L", l, "Inductance").unit("H").min(1e-9);
    m.parameter("k", k, "Torque constant, which is also the voltage constant").unit("N.m/A").min(1e-9);
    m.parameter("J", j, "Inertia of the rotor").unit("kg.m2").min(0.0);
    m.parameter("b", b, "Friction of the bearings").unit("N.m.s/rad").min(0.0);
    m.parameter("ratio", ratio, "Gear ratio, rotor turns a joint turn").min(1e-9);
    m.parameter("efficiency", efficiency, "Part of the motor's torque that passes the gear").range(0.01, 1.0);
    m.parameter("V_max", v_max, "Limit of the voltage").unit("V").min(0.0);
    m.parameter("I_max", i_max, "Limit of the current").unit("A").min(0.0);
    m.parameter("T_drive", drive_time, "Time constant of the current controller").unit("s").min(1e-6);
    m.parameter("C", heat_capacity, "Heat capacity of the winding").unit("J/K").min(1e-9);
    m.parameter("R_th", r_th, "Thermal resistance to the surroundings").unit("K/W").min(1e-9);
    m.parameter("T_ambient", t_ambient, "Temperature of the surroundings").unit("degC");
    m.parameter("T_warn", t_warn, "Temperature from which on the current is reduced").unit("degC");
    m.parameter("T_max", t_max, "Temperature at which no current is left").unit("degC");
    m.parameter("alpha", alpha, "Temperature coefficient of the resistance").unit("1/K");
  }

  void initialize() { temperature = t_ambient; }

  void equations() {
    const Real w = ratio * this->jointVelocity;
    const Real derating = clamp((t_max - temperature) / (t_max - t_warn), 0.0, 1.0);
    const Real limit = i_max * derating;
    wanted = clamp(this->actuatorInput / (efficiency * ratio * k), -limit, limit);
    resistance = r * (1.0 + alpha * (temperature - 25.0));
    // Feed-forward of what the current needs, plus what brings it there.
    voltage = clamp(resistance * i + k * w + l * (wanted - i) / drive_time, -v_max, v_max);
    der_i = (voltage - resistance * i - k * w) / l;
    der_temperature = (resistance * i * i - (temperature - t_ambient) / r_th) / heat_capacity;
    const Real rotor = j * ratio * this->jointAcceleration + b * w;
    this->jointTorque = ratio * (efficiency * k * i - rotor);
  }
};

LOCKSTEP_FMU(DcMotor)
