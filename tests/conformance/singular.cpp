// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// x' = -1 / (2 x) from x = 1: x = sqrt(1 - t), whose slope runs to infinity at t = 1. Nobody can integrate
/// beyond.
template <class Real>
struct Singular {
  Real x{1.0}, der_x{};

  void describe(Description& m) {
    m.about("A solution that runs to infinity at t = 1 s");
    m.experiment().stop_time(2.0).step_size(0.25);
    m.output("x", x, "The only state").derivative(der_x);
  }

  void equations() { der_x = x * x; }
};

LOCKSTEP_FMU(Singular)
