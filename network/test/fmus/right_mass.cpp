// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// A mass on a spring to the ground, and the spring and damper that couple it to another mass at x1:
/// F = ck (x - x1) + dk (v - v1) acts on the other mass, m v' = -F - c x - d v. F depends on x1, v1 at once.
template <class Real>
struct RightMass {
  Real m{1.0}, c{1.0}, d{0.0}, ck{1.0}, dk{0.0}, x1{0.0}, v1{0.0}, F{}, x{0.0}, v{0.0}, der_x{}, der_v{};

  void describe(Description& model) {
    model.about("Mass on a spring, with the spring to another mass");
    model.solver(Solver::rk4().step(1e-3));
    model.parameter("m", m, "Mass").unit("kg");
    model.parameter("c", c, "Stiffness").unit("N/m");
    model.parameter("d", d, "Damping").unit("N.s/m");
    model.parameter("ck", ck, "Stiffness of the coupling").unit("N/m");
    model.parameter("dk", dk, "Damping of the coupling").unit("N.s/m");
    model.input("x1", x1, "Position of the other mass").unit("m");
    model.input("v1", v1, "Velocity of the other mass").unit("m/s");
    model.output("F", F, "Force on the other mass").unit("N");
    model.output("x", x, "Position").unit("m").derivative(der_x);
    model.output("v", v, "Velocity").unit("m/s").derivative(der_v);
  }
  void equations() {
    F = ck * (x - x1) + dk * (v - v1);
    der_x = v;
    der_v = (-F - c * x - d * v) / m;
  }
};

LOCKSTEP_FMU(RightMass)
