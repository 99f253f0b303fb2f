// SPDX-License-Identifier: Apache-2.0
model StiffTransmission "Rotor inertia fixed to the joint"
  input Real actuatorInputWithStrangeName "Command of the controller";
  input Real jointPosition(unit = "rad") "Position of the joint";
  input Real jointVelocity(unit = "rad/s") "Velocity of the joint";
  input Real jointAcceleration(unit = "rad/s2") "Acceleration of the joint";
  output Real jointTorque(unit = "N.m") "Torque on the joint";
  parameter Real J(unit = "kg.m2") = 0.01 "Inertia of the rotor";
equation
  jointTorque = actuatorInputWithStrangeName - J * jointAcceleration;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end StiffTransmission;
