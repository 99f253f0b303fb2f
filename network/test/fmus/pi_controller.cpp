// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// PI controller: e = r - y, xi' = e, u = kp e + ki xi. u depends on r and y at once.
template <class Real>
struct PiController {
  Real kp{1.0}, ki{1.0}, r{1.0}, y{0.0}, u{}, xi{0.0}, der_xi{};

  void describe(Description& model) {
    model.about("PI controller");
    model.solver(Solver::rk4().step(1e-3));
    model.parameter("kp", kp, "Proportional gain");
    model.parameter("ki", ki, "Integral gain").unit("1/s");
    model.input("r", r, "Set point");
    model.input("y", y, "Measured value");
    model.output("u", u, "Command");
    model.local("xi", xi, "Integral of the error").derivative(der_xi);
    model.local("der(xi)", der_xi, "Error");
  }
  void equations() {
    const Real e = r - y;
    der_xi = e;
    u = kp * e + ki * xi;
  }
};

LOCKSTEP_FMU(PiController)
