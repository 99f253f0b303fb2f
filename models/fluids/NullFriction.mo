// SPDX-License-Identifier: Apache-2.0
model NullFriction "No force and no moment"
  input Real relativeVelocity_x(unit = "m/s") "Velocity of the link relative to the fluid";
  input Real relativeVelocity_y(unit = "m/s") "Velocity of the link relative to the fluid";
  input Real relativeVelocity_z(unit = "m/s") "Velocity of the link relative to the fluid";
  output Real fluidDynamicForce_x(unit = "N") "Force on the link";
  output Real fluidDynamicForce_y(unit = "N") "Force on the link";
  output Real fluidDynamicForce_z(unit = "N") "Force on the link";
  output Real fluidDynamicMoment_x(unit = "N.m") "Moment about the link's origin";
  output Real fluidDynamicMoment_y(unit = "N.m") "Moment about the link's origin";
  output Real fluidDynamicMoment_z(unit = "N.m") "Moment about the link's origin";
equation
  fluidDynamicForce_x = 0;
  fluidDynamicForce_y = 0;
  fluidDynamicForce_z = 0;
  fluidDynamicMoment_x = 0;
  fluidDynamicMoment_y = 0;
  fluidDynamicMoment_z = 0;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end NullFriction;
