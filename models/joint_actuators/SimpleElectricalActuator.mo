// SPDX-License-Identifier: Apache-2.0
model SimpleElectricalActuator "Electrical motor with a gear behind a voltage limiter"
  input Real actuatorInput "Command of the controller";
  input Real jointPosition(unit = "rad") "Position of the joint";
  input Real jointVelocity(unit = "rad/s") "Velocity of the joint";
  input Real jointAcceleration(unit = "rad/s2") "Acceleration of the joint";
  output Real jointTorque(unit = "N.m") "Torque on the joint";
  parameter Real V_max(unit = "V") = 48 "Limit of the voltage";
  parameter Real R(unit = "Ohm") = 1 "Resistance";
  parameter Real k(unit = "N.m/A") = 0.1 "Torque constant";
  parameter Real J(unit = "kg.m2") = 1e-5 "Inertia of the rotor";
  parameter Real ratio = 100 "Gear ratio";
  parameter Real d(unit = "N.m.s/rad") = 0.25 "Damping between gear and joint";
  Real wm(unit = "rad/s", start = 0, fixed = true) "Speed of the rotor";
  Real v(unit = "V") "Voltage after the limiter";
  Real i(unit = "A") "Motor current";
equation
  v = max(-V_max, min(V_max, actuatorInput));
  i = (v - k * wm) / R;
  jointTorque = d * (wm / ratio - jointVelocity);
  J * der(wm) = k * i - jointTorque / ratio;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end SimpleElectricalActuator;
