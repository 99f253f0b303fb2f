// SPDX-License-Identifier: Apache-2.0
#pragma once

// A model whose step costs next to nothing (BENCH_WORK 0) or a fixed number of dependent operations; with
// BENCH_TURN its outputs change in all their digits at every step, as a recorder sees them in real life.
//
// It is shaped like the fixed-step FMUs that tools generate: an internal step much larger than the
// communication step, so that most steps only look at the clock; a mode that every call checks; a getter that
// finds its variable by value reference. What an importer adds to it is what the importer costs.
//
// Variables: 0 time, 1 y1, 2 y2 (outputs), 3 u (input). y1 counts internal steps, y2 = u / 2;
// with BENCH_TURN (y1, y2) is a point on the unit circle that turns by 0.01 rad a step;
// with BENCH_INPUTS 10 (or 100) the inputs are 3 u1 to 12 u10, and each step does y1 = u1, y2 = sum of all;
// with BENCH_OUTPUTS 10 as well there are the outputs 13 y3 to 20 y10, each twice the input of its number.

#include <stddef.h>

#ifndef BENCH_WORK
#define BENCH_WORK 0
#endif
#ifndef BENCH_TURN
#define BENCH_TURN 0
#endif
#ifndef BENCH_INPUTS
#define BENCH_INPUTS 1
#endif
#ifndef BENCH_OUTPUTS
#define BENCH_OUTPUTS 2
#endif

typedef enum { kInstantiated, kInitialization, kStepping, kTerminated } Mode;

typedef struct {
  Mode mode;
  double time_s;
  double next_internal_step_s;
  double y[BENCH_OUTPUTS];
  double u[BENCH_INPUTS];
  double state;  // carries the work of a step into the next: a processor cannot do two steps at a time
} Model;

static const double kInternalStepS = 16.0;

static void model_reset(Model* model) {
  Model fresh = {kInstantiated, 0.0, 0.0, {BENCH_TURN, 0.0}, {0.0}, 0.0};
  *model = fresh;
}

// Each operation needs the result of the one before it, so the cost is latency and does not depend on how
// well a compiler vectorises: about 8 cycles an iteration, 2.9 ns at 2.8 GHz.
static double model_work(double x) {
  for (int i = 0; i < BENCH_WORK; ++i) {
    x = x * 0.999 + 1e-3;
  }
  return x;
}

static void model_turn(Model* model) {
  const double cosine = 0.99995000041666527778, sine = 0.0099998333341666646825;  // of 0.01 rad
  const double x = model->y[0], y = model->y[1];
  model->y[0] = cosine * x - sine * y;
  model->y[1] = sine * x + cosine * y;
}

static void model_mix(Model* model) {
  double sum = 0.0;
  for (int i = 0; i < BENCH_INPUTS; ++i) {
    sum += model->u[i];
  }
  model->y[0] = model->u[0];
  model->y[1] = sum;
  for (int i = 2; i < BENCH_OUTPUTS; ++i) {
    model->y[i] = 2.0 * model->u[i];
  }
}

static int model_step(Model* model, double from_s, double size_s) {
  if (model->mode != kStepping || !(size_s > 0.0)) {
    return 0;
  }
  const double end_s = from_s + size_s;
  while (!BENCH_TURN && model->next_internal_step_s <= end_s) {
    model->y[0] += 1.0;
    model->y[1] = 0.5 * model->u[0];
    model->next_internal_step_s += kInternalStepS;
  }
  if (BENCH_TURN) {
    model_turn(model);
  }
  if (BENCH_INPUTS > 1) {
    model_mix(model);
  }
  if (BENCH_WORK > 0 && BENCH_INPUTS > 1) {
    model->state = model_work(model->state + 1e-3 * model->y[1]);
  } else if (BENCH_WORK > 0) {
    model->y[1] = model_work(model->y[1]);
  }
  model->time_s = end_s;
  return 1;
}

static int model_get(const Model* model, unsigned int reference, double* value) {
  switch (reference) {
    case 0:
      *value = model->time_s;
      return 1;
    case 1:
      *value = model->y[0];
      return 1;
    case 2:
      *value = model->y[1];
      return 1;
    default:
      if (reference - 3 >= BENCH_INPUTS + BENCH_OUTPUTS - 2) {
        return 0;
      }
      *value =
          reference - 3 < BENCH_INPUTS ? model->u[reference - 3] : model->y[reference - 1 - BENCH_INPUTS];
      return 1;
  }
}

static int model_set(Model* model, unsigned int reference, double value) {
  if (reference - 3 >= BENCH_INPUTS) {
    return 0;
  }
  model->u[reference - 3] = value;
  return 1;
}
