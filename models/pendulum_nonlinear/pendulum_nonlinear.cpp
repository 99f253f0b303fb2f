// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Pendulum with its true sine: (m l^2 + I) phi'' = -m g l sin phi - c phi'.
template <class Real>
struct PendulumNonlinear {
  Real phi{1.5708}, w{0.0}, der_w{};
  Real m{1.0}, l{1.0}, inertia{0.001}, c{0.1}, g{9.81};

  void describe(Description& d) {
    d.about("Damped pendulum of a body on a revolute joint, any amplitude");
    d.experiment().stop_time(10.0).step_size(0.002);
    d.solver(Solver::rk4().step(0.001));

    d.output("revolute1_angle", phi, "Angle from the hanging position").unit("rad", "deg").derivative(w);
    d.local("revolute1_w", w, "Angular velocity").unit("rad/s").derivative(der_w);
    d.local("revolute1_a", der_w, "Angular acceleration").unit("rad/s2");
    d.parameter("m", m, "Mass of the body").unit("kg").min(0.0);
    d.parameter("l", l, "Distance of the body's centre of mass from the joint").unit("m").min(0.0);
    d.parameter("I", inertia, "Inertia of the body about its centre of mass").unit("kg.m2").min(0.0);
    d.parameter("c", c, "Damping of the joint").unit("N.m.s/rad").min(0.0);
    d.parameter("g", g, "Gravity").unit("m/s2");
  }

  void equations() { der_w = (-m * g * l * sin(phi) - c * w) / (m * l * l + inertia); }
};

LOCKSTEP_FMU(PendulumNonlinear)
