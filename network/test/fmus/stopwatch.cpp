// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Notes when its clock ticks, and what its input is then.
struct Stopwatch {
  Clock press;
  std::int32_t presses{0}, number{0}, seen{0};
  double at{-1.0};

  void describe(Description& model) {
    model.about("Notes when its clock ticks");
    model.experiment().stop_time(10.0).step_size(1.0);
    model.input("press", press, "From outside").triggered();
    model.input("number", number, "What to note");
    model.output("presses", presses, "So far").clocks(press);
    model.output("seen", seen, "number at the last one").clocks(press);
    model.output("at", at, "Time of the last one").unit("s").discrete().clocks(press);
  }
  void equations() {}
  void on_event(Event& event) {
    if (!press.ticks()) return;
    ++presses;
    at = event.time();
    seen = number;
  }
};

LOCKSTEP_FMU(Stopwatch)
