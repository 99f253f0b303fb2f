// SPDX-License-Identifier: Apache-2.0
#include "faulty.hpp"

#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <lockstep/exporter/fmu.hpp>
#include <string>

using namespace lockstep::exporter;

namespace {

void sleep_for(double seconds) {
  timespec left{static_cast<time_t>(seconds), static_cast<long>((seconds - std::floor(seconds)) * 1e9)};
  while (nanosleep(&left, &left) != 0) {
  }
}

// Volatile keeps the compiler from seeing that there is no end.
volatile bool is_endless = true;
int recurse(int depth) {
  volatile char block[4096];
  block[0] = static_cast<char>(depth);
  return (is_endless ? recurse(depth + 1) : 0) + block[0];
}

void change_locale_and_folder() {
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  }
  if (chdir("/") != 0) std::abort();
}

}  // namespace

/// y = t until fault_time; then it goes wrong in the chosen way. For tests of importers only.
struct Faulty {
  Fault fault{Fault::kNone};
  double fault_time{0.0}, slow_step_s{0.05};
  std::int32_t messages{100000};
  double y{0.0};

  void describe(Description& m) {
    m.about("Misbehaves on request; for tests of importers");
    m.experiment().stop_time(1.0).step_size(0.01);
    m.enumeration("Fault", {{"none", 1, "Behaves"},
                            {"segfault", 2, "Writes to address 0"},
                            {"abort", 3, "Calls abort()"},
                            {"exit", 4, "Calls exit(3)"},
                            {"endless loop", 5, "Never returns, computing"},
                            {"sleep", 6, "Never returns, sleeping"},
                            {"slow step", 7, "Sleeps slow_step_s in every step"},
                            {"leak", 8, "Loses a megabyte in every step"},
                            {"stack overflow", 9, "Recurses without end"},
                            {"NaN", 10, "y is not a number"},
                            {"huge", 11, "y is 1e120"},
                            {"exception", 12, "Throws a C++ exception through the C interface"},
                            {"rounding mode", 13, "Leaves the processor rounding upwards"},
                            {"locale and folder", 14, "Changes the locale and the current folder"},
                            {"closed files", 15, "Closes all file descriptors from 3 on"},
                            {"log flood", 16, "Logs very many messages in every step"},
                            {"wrong status", 17, "Returns a status that does not exist"}});
    m.log_category("flood", "Messages of the log flood");
    m.parameter("fault", fault, "What goes wrong").enumeration("Fault");
    m.parameter("fault_time", fault_time, "From when on; negative: already in initialisation").unit("s");
    m.parameter("slow_step_s", slow_step_s, "Length of a slow step").unit("s").min(0.0);
    m.parameter("messages", messages, "Messages of one flood");
    m.output("y", y, "Time, until it goes wrong").unchecked();
  }

  void initialize() {
    if (fault_time < 0.0) strike();
  }

  void step(Step& step) {
    y = step.to();
    if (step.to() < fault_time) return;
    if (fault == Fault::kLogFlood) {
      for (int i = 0; i < messages; ++i)
        step.log("flood", "message number " + std::to_string(i));
    }
    strike();
  }

 private:
  void strike() {
    switch (fault) {
      case Fault::kSegfault:
        *static_cast<volatile int*>(nullptr) = 1;
        break;
      case Fault::kAbort:
        std::abort();
      case Fault::kExit:
        std::exit(3);
      case Fault::kEndlessLoop:
        for (volatile int i = 0;; i = i + 1) {
        }
      case Fault::kSleep:
        while (true)
          sleep_for(3600.0);
      case Fault::kSlowStep:
        sleep_for(slow_step_s);
        break;
      case Fault::kLeak: {
        auto* lost = static_cast<volatile char*>(std::malloc(1 << 20));
        for (int i = 0; i < (1 << 20); i += 4096)
          lost[i] = 1;
        break;
      }
      case Fault::kStackOverflow:
        y = recurse(0);
        break;
      case Fault::kNan:
        y = std::nan("");
        break;
      case Fault::kHuge:
        y = 1e120;
        break;
      case Fault::kRoundingMode:
        std::fesetround(FE_UPWARD);
        break;
      case Fault::kLocaleAndFolder:
        change_locale_and_folder();
        break;
      case Fault::kClosedFiles:
        for (int fd = 3; fd < 1024; ++fd)
          close(fd);
        break;
      case Fault::kException:
      case Fault::kWrongStatus:
        pending_c_fault = fault;
        break;
      case Fault::kNone:
      case Fault::kLogFlood:
        break;
    }
  }
};

LOCKSTEP_FMU(Faulty)
