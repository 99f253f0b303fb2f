// SPDX-License-Identifier: Apache-2.0
#include <lockstep/exporter/fmu.hpp>
#include <string>

#include "describe_faults.hpp"
#include "faulty.hpp"

using namespace lockstep::exporter;

/// x' = 1, y = x until fault_time; then evaluating the equations goes wrong in the chosen way. For tests of
/// importers of Model Exchange only.
struct FaultyExchange {
  Fault fault{Fault::kNone};
  double fault_time{0.0}, slow_step_s{0.05};
  std::int32_t messages{100000};
  double time{0.0}, x{0.0}, der_x{1.0}, y{0.0};

  void describe(Description& m) {
    m.about("Misbehaves on request in its equations; for tests of importers");
    m.experiment().stop_time(1.0).step_size(0.01);
    describe_faults(m);
    m.log_category("flood", "Messages of the log flood");
    m.time(time);
    m.parameter("fault", fault, "What goes wrong").enumeration("Fault");
    m.parameter("fault_time", fault_time, "From when on").unit("s");
    m.parameter("slow_step_s", slow_step_s, "Length of a slow evaluation").unit("s").min(0.0);
    m.parameter("messages", messages, "Messages of one flood");
    m.local("x", x, "The only state").derivative(der_x);
    m.output("y", y, "Time, until it goes wrong").unchecked();
  }

  void equations() {
    der_x = 1.0;
    y = x;
    if (fault != Fault::kNone && time >= fault_time) strike(fault, slow_step_s, y);
  }

  void on_event(Event& event) {
    if (fault != Fault::kLogFlood) return;
    if (event.time() < fault_time) return event.next_at(fault_time);
    for (int i = 0; i < messages; ++i)
      event.log("flood", "message number " + std::to_string(i));
  }
};

LOCKSTEP_FMU(FaultyExchange)
