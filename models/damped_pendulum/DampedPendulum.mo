// SPDX-License-Identifier: Apache-2.0
model DampedPendulum "Linear damped pendulum"
  parameter Real l(unit = "m") = 1.0 "Length";
  parameter Real d(unit = "1/s") = 0.1 "Damping constant";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  output Real a(unit = "rad", start = 1.5, fixed = true) "Angle from the hanging position";
  Real w(unit = "rad/s", start = 0, fixed = true) "Angular velocity";
equation
  der(a) = w;
  der(w) = -(g / l) * a - 2 * d * w;
  annotation(experiment(StopTime = 10, Interval = 0.002));
end DampedPendulum;
