// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Ticks every third of a second, from 1/3 s on; every second one of these is passed on, with its number.
struct Metronome {
  Clock beat, bar;
  std::int32_t beats{0}, number{0};

  void describe(Description& model) {
    model.about("Ticks every third of a second");
    model.experiment().stop_time(10.0).step_size(1.0);
    model.input("beat", beat, "Ticks by itself").constant_interval(1, 3).priority(0);
    model.output("bar", bar, "Every second beat").triggered().clocks(beat);
    model.output("beats", beats, "So far").clocks(beat);
    model.output("number", number, "Of bars").clocks(beat);
  }
  void equations() {}
  void on_event(Event&) {
    if (!beat.ticks()) return;
    if (beats++ % 2 == 0) return;
    ++number;
    bar.tick();
  }
};

LOCKSTEP_FMU(Metronome)
