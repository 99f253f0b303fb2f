// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// First-order plant: T y' = k u - y.
template <class Real>
struct Plant {
  Real k{1.0}, T{1.0}, u{0.0}, y{0.0}, der_y{};

  void describe(Description& model) {
    model.about("First-order plant");
    model.solver(Solver::rk4().step(1e-3));
    model.parameter("k", k, "Gain");
    model.parameter("T", T, "Time constant").unit("s");
    model.input("u", u, "Command");
    model.output("y", y, "State").derivative(der_y);
  }
  void equations() { der_y = (k * u - y) / T; }
};

LOCKSTEP_FMU(Plant)
