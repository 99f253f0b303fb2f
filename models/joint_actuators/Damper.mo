// SPDX-License-Identifier: Apache-2.0
model Damper "Rotational damper on a joint"
  input Real actuatorInput "Command of the controller";
  input Real jointPosition(unit = "rad") "Position of the joint";
  input Real jointVelocity(unit = "rad/s") "Velocity of the joint";
  input Real jointAcceleration(unit = "rad/s2") "Acceleration of the joint";
  output Real jointTorque(unit = "N.m") "Torque on the joint";
  parameter Real d(unit = "N.m.s/rad") = 0.1 "Damping constant";
equation
  jointTorque = -d * jointVelocity;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end Damper;
