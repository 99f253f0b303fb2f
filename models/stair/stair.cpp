// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>

#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Counts the seconds with time events, and ends the simulation at ten.
struct Stair {
  double time{0.0};
  std::int32_t counter{1};

  void describe(Description& m) {
    m.about("A stair in time: one step a second, made by time events");
    m.experiment().stop_time(10.0).step_size(0.2);

    m.time("time", time);
    m.output("counter", counter, "Number of the current second").max(10).exact();
    m.memory(next);
  }

  void equations() {}

  void on_event(Event& event) {
    if (next < 0.0) next = std::floor(event.time()) + 1.0;
    if (event.time() >= next) {
      next += 1.0;
      if (++counter >= 10) event.terminate();
    }
    event.next_at(next);
  }

  double next{-1.0};  ///< time of the next step of the stair; negative before the start
};

LOCKSTEP_FMU(Stair)
