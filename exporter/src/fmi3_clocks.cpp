// SPDX-License-Identifier: Apache-2.0
// FMI 3.0: clocks, and Scheduled Execution.
#include <cmath>

#include "fmi3_instance.hpp"

namespace lockstep::exporter {
namespace {

constexpr std::uint32_t kClockModes = kInitialization | kEventMode | kClockActivation;

const VariableInfo& clock_at(Fmi3Instance& i, fmi3ValueReference vr) {
  const auto& variables = i.component.description().variables();
  if (vr >= variables.size() || variables[vr].storage->type != Type::kClock) {
    throw CallRefused("there is no clock with value reference " + std::to_string(vr));
  }
  return variables[vr];
}

const VariableInfo& input_clock_at(Fmi3Instance& i, fmi3ValueReference vr) {
  const VariableInfo& v = clock_at(i, vr);
  if (v.causality != Causality::kInput) throw CallRefused("clock '" + v.name + "' is no input");
  return v;
}

/// True if the importer chooses the interval of this clock.
bool is_adjustable(const VariableInfo& v) {
  return v.clock.interval == IntervalVariability::kFixed || v.clock.interval == IntervalVariability::kTunable;
}

fmi3IntervalQualifier tell_interval(const VariableInfo& v, Clock& clock, double& interval) {
  if (v.clock.interval == IntervalVariability::kTriggered)
    throw CallRefused("clock '" + v.name + "' is triggered and has no interval");
  interval = clock.interval();
  if (v.clock.period > 0.0) return fmi3IntervalUnchanged;
  if (!ClockAccess::is_interval_known(clock)) return fmi3IntervalNotYetKnown;
  const bool is_new = ClockAccess::has_new_interval(clock);
  ClockAccess::interval_was_told(clock);
  return is_new ? fmi3IntervalChanged : fmi3IntervalUnchanged;
}

void demand_fraction(const VariableInfo& v) {
  if (v.clock.resolution == 0) throw CallRefused("clock '" + v.name + "' does not support fractions");
}

template <class F>
fmi3Status for_each_clock(fmi3Instance instance, const char* function, std::uint32_t modes,
                          const fmi3ValueReference vr[], size_t nvr, F&& f) noexcept {
  return fmi3_call(instance, function, modes, [&](Fmi3Instance& i) {
    if (i.component.mode() != kStepMode) i.component.about_to_get();
    for (size_t k = 0; k < nvr; ++k)
      f(i, input_clock_at(i, vr[k]), i.component.clock(vr[k]), k);
  });
}

}  // namespace
}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

fmi3Status fmi3GetClock(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, fmi3Clock values[]) {
  return fmi3_call(instance, "fmi3GetClock", kEventMode | kClockActivation, [&](Fmi3Instance& i) {
    i.component.about_to_get();
    for (size_t k = 0; k < nValueReferences; ++k) {
      clock_at(i, valueReferences[k]);
      Clock& clock = i.component.clock(valueReferences[k]);
      values[k] = clock.ticks();
      // In Scheduled Execution nothing ends an instant: reading a tick takes it.
      if (i.component.mode() == kClockActivation) ClockAccess::set_active(clock, false);
    }
  });
}

fmi3Status fmi3SetClock(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, const fmi3Clock values[]) {
  return fmi3_call(instance, "fmi3SetClock", kEventMode, [&](Fmi3Instance& i) {
    for (size_t k = 0; k < nValueReferences; ++k) {
      input_clock_at(i, valueReferences[k]);
      i.component.set_clock(valueReferences[k], values[k]);
    }
  });
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                  size_t nValueReferences, fmi3Float64 intervals[],
                                  fmi3IntervalQualifier qualifiers[]) {
  return for_each_clock(instance, "fmi3GetIntervalDecimal", kClockModes, valueReferences, nValueReferences,
                        [&](Fmi3Instance&, const VariableInfo& v, Clock& clock, size_t k) {
                          qualifiers[k] = tell_interval(v, clock, intervals[k]);
                        });
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                   size_t nValueReferences, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[]) {
  return for_each_clock(instance, "fmi3GetIntervalFraction", kClockModes, valueReferences, nValueReferences,
                        [&](Fmi3Instance&, const VariableInfo& v, Clock&, size_t k) {
                          demand_fraction(v);
                          counters[k] = v.clock.counter;
                          resolutions[k] = v.clock.resolution;
                          qualifiers[k] = fmi3IntervalUnchanged;
                        });
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                               size_t nValueReferences, fmi3Float64 shifts[]) {
  return for_each_clock(instance, "fmi3GetShiftDecimal", kClockModes, valueReferences, nValueReferences,
                        [&](Fmi3Instance&, const VariableInfo&, Clock& clock, size_t k) {
                          shifts[k] = ClockAccess::shift(clock);
                        });
}

