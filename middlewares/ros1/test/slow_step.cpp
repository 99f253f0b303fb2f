// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <lockstep/exporter/fmu.hpp>
#include <thread>

using namespace lockstep::exporter;

/// y = t, and every step takes at least `step_time` seconds of wall clock. For tests of overruns.
struct SlowStep {
  double step_time{0.0}, y{0.0};

  void describe(Description& m) {
    m.about("Takes its time, for tests");
    m.parameter("step_time", step_time, "Wall-clock time of a step").unit("s").min(0.0);
    m.output("y", y, "Time");
  }
  void step(Step& step) {
    y = step.to();
    std::this_thread::sleep_for(std::chrono::duration<double>{step_time});
  }
};

LOCKSTEP_FMU(SlowStep)
