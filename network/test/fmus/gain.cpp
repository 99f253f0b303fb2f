// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// y = k u + b, and y2 = u2 + 1: two ways through one block.
template <class Real>
struct Gain {
  Real k{1.0}, b{0.0}, u{0.0}, y{}, u2{0.0}, y2{};

  void describe(Description& model) {
    model.about("Gain and offset");
    model.parameter("k", k, "Gain");
    model.parameter("b", b, "Offset");
    model.input("u", u, "Input");
    model.input("u2", u2, "Another input");
    model.output("y", y, "k u + b");
    model.output("y2", y2, "u2 + 1");
  }
  void equations() {
    y = k * u + b;
    y2 = u2 + 1.0;
  }
};

LOCKSTEP_FMU(Gain)
