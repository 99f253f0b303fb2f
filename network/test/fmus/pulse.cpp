// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// y jumps from 0 to 1 at the time `at` (an event that is announced), z when the ramp s' = 1 passes `level`
/// (an event that has to be found).
template <class Real>
struct Pulse {
  bool on{false};
  Real at{0.3337}, level{0.3337}, y{0.0}, z{0.0}, s{0.0}, der_s{1.0}, distance{};

  void describe(Description& model) {
    model.about("Steps at a time and at a level");
    model.solver(Solver::rk4().step(1e-2));
    model.parameter("at", at, "When y jumps").unit("s");
    model.parameter("level", level, "Where z jumps");
    model.output("y", y, "Jumps at a time").discrete().exact();
    model.output("z", z, "Jumps at a level").discrete().exact();
    model.output("on", on, "Whether y has jumped");
    model.local("s", s, "Ramp").derivative(der_s);
    model.local("der(s)", der_s, "1");
    model.local("distance", distance, "To the level").event_indicator();
  }
  void equations() {
    der_s = 1.0;
    distance = level - s;
  }
  void on_event(Event& event) {
    if (event.time() >= value_of(at)) {
      y = 1.0;
      on = true;
    }
    if (value_of(distance) <= 0.0) z = 1.0;
    if (event.time() < value_of(at)) event.next_at(value_of(at));
  }
};

LOCKSTEP_FMU(Pulse)
