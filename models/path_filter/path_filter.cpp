// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

#include "path_filter_core.hpp"

using namespace lockstep::exporter;

/// Feed-forward filter of the desired motion of a vehicle with casters: it first goes on in the direction in
/// which the casters point, then turns them while they roll. Equations in the README beside this file.
template <class Real>
struct PathFilter {
  Real v_des{0.0}, omega_des{0.0}, v_fil{}, omega_fil{};
  Real left_des{0.0}, right_des{0.0}, left_fil{}, right_fil{};
  Real v_measured{0.0}, omega_measured{0.0};
  path_filter::Estimate<Real> estimate;
  Real der_omega{}, der_phi{}, phi_des{}, omega_C_des{}, phi_C_fil{}, gauge{0.5}, phi_init{0.0},
      last_phi{0.0};
  path_filter::Parameters<Real> p;
  bool by_wheels{false}, by_measurement{false};

  void describe(Description& m) {
    m.about("Path filter: turns the casters of a vehicle only as fast as they roll");
    m.experiment().stop_time(10.0).step_size(0.001);
    m.solver(Solver::rk4().step(0.001));
    m.input("v_des", v_des, "Desired speed").unit("m/s");
    m.input("omega_des", omega_des, "Desired yaw rate").unit("rad/s");
    m.output("v_fil", v_fil, "Filtered speed").unit("m/s");
    m.output("omega_fil", omega_fil, "Filtered yaw rate").unit("rad/s");
    m.input("v_left_des", left_des, "Desired speed of the left driven wheel's contact").unit("m/s");
    m.input("v_right_des", right_des, "Desired speed of the right driven wheel's contact").unit("m/s");
    m.output("v_left_fil", left_fil, "Filtered speed of the left driven wheel's contact").unit("m/s");
    m.output("v_right_fil", right_fil, "Filtered speed of the right driven wheel's contact").unit("m/s");
    m.input("v_measured", v_measured, "Measured speed").unit("m/s");
    m.input("omega_measured", omega_measured, "Measured yaw rate").unit("rad/s");
    m.output("omega_hat", estimate.omega, "Estimated spin of the reference caster")
        .unit("rad/s")
        .derivative(der_omega);
    m.output("phi_hat", estimate.phi, "Estimated orientation of the reference caster")
        .unit("rad", "deg")
        .derivative(der_phi);
    m.local("der(omega_hat)", der_omega, "").unit("rad/s2");
    m.local("der(phi_hat)", der_phi, "").unit("rad/s");
    m.local("phi_C_des", phi_des, "Desired orientation").unit("rad", "deg");
    m.local("omega_C_des", omega_C_des, "Desired spin").unit("rad/s");
    m.local("phi_C_fil", phi_C_fil, "Filtered orientation").unit("rad", "deg");
    m.parameter("omega_max", p.omega_max, "Spin at which the orientation is free").unit("rad/s").min(1e-6);
    m.parameter("T_phi", p.T_phi, "Lag of the orientation").unit("s").min(1e-6);
    m.parameter("T_omega", p.T_omega, "Lag of the spin").unit("s").min(1e-6);
    m.parameter("r", p.radius, "Radius of the reference caster").unit("m").min(1e-6);
    m.parameter("x_C", p.x, "Swivel axis of the reference caster, before the driven wheels").unit("m");
    m.parameter("y_C", p.y, "and to their left: negative for the right front one").unit("m");
    m.parameter("gauge", gauge, "Between the driven wheels").unit("m").min(1e-6);
    m.parameter("phi_hat_init", phi_init, "Orientation at the start").unit("rad", "deg");
    m.parameter("by_wheels", by_wheels,
                "Inputs are v_left_des and v_right_des instead of v_des and omega_des");
    m.parameter("by_measurement", by_measurement, "The estimate follows v_measured and omega_measured");
    m.memory(last_phi);
  }

  void initialize() { last_phi = estimate.phi = phi_init; }

  void equations() {
    const path_filter::Motion<Real> wanted =
        by_wheels ? path_filter::Motion<Real>{0.5 * (right_des + left_des), (right_des - left_des) / gauge}
                  : path_filter::Motion<Real>{v_des, omega_des};
    const path_filter::Estimate<Real> desired = path_filter::caster_of(wanted, p, last_phi);
    phi_des = desired.phi;
    omega_C_des = desired.omega;
    const path_filter::Estimate<Real> next = path_filter::filtered(desired, estimate, p);
    phi_C_fil = next.phi;
    path_filter::Estimate<Real> source = next;
    if (by_measurement)
      source = path_filter::caster_of(path_filter::Motion<Real>{v_measured, omega_measured}, p, estimate.phi);
    const path_filter::Estimate<Real> rate = path_filter::slope(source, estimate, p);
    der_omega = rate.omega;
    der_phi = rate.phi;
    const path_filter::Motion<Real> motion = path_filter::motion_of(next, p);
    v_fil = motion.v;
    omega_fil = motion.omega;
    left_fil = v_fil - 0.5 * gauge * omega_fil;
    right_fil = v_fil + 0.5 * gauge * omega_fil;
  }

  /// The orientation that standstill keeps.
  void accepted() { last_phi = phi_des; }
};

LOCKSTEP_FMU(PathFilter)
