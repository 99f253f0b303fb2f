// SPDX-License-Identifier: Apache-2.0
model PathFilter "Turns the casters of a vehicle only as fast as they roll"
  input Real v_des(unit = "m/s") "Desired speed";
  input Real omega_des(unit = "rad/s") "Desired yaw rate";
  output Real v_fil(unit = "m/s") "Filtered speed";
  output Real omega_fil(unit = "rad/s") "Filtered yaw rate";
  parameter Real omega_max(unit = "rad/s") = 100 "Spin at which the orientation is free";
  parameter Real T_phi(unit = "s") = 0.01 "Lag of the orientation";
  parameter Real T_omega(unit = "s") = 0.01 "Lag of the spin";
  parameter Real r(unit = "m") = 0.05 "Radius of the reference caster";
  parameter Real x_C(unit = "m") = 0.35 "Swivel axis before the driven wheels";
  parameter Real y_C(unit = "m") = -0.15 "and to their left";
  parameter Real phi_hat_init(unit = "rad") = 0 "Orientation at the start";
  Real omega_hat(unit = "rad/s", start = 0, fixed = true) "Estimated spin";
  Real phi_hat(unit = "rad", start = phi_hat_init, fixed = true) "Estimated orientation";
protected
  constant Real pi = 3.14159265358979;
  Real vx, vy, speed, omega_C, phi_des, phi_fil, k;
  discrete Real phi_last(start = phi_hat_init, fixed = true);
equation
  vx = v_des - omega_des * y_C;
  vy = omega_des * x_C;
  speed = sqrt(vx ^ 2 + vy ^ 2);
  omega_C = speed / r;
  when sample(0, 0.001) then
    phi_last = if speed < 1e-9 then pre(phi_last) else atan2(vy, vx);
  end when;
  phi_des = if speed < 1e-9 then phi_last else atan2(vy, vx);
  k = min(1, abs(omega_hat / omega_max));
  phi_fil = phi_hat + k * (mod(phi_des - phi_hat + pi, 2 * pi) - pi);
  T_omega * der(omega_hat) = omega_C - omega_hat;
  T_phi * der(phi_hat) = phi_fil - phi_hat;
  omega_fil = omega_C * r * sin(phi_fil) / x_C;
  v_fil = omega_C * r * cos(phi_fil) + omega_fil * y_C;
  annotation(experiment(StopTime = 10, Interval = 0.001));
end PathFilter;
