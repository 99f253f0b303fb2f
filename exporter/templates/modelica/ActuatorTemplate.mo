// SPDX-License-Identifier: Apache-2.0
model ActuatorTemplate "What a joint actuator exchanges with the robot; write its equations below"
  input Real actuatorInput "Command of the controller";
  input Real jointPosition(unit = "rad") "Position of the joint";
  input Real jointVelocity(unit = "rad/s") "Velocity of the joint";
  input Real jointAcceleration(unit = "rad/s2") "Acceleration of the joint";
  output Real jointTorque(unit = "N.m") "Torque on the joint";
equation
  jointTorque = actuatorInput;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end ActuatorTemplate;
