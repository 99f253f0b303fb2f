// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>

#include "delay_line.hpp"

using namespace lockstep::exporter;

/// y(t) = x(t - d), and 0 before the delay has passed.
struct TransportDelay {
  double x{0.0}, y{0.0}, d{2.0};
  double time{0.0};
  DelayLine line;

  void describe(Description& m) {
    m.about("Delays a signal by a constant time");
    m.experiment().stop_time(10.0).step_size(0.001);

    m.input("x", x, "Signal");
    m.output("y", y, "The signal as it was d seconds ago");
    m.parameter("d", d, "Delay").unit("s").min(0.0);
    m.time(time);
    m.memory(line.samples).memory(line.first);
  }

  void equations() { y = d > 0.0 ? line.at(time - d, 0.0, {time, x}) : x; }
  void accepted() { line.record(time, x, d); }
};

LOCKSTEP_FMU(TransportDelay)
