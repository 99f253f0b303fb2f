// SPDX-License-Identifier: Apache-2.0
model TransportDelay "Delays a signal by a constant time; 0 before the delay has passed"
  input Real x "Signal";
  output Real y "The signal as it was d seconds ago";
  parameter Real d(unit = "s", min = 0) = 2.0 "Delay";
protected
  parameter Real start(fixed = false) "Time of the start";
initial equation
  start = time;
equation
  y = if time - start < d then 0 else delay(x, d);
  annotation(experiment(StopTime = 10, Interval = 0.001));
end TransportDelay;
