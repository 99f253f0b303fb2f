// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// x' = u, plus 1 while the gate is open.
template <class Real>
struct Integrator {
  Real u{0.0}, x{0.0}, der_x{};
  bool gate{false};

  void describe(Description& model) {
    model.about("Integrator");
    model.solver(Solver::rk4().step(1e-2));
    model.input("u", u, "Rate");
    model.input("gate", gate, "Adds 1 to the rate");
    model.output("x", x, "Integral").derivative(der_x);
  }
  void equations() { der_x = gate ? u + 1.0 : u; }
};

LOCKSTEP_FMU(Integrator)
