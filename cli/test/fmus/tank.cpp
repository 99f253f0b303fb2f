// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <lockstep/exporter/fmu.hpp>
#include <stdexcept>
#include <thread>

using namespace lockstep::exporter;

/// A tank that is filled while its valve is open: level' = inflow. With steps that are powers of two every
/// value is exact. It can fail, crash, exit, talk, be slow and end the run, on request.
struct Tank {
  double inflow{1.0}, level{0.0}, fail_above{1e9}, crash_above{1e9}, exit_above{1e9}, interrupt_above{1e9},
      end_at{1e9}, pause_s{0.0};
  bool open{true}, full{false}, talks{false};
  std::int32_t steps{0};
  std::string state{"empty"};

  void describe(Description& m) {
    m.about("A tank for tests");
    m.experiment().stop_time(2.0).step_size(0.25);
    m.input("inflow", inflow, "Volume flow").unit("m3/s");
    m.input("open", open, "Valve");
    m.output("level", level, "Volume in the tank").unit("m3");
    m.output("full", full, "More than 1 m3");
    m.output("steps", steps);
    m.output("state", state);
    m.parameter("fail_above", fail_above, "Level at which the tank bursts").unit("m3");
    m.parameter("crash_above", crash_above, "Level at which the program bursts").unit("m3");
    m.parameter("exit_above", exit_above, "Level at which the model ends the program").unit("m3");
    m.parameter("interrupt_above", interrupt_above, "Level at which somebody presses Ctrl-C twice")
        .unit("m3");
    m.parameter("end_at", end_at, "Time at which the model ends the run").unit("s");
    m.parameter("talks", talks, "It prints to standard output, as vendors' banners do");
    m.parameter("pause_s", pause_s, "How long every step takes, wall clock").unit("s").min(0.0);
  }

  void step(Step& s) {
    if (pause_s > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(pause_s));
    if (open) level += inflow * s.size();
    if (talks) std::printf("Tank, all rights reserved\n");
    if (level > crash_above) std::abort();
    if (level > exit_above) std::exit(0);
    if (level > interrupt_above) std::raise(SIGINT), std::raise(SIGINT);
    if (level > fail_above) throw std::runtime_error("the tank burst");
    if (s.to() >= end_at) s.terminate();
    full = level > 1.0;
    state = full ? "full, \"really\"" : "filling";
    ++steps;
  }
};

LOCKSTEP_FMU(Tank)
