// SPDX-License-Identifier: Apache-2.0
// An FMU for Scheduled Execution: the tasks of a joint controller as model partitions, each with a clock of
// its own.
//
//   plan     every 50 ms, priority 2   set_point += 0.4 (target - set_point)
//   control  every 10 ms, priority 1   torque = 20 (set_point - angle) - 4 speed, limited to +-5 N m
//   alarm    when control asks for it, priority 0 (the highest)   alarms += 1
//
// A partition may be interrupted by one of higher priority at any instruction. set_point is written by plan
// and read by control, so plan writes it between lockPreemption and unlockPreemption.

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/fmi/fmi3.h"

#define EXPORT __attribute__((visibility("default")))
#define DECLARE(name, kinds, capability) EXPORT fmi3##name##TYPE fmi3##name;
LOCKSTEP_FMI3_FUNCTIONS(DECLARE)

enum {
  kAlarm = 1,
  kControl = 2,
  kPlan = 3,
  kTarget = 10,
  kSetPoint = 11,
  kAngle = 20,
  kSpeed = 21,
  kTorque = 22,
  kAlarms = 30
};

static const double kTorqueLimitNm = 5.0;
static const double kAlarmDelayS = 0.003;
static const int kPatience = 5;

typedef struct {
  fmi3InstanceEnvironment environment;
  fmi3ClockUpdateCallback clock_update;
  fmi3LockPreemptionCallback lock;
  fmi3UnlockPreemptionCallback unlock;
  double target_rad, set_point_rad, angle_rad, speed_rad_s, torque_nm;
  int saturated_in_a_row;
  int alarms;
  bool alarm_wanted;
} Controller;

static void start(Controller* self) {
  self->target_rad = self->set_point_rad = self->angle_rad = self->speed_rad_s = self->torque_nm = 0.0;
  self->saturated_in_a_row = self->alarms = 0;
  self->alarm_wanted = false;
}

static void plan(Controller* self) {
  const double next = self->set_point_rad + 0.4 * (self->target_rad - self->set_point_rad);
  self->lock();
  self->set_point_rad = next;
  self->unlock();
}

static void control(Controller* self) {
  const double wish = 20.0 * (self->set_point_rad - self->angle_rad) - 4.0 * self->speed_rad_s;
  self->torque_nm = fmax(-kTorqueLimitNm, fmin(kTorqueLimitNm, wish));
  self->saturated_in_a_row = fabs(wish) > kTorqueLimitNm ? self->saturated_in_a_row + 1 : 0;
  if (self->saturated_in_a_row == kPatience) {
    self->alarm_wanted = true;
    self->clock_update(self->environment);  // "ask me for the interval of my countdown clock"
  }
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clock,
                                      fmi3Float64 activation_time_s) {
  (void)activation_time_s;
  Controller* self = (Controller*)instance;
  switch (clock) {
    case kAlarm:
      ++self->alarms;
      return fmi3OK;
    case kControl:
      control(self);
      return fmi3OK;
    case kPlan:
      plan(self);
      return fmi3OK;
    default:
      return fmi3Error;
  }
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference clocks[], size_t count,
                                  fmi3Float64 intervals_s[], fmi3IntervalQualifier qualifiers[]) {
  Controller* self = (Controller*)instance;
  for (size_t i = 0; i < count; ++i) {
    if (clocks[i] != kAlarm) {
      return fmi3Error;
    }
    intervals_s[i] = kAlarmDelayS;
    qualifiers[i] = self->alarm_wanted ? fmi3IntervalChanged : fmi3IntervalNotYetKnown;
    self->alarm_wanted = false;
  }
  return fmi3OK;
}

static double* float64_of(Controller* self, fmi3ValueReference reference) {
  switch (reference) {
    case kTarget:
      return &self->target_rad;
    case kSetPoint:
      return &self->set_point_rad;
    case kAngle:
      return &self->angle_rad;
    case kSpeed:
      return &self->speed_rad_s;
    case kTorque:
      return &self->torque_nm;
    default:
      return NULL;
  }
}

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          fmi3Float64 values[], size_t value_count) {
  (void)value_count;
  for (size_t i = 0; i < count; ++i) {
    const double* value = float64_of((Controller*)instance, references[i]);
    if (!value) {
      return fmi3Error;
    }
    values[i] = *value;
  }
  return fmi3OK;
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          const fmi3Float64 values[], size_t value_count) {
  (void)value_count;
  for (size_t i = 0; i < count; ++i) {
    double* value = float64_of((Controller*)instance, references[i]);
    if (!value) {
      return fmi3Error;
    }
    *value = values[i];
  }
  return fmi3OK;
}

fmi3Status fmi3GetInt32(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                        fmi3Int32 values[], size_t value_count) {
  (void)value_count;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != kAlarms) {
      return fmi3Error;
    }
    values[i] = ((Controller*)instance)->alarms;
  }
  return fmi3OK;
}

const char* fmi3GetVersion(void) {
  return fmi3Version;
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging_on,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback clock_update,
    fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock) {
  (void)name, (void)resources, (void)visible, (void)logging_on, (void)log;
  if (strcmp(token, "{lockstep-example-joint-tasks}") != 0) {
    return NULL;
  }
  Controller* self = (Controller*)calloc(1, sizeof(Controller));
  if (self) {
    self->environment = environment;
    self->clock_update = clock_update;
    self->lock = lock;
    self->unlock = unlock;
    start(self);
  }
  return self;
}

void fmi3FreeInstance(fmi3Instance instance) {
  free(instance);
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean tolerance_defined,
                                       fmi3Float64 tolerance, fmi3Float64 start_s, fmi3Boolean stop_defined,
                                       fmi3Float64 stop_s) {
  (void)tolerance_defined, (void)tolerance, (void)start_s, (void)stop_defined, (void)stop_s;
  return instance ? fmi3OK : fmi3Error;
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  return instance ? fmi3OK : fmi3Error;
}
fmi3Status fmi3Terminate(fmi3Instance instance) {
  return instance ? fmi3OK : fmi3Error;
}
fmi3Status fmi3Reset(fmi3Instance instance) {
  start((Controller*)instance);
  return fmi3OK;
}
fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t count,
                               const fmi3String categories[]) {
  (void)instance, (void)on, (void)count, (void)categories;
  return fmi3OK;
}
