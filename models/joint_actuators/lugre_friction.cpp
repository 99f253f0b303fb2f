// SPDX-License-Identifier: Apache-2.0
#include "joint.hpp"

using namespace lockstep::exporter;

/// The command minus friction of the LuGre type, which sticks, breaks away and slides, and grows with the
/// load:
///   z' = v - sigma0 |v| z / g(v),   friction = sigma0 z + sigma1 z' + sigma2 v,
///   g(v) = (F_c + (F_s - F_c) e^{-(v / v_s)^2}) (1 + load |command| / F_c).
/// z is the mean deflection of the bristles between the surfaces.
template <class Real>
struct LuGreFriction : Joint<Real> {
  Real z{0.0}, der_z{}, friction{};
  Real sigma0{1e4}, sigma1{20.0}, sigma2{0.4}, f_c{1.0}, f_s{1.5}, v_s{0.01}, load{0.05};

  void describe(Description& m) {
    m.about("Joint friction of the LuGre type, with load dependence");
    this->describe_joint(m);
    m.solver(Solver::stiff().step(0.0005));

    m.local("z", z, "Deflection of the bristles").unit("rad").nominal(1e-4).derivative(der_z);
    m.local("friction", friction, "Friction torque").unit("N.m");
    m.parameter("sigma0", sigma0, "Stiffness of the bristles").unit("N.m/rad").min(1e-9);
    m.parameter("sigma1", sigma1, "Damping of the bristles").unit("N.m.s/rad").min(0.0);
    m.parameter("sigma2", sigma2, "Viscous friction").unit("N.m.s/rad").min(0.0);
    m.parameter("F_c", f_c, "Coulomb friction").unit("N.m").min(1e-9);
    m.parameter("F_s", f_s, "Static friction").unit("N.m").min(1e-9);
    m.parameter("v_s", v_s, "Velocity of the Stribeck effect").unit("rad/s").min(1e-9);
    m.parameter("load", load, "Growth of the friction with the transmitted torque").min(0.0);
  }

  void equations() {
    const Real v = this->jointVelocity;
    const Real ratio = v / v_s;
    const Real g = (f_c + (f_s - f_c) * exp(-ratio * ratio)) * (1.0 + load * abs(this->actuatorInput) / f_c);
    der_z = v - sigma0 * abs(v) * z / g;
    friction = sigma0 * z + sigma1 * der_z + sigma2 * v;
    this->jointTorque = this->actuatorInput - friction;
  }
};

LOCKSTEP_FMU(LuGreFriction)
