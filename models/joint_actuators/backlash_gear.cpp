// SPDX-License-Identifier: Apache-2.0
#include "joint.hpp"

using namespace lockstep::exporter;

/// A rotor that drives the joint through a gear with play. With the rotor angle phm as seen at the joint and
/// the play 2 a:
///   J phm'' = command - torque,
///   torque = 0 inside the play, else c (|phm - q| - a) + d (phm' - q') while the flanks touch, never
///   pulling.
template <class Real>
struct BacklashGear : Joint<Real> {
  Real phm{0.0}, wm{0.0}, der_wm{};
  Real upper{}, lower{};
  Real inertia{0.01}, c{1000.0}, d{1.0}, a{0.005};

  void describe(Description& m) {
    m.about("Gear with play between rotor and joint");
    this->describe_joint(m);
    m.solver(Solver::rk4().step(0.0002));

    m.local("phm", phm, "Angle of the rotor, behind the gear").unit("rad", "deg").derivative(wm);
    m.local("wm", wm, "Speed of the rotor, behind the gear").unit("rad/s").derivative(der_wm);
    m.local("der(wm)", der_wm, "Acceleration of the rotor, behind the gear").unit("rad/s2");
    m.local("upper", upper, "Way to the upper flank, > 0 in contact").unit("rad").event_indicator();
    m.local("lower", lower, "Way to the lower flank, > 0 in contact").unit("rad").event_indicator();
    m.parameter("J", inertia, "Inertia of the rotor as seen at the joint").unit("kg.m2").min(1e-9);
    m.parameter("c", c, "Stiffness of the flanks").unit("N.m/rad").min(0.0);
    m.parameter("d", d, "Damping of the flanks").unit("N.m.s/rad").min(0.0);
    m.parameter("a", a, "Half of the play").unit("rad", "deg").min(0.0);
  }

  void initialize() {
    phm = this->jointPosition;
    wm = this->jointVelocity;
  }

  void equations() {
    const Real deflection = phm - this->jointPosition;
    const Real rate = wm - this->jointVelocity;
    upper = deflection - a;
    lower = -deflection - a;
    Real torque = 0.0;
    if (upper > 0.0) torque = max(c * upper + d * rate, 0.0);
    if (lower > 0.0) torque = min(-c * lower + d * rate, 0.0);
    this->jointTorque = torque;
    der_wm = (this->actuatorInput - torque) / inertia;
  }

  /// Contact is made or lost: nothing jumps, but the solver shall not step across.
  void on_event(Event&) {}
};

LOCKSTEP_FMU(BacklashGear)