fmi3Status fmi3GetShiftFraction(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                size_t nValueReferences, fmi3UInt64 counters[], fmi3UInt64 resolutions[]) {
  return for_each_clock(instance, "fmi3GetShiftFraction", kClockModes, valueReferences, nValueReferences,
                        [&](Fmi3Instance&, const VariableInfo& v, Clock& clock, size_t k) {
                          demand_fraction(v);
                          const double ticks =
                              ClockAccess::shift(clock) * static_cast<double>(v.clock.resolution);
                          counters[k] = static_cast<fmi3UInt64>(std::llround(ticks));
                          resolutions[k] = v.clock.resolution;
                        });
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                  size_t nValueReferences, const fmi3Float64 intervals[]) {
  return for_each_clock(instance, "fmi3SetIntervalDecimal", kClockModes, valueReferences, nValueReferences,
                        [&](Fmi3Instance& i, const VariableInfo& v, Clock& clock, size_t k) {
                          const bool is_late = i.component.mode() != kInitialization &&
                                               v.clock.interval != IntervalVariability::kTunable;
                          if (!is_adjustable(v) || is_late)
                            throw CallRefused("the interval of clock '" + v.name + "' cannot be set now");
                          if (!(intervals[k] > 0.0))
                            throw CallRefused("the interval of clock '" + v.name + "' must be > 0");
                          ClockAccess::set_interval(clock, intervals[k]);
                          i.component.mark_changed();
                        });
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                   size_t nValueReferences, const fmi3UInt64 counters[],
                                   const fmi3UInt64 resolutions[]) {
  std::vector<fmi3Float64> intervals;
  for (size_t k = 0; k < nValueReferences; ++k) {
    intervals.push_back(static_cast<double>(counters[k]) / static_cast<double>(resolutions[k]));
  }
  return fmi3SetIntervalDecimal(instance, valueReferences, nValueReferences, intervals.data());
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                               size_t nValueReferences, const fmi3Float64 shifts[]) {
  return for_each_clock(instance, "fmi3SetShiftDecimal", kInitialization, valueReferences, nValueReferences,
                        [&](Fmi3Instance&, const VariableInfo& v, Clock& clock, size_t k) {
                          if (!is_adjustable(v))
                            throw CallRefused("the shift of clock '" + v.name + "' cannot be set");
                          ClockAccess::set_shift(clock, shifts[k]);
                        });
}

fmi3Status fmi3SetShiftFraction(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                size_t nValueReferences, const fmi3UInt64 counters[],
                                const fmi3UInt64 resolutions[]) {
  std::vector<fmi3Float64> shifts;
  for (size_t k = 0; k < nValueReferences; ++k) {
    shifts.push_back(static_cast<double>(counters[k]) / static_cast<double>(resolutions[k]));
  }
  return fmi3SetShiftDecimal(instance, valueReferences, nValueReferences, shifts.data());
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clockReference,
                                      fmi3Float64 activationTime) {
  bool has_news = false;
  const auto status =
      fmi3_call(instance, "fmi3ActivateModelPartition", kClockActivation, [&](Fmi3Instance& i) {
        input_clock_at(i, clockReference);
        // Partitions share the model's members: the scheduler must not switch to another in between.
        if (i.lock_preemption != nullptr) i.lock_preemption();
        struct Unlock {
          fmi3UnlockPreemptionCallback unlock;
          ~Unlock() {
            if (unlock != nullptr) unlock();
          }
        } unlock{i.unlock_preemption};
        i.component.activate_partition(clockReference, activationTime);
        has_news = i.component.has_clock_news();
      });
  const auto* i = static_cast<Fmi3Instance*>(instance);
  if (has_news && i->clock_update != nullptr) i->clock_update(i->environment);
  return status;
}

}  // extern "C"
