// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>
#include <string>

#include "describe_faults.hpp"
#include "faulty.hpp"

using namespace lockstep::exporter;

/// y = t until fault_time; then it goes wrong in the chosen way. For tests of importers only.
struct Faulty {
  Fault fault{Fault::kNone};
  double fault_time{0.0}, slow_step_s{0.05};
  std::int32_t messages{100000};
  double y{0.0};

  void describe(Description& m) {
    m.about("Misbehaves on request; for tests of importers");
    m.experiment().stop_time(1.0).step_size(0.01);
    describe_faults(m);
    m.log_category("flood", "Messages of the log flood");
    m.parameter("fault", fault, "What goes wrong").enumeration("Fault");
    m.parameter("fault_time", fault_time, "From when on; negative: already in initialisation").unit("s");
    m.parameter("slow_step_s", slow_step_s, "Length of a slow step").unit("s").min(0.0);
    m.parameter("messages", messages, "Messages of one flood");
    m.output("y", y, "Time, until it goes wrong").unchecked();
  }

  void initialize() {
    if (fault_time < 0.0) strike(fault, slow_step_s, y);
  }

  void step(Step& step) {
    y = step.to();
    if (step.to() < fault_time) return;
    if (fault == Fault::kLogFlood) {
      for (int i = 0; i < messages; ++i)
        step.log("flood", "message number " + std::to_string(i));
    }
    strike(fault, slow_step_s, y);
  }
};

LOCKSTEP_FMU(Faulty)
