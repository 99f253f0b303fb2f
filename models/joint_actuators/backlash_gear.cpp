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
  Real upper{}, lower{}, press{};
  std::int32_t side{0};
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
    m.local("press", press, "Torque that would press the nearer flank, > 0 while it carries")
        .unit("N.m")
        .event_indicator();
    m.local("side", side, "Flank that carries: 1 upper, -1 lower, 0 none");
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
    // Of the nearer flank, also before it is touched: solvers do not find roots of what is 0 for a while.
    press = deflection >= 0.0 ? Real(c * upper + d * rate) : Real(c * lower - d * rate);
    this->jointTorque = side * press;
    der_wm = (this->actuatorInput - this->jointTorque) / inertia;
  }

  /// Contact is made, carries or is lost. The side changes here only, so that no solver sees the jump of the
  /// damping torque inside one of its steps. Flanks push and never pull.
  void on_event(Event&) {
    side = 0;
    if (press > 0.0 && upper > 0.0) side = 1;
    if (press > 0.0 && lower > 0.0) side = -1;
  }
};

LOCKSTEP_FMU(BacklashGear)
