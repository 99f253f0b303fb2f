// SPDX-License-Identifier: Apache-2.0
model PendulumNonlinear "Damped pendulum of a body on a revolute joint, any amplitude"
  parameter Real m(unit = "kg") = 1.0 "Mass of the body";
  parameter Real l(unit = "m") = 1.0 "Distance of the body's centre of mass from the joint";
  parameter Real I(unit = "kg.m2") = 0.001 "Inertia of the body about its centre of mass";
  parameter Real c(unit = "N.m.s/rad") = 0.1 "Damping of the joint";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  output Real revolute1_angle(unit = "rad", start = 1.5708, fixed = true) "Angle from the hanging position";
  Real revolute1_w(unit = "rad/s", start = 0, fixed = true) "Angular velocity";
equation
  der(revolute1_angle) = revolute1_w;
  (m * l ^ 2 + I) * der(revolute1_w) = -m * g * l * sin(revolute1_angle) - c * revolute1_w;
  annotation(experiment(StopTime = 10, Interval = 0.002));
end PendulumNonlinear;
