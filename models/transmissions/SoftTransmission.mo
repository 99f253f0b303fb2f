// SPDX-License-Identifier: Apache-2.0
model SoftTransmission "Rotor inertia behind a very soft spring"
  input Real actuatorInputWithStrangeName "Command of the controller";
  input Real jointPosition(unit = "rad") "Position of the joint";
  input Real jointVelocity(unit = "rad/s") "Velocity of the joint";
  input Real jointAccelerationWithStrangeName(unit = "rad/s2") "Acceleration of the joint";
  output Real jointTorque(unit = "N.m") "Torque on the joint";
  parameter Real J(unit = "kg.m2") = 0.01 "Inertia of the rotor";
  parameter Real c(unit = "N.m/rad") = 0.001 "Stiffness of the spring";
  Real phm(unit = "rad", start = 0, fixed = true) "Angle of the rotor";
  Real wm(unit = "rad/s", start = 0, fixed = true) "Speed of the rotor";
equation
  der(phm) = wm;
  jointTorque = c * (phm - jointPosition);
  J * der(wm) = actuatorInputWithStrangeName - jointTorque;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end SoftTransmission;
