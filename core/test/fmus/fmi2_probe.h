// SPDX-License-Identifier: Apache-2.0
#pragma once

// The instance of an FMI 2.0 FMU that does what its variables tell it, good or bad. Variables 0..7 of each
// type store what is set.
//   Real 8      time reached; derivative and indicator of Model Exchange are -x[0] and x[0] - 1
//   Integer 100 what the next doStep (Co-Simulation) or getDerivatives (Model Exchange) does, see enum Deed
//   Integer 101 which message the next doStep logs, see say()
//   Integer 200 how many instances this loading of the library has made (static data)
//   String 9    is NULL
#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lockstep/fmi/fmi2.h"

#define EXPORT __attribute__((visibility("default")))

enum { kSize = 10, kTextSize = 512 };
enum Deed {
  kGood,
  kWarn,
  kDiscardHalfway,
  kFail,
  kBeFatal,
  kPend,
  kRound,
  kDisturb,
  kUnknownStatus,
  kEndHalfway,
  kPendWithCallback,
  kFailAtEnd
};

typedef struct {
  const fmi2CallbackFunctions* callbacks;
  char name[kTextSize];
  fmi2Real reals[kSize];
  fmi2Integer integers[kSize];
  fmi2Boolean booleans[kSize];
  char strings[kSize][kTextSize];
  fmi2Integer deed, message;
  int polls_left;
  double last_success, next_event;
  int event_passes;
} Probe;

static inline void disturb(void) {
  setlocale(LC_ALL, "C.UTF-8");
  if (chdir("/") != 0) abort();
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}
