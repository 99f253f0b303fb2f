// SPDX-License-Identifier: Apache-2.0
model DelayTransmission "Transmission that delays its command"
  input Real actuatorInput "Command of the controller";
  input Real jointPosition(unit = "rad") "Position of the joint";
  input Real jointVelocity(unit = "rad/s") "Velocity of the joint";
  input Real jointAcceleration(unit = "rad/s2") "Acceleration of the joint";
  output Real jointTorque(unit = "N.m") "Torque on the joint";
  parameter Real T(unit = "s") = 0.1 "Delay";
protected
  parameter Real start(fixed = false) "Time of the start";
initial equation
  start = time;
equation
  jointTorque = if time - start < T then 0 else delay(actuatorInput, T);
  annotation(experiment(StopTime = 10, Interval = 0.001));
end DelayTransmission;
