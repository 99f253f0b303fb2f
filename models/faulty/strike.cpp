// SPDX-License-Identifier: Apache-2.0
#include "faulty.hpp"

#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <initializer_list>

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

void strike(Fault fault, double slow_step_s, double& y) {
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
