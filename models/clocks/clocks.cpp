// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Three input clocks that count, an output clock that ticks at every fifth tick of them.
struct Clocks {
  Clock in_clock1, in_clock2, in_clock3, out_clock;
  std::int32_t in_clock1_ticks{0}, in_clock2_ticks{0}, in_clock3_ticks{0}, total_ticks{0};
  std::int32_t result2{0}, input2{0}, output3{0};

  void describe(Description& m) {
    m.about("Counts the ticks of a periodic, a triggered and a countdown clock");
    m.experiment().stop_time(10.0).step_size(1.0);

    m.input("inClock1", in_clock1, "Ticks every second").constant_interval(1, 1).priority(0);
    m.input("inClock2", in_clock2, "Ticks when the importer wants").triggered().priority(1);
    m.input("inClock3", in_clock3, "Ticks once, started by inClock1 at its fifth tick")
        .countdown()
        .priority(2);
    m.output("outClock", out_clock, "Ticks at every fifth tick of all")
        .triggered()
        .clocks(in_clock1, in_clock2, in_clock3);
    m.output("inClock1Ticks", in_clock1_ticks).clocks(in_clock1);
    m.output("inClock2Ticks", in_clock2_ticks).clocks(in_clock2);
    m.output("inClock3Ticks", in_clock3_ticks).clocks(in_clock3);
    m.output("totalInClockTicks", total_ticks).clocks(in_clock1, in_clock2, in_clock3);
    m.output("result2", result2, "Sum of input2 over the ticks of inClock2").clocks(in_clock2);
    m.input("input2", input2);
    m.output("output3", output3, "1000 once inClock3 has ticked").clocks(in_clock3);
  }

  void equations() {}

  void on_event(Event&) {
    if (in_clock1.ticks()) {
      count(in_clock1_ticks);
      if (in_clock1_ticks == 5) in_clock3.tick_in(0.0);
    }
    if (in_clock2.ticks()) {
      count(in_clock2_ticks);
      result2 += input2;
    }
    if (in_clock3.ticks()) {
      count(in_clock3_ticks);
      output3 = 1000;
    }
  }

 private:
  void count(std::int32_t& ticks) {
    ++ticks;
    if (++total_ticks % 5 == 0) out_clock.tick();
  }
};

LOCKSTEP_FMU(Clocks)
