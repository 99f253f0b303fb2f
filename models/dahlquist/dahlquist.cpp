// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Dahlquist's test equation: x' = -k x.
template <class Real>
struct Dahlquist {
  Real x{1.0}, der_x{}, k{1.0};

  void describe(Description& m) {
    m.about("Dahlquist's test equation, exponential decay");
    m.experiment().stop_time(10.0).step_size(0.1);
    m.solver(Solver::rk4().step(0.01));

    m.output("x", x, "The only state").derivative(der_x);
    m.parameter("k", k, "Decay rate").unit("1/s");
  }

  void equations() { der_x = -k * x; }
};

LOCKSTEP_FMU(Dahlquist)
