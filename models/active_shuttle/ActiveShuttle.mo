// SPDX-License-Identifier: Apache-2.0
package ActiveShuttlePlant "Vehicle with a differential drive and four casters with bore friction"
  // The equations of ActiveShuttle.fmu; numbers as in parameters.hpp. Stiction is true: a locked wheel has mode 0 and an acceleration of exactly 0.

  constant Real g(unit = "m/s2") = 9.81;

  model Drive "Driven wheel with motor and speed controller"
    input Real wanted_speed(unit = "rad/s");
    input Real vx(unit = "m/s") "Of the contact, along the vehicle";
    input Real vy(unit = "m/s") "and across";
    input Real N(unit = "N");
    parameter Real T_max(unit = "N.m") = 8;
    parameter Real r(unit = "m") = 0.08;
    parameter Real J(unit = "kg.m2") = 0.05;
    parameter Real mu = 0.8;
    parameter Real v_slip(unit = "m/s") = 0.02;
    parameter Real kp(unit = "N.m.s/rad") = 6.4;
    parameter Real ki(unit = "N.m/rad") = 25;
    parameter Real corner(unit = "rad/s") = 15;
    parameter Real no_load(unit = "rad/s") = 25;
    parameter Real torque_per_ampere(unit = "N.m/A") = 8 / 18;
    parameter Real R(unit = "Ohm") = 0.15;
    Real w(unit = "rad/s", start = 0, fixed = true) "Speed of the wheel";
    Real integral(unit = "N.m", start = 0, fixed = true);
    Real T(unit = "N.m"), i(unit = "A"), power(unit = "W"), F_x(unit = "N"), F_y(unit = "N");
  protected
    Real error, command, range, slip_x, slip;
  equation
    error = wanted_speed - w;
    command = kp * error + integral;
    range = T_max * min(1, max(0, (no_load - abs(w)) / (no_load - corner)));
    T = min(range, max(-range, command));
    der(integral) = ki * (error + (T - command) / kp);
    i = T / torque_per_ampere;
    power = R * i ^ 2 + T * w;
    slip_x = r * w - vx;
    slip = sqrt(slip_x ^ 2 + vy ^ 2 + v_slip ^ 2);
    F_x = mu * N * slip_x / slip;
    F_y = -mu * N * vy / slip;
    J * der(w) = T - r * F_x;
  end Drive;

  model Caster "Fork and wheel on a swivel axis; equations 4 to 9 of the paper"
    input Real vx(unit = "m/s") "Velocity of the swivel axis, in the axes of the vehicle";
    input Real vy(unit = "m/s");
    input Real w(unit = "rad/s") "Yaw rate of the vehicle";
    input Real N(unit = "N");
    parameter Real phi_start(unit = "rad") = 0;
    parameter Real r(unit = "m") = 0.05;
    parameter Real trail(unit = "m") = 0.035;
    parameter Real J(unit = "kg.m2") = 0.002;
    parameter Real d_swivel(unit = "N.m.s/rad") = 0.002;
    parameter Real d_roll(unit = "N.m.s/rad") = 0.01;
    parameter Real resistance = 0.012;
    parameter Real v_roll(unit = "m/s") = 0.001;
    parameter Real c_lat(unit = "N/m") = 40e3;
    parameter Real d_lat(unit = "N.s/m") = 1000;
    parameter Real relaxation(unit = "m") = 0.03;
    parameter Real mu_bore = 0.6;
    parameter Real k_stic(unit = "N.m.s/rad") = 1;
    parameter Real lambda_lim = 1;
    parameter Real s_rep(unit = "m") = sqrt((0.0135 ^ 2 + 0.019 ^ 2) / 12);
    Real phi(unit = "rad", start = phi_start, fixed = true) "Relative to the vehicle";
    Real w_C(unit = "rad/s", start = 0, fixed = true) "Absolute yaw rate of the wheel";
    Real deflection(unit = "m", start = 0, fixed = true) "Of the tyre";
    Real spin(unit = "rad/s"), load(unit = "N.m"), T_bore(unit = "N.m");
    Real F_x(unit = "N"), F_y(unit = "N"), M(unit = "N.m") "On the vehicle at the swivel axis";
    discrete Integer mode(start = 0, fixed = true) "0: locked, else the sign of w_C";
  protected
    Real along, across, gone, lateral, rolling, bearing, T_most, T_stic, T_law;
  equation
    along = cos(phi) * vx + sin(phi) * vy;
    across = cos(phi) * vy - sin(phi) * vx;
    spin = along / r;
    der(phi) = w_C - w;
    gone = sqrt(along ^ 2 + v_roll ^ 2);
    der(deflection) = across - trail * w_C - along ^ 2 / (gone * relaxation) * deflection;
    lateral = -(c_lat * deflection + d_lat * der(deflection));
    rolling = -(d_roll / r ^ 2 + resistance * N / gone) * along;
    bearing = d_swivel * (w_C - w);
    load = -trail * lateral - bearing;
    T_most = N * mu_bore * s_rep;
    T_stic = max(0, T_most - k_stic * abs(spin));
    T_law = noEvent(if abs(w_C) * s_rep < lambda_lim * abs(spin) * r then
      (T_most - T_stic) * abs(w_C) * s_rep / (lambda_lim * abs(spin) * r) + T_stic else T_most);
    T_bore = if mode == 0 then -load else -mode * T_law;
    J * der(w_C) = if mode == 0 then 0 else load + T_bore;
    when {pre(mode) == 0 and abs(load) > T_stic, pre(mode) == 1 and w_C < 0, pre(mode) == -1 and w_C > 0} then
      mode = if abs(load) > T_stic then (if load > 0 then 1 else -1) else 0;
      reinit(w_C, 0);
    end when;
    F_x = rolling * cos(phi) - lateral * sin(phi);
    F_y = rolling * sin(phi) + lateral * cos(phi);
    M = bearing;
  end Caster;

  model ActiveShuttle "The vehicle, in the plane"
    input Real v_des(unit = "m/s");
    input Real omega_des(unit = "rad/s");
    output Real v(unit = "m/s", start = 0, fixed = true);
    output Real omega(unit = "rad/s", start = 0, fixed = true);
    output Real x(unit = "m", start = 0, fixed = true);
    output Real y(unit = "m", start = 0, fixed = true);
    output Real psi(unit = "rad", start = 0, fixed = true);
    output Real energy(unit = "J", start = 0, fixed = true);
    Real v_y(unit = "m/s", start = 0, fixed = true);
    parameter Real m(unit = "kg") = 200;
    parameter Real x_cg(unit = "m") = 0;
    parameter Real y_cg(unit = "m") = 0;
    parameter Real i_yaw(unit = "m") = 0.32 "Radius of gyration";
    parameter Real gauge(unit = "m") = 0.5;
    parameter Real r_drive(unit = "m") = 0.08;
    parameter Real share = 0.4 "Of the weight on the driven wheels";
    parameter Real trail(unit = "m") = 0.035;
    parameter Real x_C[4](each unit = "m") = {0.35, 0.35, -0.35, -0.35} "LF, RF, LB, RB";
    parameter Real y_C[4](each unit = "m") = {0.15, -0.15, 0.15, -0.15};
    Drive left, right;
    Caster caster[4](each trail = trail);
  protected
    Real weight, px[4], py[4], mx, my, cxx, cxy, cyy, det, a, b, F_x, F_y, M;
  equation
    // Weight on the casters: a plane through the contacts, so that sum and moments fit.
    weight = (1 - share) * m * g;
    for i in 1:4 loop
      px[i] = x_C[i] - trail * cos(caster[i].phi);
      py[i] = y_C[i] - trail * sin(caster[i].phi);
      caster[i].N = max(0, weight * (0.25 + a * (px[i] - mx) + b * (py[i] - my)));
      caster[i].vx = v - omega * y_C[i];
      caster[i].vy = v_y + omega * x_C[i];
      caster[i].w = omega;
    end for;
    mx = sum(px) / 4;
    my = sum(py) / 4;
    cxx = px * px - 4 * mx ^ 2;
    cxy = px * py - 4 * mx * my;
    cyy = py * py - 4 * my ^ 2;
    det = cxx * cyy - cxy ^ 2;
    a = ((x_cg - mx) * cyy - (y_cg - my) * cxy) / det;
    b = ((y_cg - my) * cxx - (x_cg - mx) * cxy) / det;
    left.wanted_speed = (v_des - omega_des * gauge / 2) / r_drive;
    left.vx = v - omega * gauge / 2;
    left.vy = v_y;
    left.N = share * m * g / 2;
    right.wanted_speed = (v_des + omega_des * gauge / 2) / r_drive;
    right.vx = v + omega * gauge / 2;
    right.vy = v_y;
    right.N = share * m * g / 2;
    F_x = left.F_x + right.F_x + sum(caster.F_x);
    F_y = left.F_y + right.F_y + sum(caster.F_y);
    M = gauge / 2 * (right.F_x - left.F_x) + x_C * caster.F_y - y_C * caster.F_x + sum(caster.M);
    m * i_yaw ^ 2 * der(omega) = M - x_cg * F_y + y_cg * F_x;
    der(v) = F_x / m + der(omega) * y_cg + omega ^ 2 * x_cg + omega * v_y;
    der(v_y) = F_y / m - der(omega) * x_cg + omega ^ 2 * y_cg - omega * v;
    der(x) = v * cos(psi) - v_y * sin(psi);
    der(y) = v * sin(psi) + v_y * cos(psi);
    der(psi) = omega;
    der(energy) = left.power + right.power;
    annotation(experiment(StopTime = 10, Interval = 0.001));
  end ActiveShuttle;
end ActiveShuttlePlant;
