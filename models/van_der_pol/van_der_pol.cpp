// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Van der Pol's oscillator: x0' = x1, x1' = mu (1 - x0^2) x1 - x0. Stiff for large mu.
template <class Real>
struct VanDerPol {
  Real x0{2.0}, der_x0{}, x1{0.0}, der_x1{}, mu{1.0};

  void describe(Description& m) {
    m.about("Van der Pol's oscillator");
    m.experiment().stop_time(20.0).step_size(0.01);
    m.solver(Solver::stiff().step(0.001));

    m.output("x0", x0, "The first state").derivative(der_x0);
    m.output("x1", x1, "The second state").derivative(der_x1);
    m.parameter("mu", mu, "Strength of the nonlinear damping");
  }

  void equations() {
    der_x0 = x1;
    der_x1 = mu * (1.0 - x0 * x0) * x1 - x0;
  }
};

LOCKSTEP_FMU(VanDerPol)
