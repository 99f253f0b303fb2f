// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// A mass on a spring to the ground, pushed by a force: m v' = F - c x - d v, x' = v. Without feed-through.
template <class Real>
struct LeftMass {
  Real m{1.0}, c{1.0}, d{0.0}, F{0.0}, x{1.0}, v{0.0}, der_x{}, der_v{};

  void describe(Description& model) {
    model.about("Mass on a spring");
    model.solver(Solver::rk4().step(1e-3));
    model.parameter("m", m, "Mass").unit("kg");
    model.parameter("c", c, "Stiffness").unit("N/m");
    model.parameter("d", d, "Damping").unit("N.s/m");
    model.input("F", F, "Force").unit("N");
    model.output("x", x, "Position").unit("m").derivative(der_x);
    model.output("v", v, "Velocity").unit("m/s").derivative(der_v);
  }
  void equations() {
    der_x = v;
    der_v = (F - c * x - d * v) / m;
  }
};

LOCKSTEP_FMU(LeftMass)
