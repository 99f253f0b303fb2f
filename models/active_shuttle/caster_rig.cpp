// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

#include "caster.hpp"

using namespace lockstep::exporter;

/// One caster on an arm that a force pushes round a fixed pivot: what equation 3 speaks of, and where the
/// three laws of bore friction can be told apart. At the start the wheel points along the arm.
template <class Real>
struct CasterRig {
  Real force{0.0}, spin_offset{0.0}, theta{0.0}, omega{0.0}, der_omega{}, der_theta{};
  Real normal_force{294.3}, r_drive{0.25}, r_caster_pivot{0.38}, arm_inertia{5.0};
  Real break_off{};
  active_shuttle::CasterDesign<Real> design;
  active_shuttle::Caster<Real> caster;

  void describe(Description& m) {
    m.about("A caster on an arm");
    m.experiment().stop_time(10.0).step_size(0.001);
    m.solver(Solver::stiff().step(0.001).tolerance(1e-6));
    m.input("F", force, "Force on the arm at the radius r_drive").unit("N");
    m.input("spin_offset", spin_offset, "Disturbance of the speed of the wheel").unit("rad/s");
    m.output("theta", theta, "Angle of the arm").unit("rad", "deg").derivative(der_theta);
    m.output("omega", omega, "Its rate").unit("rad/s").derivative(der_omega);
    m.local("der(theta)", der_theta, "").unit("rad/s");
    m.local("der(omega)", der_omega, "").unit("rad/s2");
    caster.describe(m, "C");
    m.calculated_parameter("F_break_off", break_off, "Force at which the wheel breaks free, equation 3")
        .unit("N");
    m.parameter("N", normal_force, "Normal force of the caster").unit("N").min(0.0);
    m.parameter("r_drive", r_drive, "Radius of the force").unit("m").min(1e-6);
    m.parameter("r_pivot", r_caster_pivot, "Radius of the swivel axis").unit("m").min(1e-6);
    m.parameter("J", arm_inertia, "Inertia of the arm").unit("kg.m2").min(1e-6);
    design.describe(m);
  }

  void initialize() {
    break_off = r_caster_pivot / (r_drive * design.trail) * design.bore.largest(normal_force);
  }

  void equations() {
    caster.equations(design, Real(0.0), omega * r_caster_pivot, omega, normal_force, spin_offset);
    der_theta = omega;
    der_omega = (force * r_drive + r_caster_pivot * caster.force_y + caster.moment) / arm_inertia;
  }

  void on_event(Event& event) {
    if (caster.update_mode(design)) event.repeat();
  }
};

LOCKSTEP_FMU(CasterRig)
