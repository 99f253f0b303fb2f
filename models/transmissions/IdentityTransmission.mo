// SPDX-License-Identifier: Apache-2.0
model IdentityTransmission "Transmission that transmits its command as it is"
  input Real actuatorInput "Command of the controller";
  input Real jointPosition(unit = "rad") "Position of the joint";
  input Real jointVelocity(unit = "rad/s") "Velocity of the joint";
  input Real jointAcceleration(unit = "rad/s2") "Acceleration of the joint";
  output Real jointTorque(unit = "N.m") "Torque on the joint";
equation
  jointTorque = actuatorInput;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end IdentityTransmission;
