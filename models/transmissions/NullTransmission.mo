// SPDX-License-Identifier: Apache-2.0
model NullTransmission "Transmission that transmits nothing"
  input Real actuatorInputWithStrangeName "Command of the controller";
  input Real jointPosition(unit = "rad") "Position of the joint";
  input Real jointVelocity(unit = "rad/s") "Velocity of the joint";
  input Real jointAcceleration(unit = "rad/s2") "Acceleration of the joint";
  output Real jointTorque(unit = "N.m") "Torque on the joint";
equation
  jointTorque = 0;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end NullTransmission;
