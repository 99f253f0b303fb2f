// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Linear damped pendulum: a'' = -(g/l) a - 2 d a'.
template <class Real>
struct DampedPendulum {
  Real a{1.5}, der_a{0.0}, der2_a{};
  Real l{1.0}, d{0.1}, g{9.81};

  void describe(Description& m) {
    m.about("Linear damped pendulum, the example of the robotics literature");
    m.experiment().stop_time(10.0).step_size(0.002);
    m.solver(Solver::semi_implicit_euler().substeps(10));

    m.output("a", a, "Angle from the hanging position").unit("rad", "deg").derivative(der_a);
    m.local("der(a)", der_a, "Angular velocity").unit("rad/s").derivative(der2_a);
    m.local("der(a,2)", der2_a, "Angular acceleration").unit("rad/s2");
    m.parameter("l", l, "Length").unit("m").min(1e-6);
    m.parameter("d", d, "Damping constant").unit("1/s");
    m.parameter("g", g, "Gravity").unit("m/s2");
  }

  void equations() { der2_a = -(g / l) * a - 2.0 * d * der_a; }
};

LOCKSTEP_FMU(DampedPendulum)
