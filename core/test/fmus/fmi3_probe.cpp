// SPDX-License-Identifier: Apache-2.0
#include "fmi3_probe.hpp"

using namespace fmi3_probe;

namespace {

void note(Probe& p, const char* text) {
  p.of<std::string>()[8] = {text};
}

fmi3Instance make(const char* name, const char* token, const char* resources, bool visible, bool logging,
                  fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  if (std::strcmp(token, "{refuse}") == 0) {
    log(environment, fmi3Error, "logStatusError", "token is 100% wrong");
    return nullptr;
  }
  auto* made = new Probe;
  made->environment = environment;
  made->log = log;
  made->of<std::string>()[1] = {name};
  made->of<std::string>()[2] = {resources != nullptr ? resources : "(null)"};
  made->of<bool>()[1] = {visible};
  made->of<bool>()[2] = {logging};
  return made;
}

}  // namespace

const char* fmi3GetVersion() {
  return "3.0.1";
}
fmi3Status fmi3SetDebugLogging(fmi3Instance i, fmi3Boolean, size_t n, const fmi3String categories[]) {
  if (n > 0) probe(i).of<std::string>()[3] = {categories[n - 1]};
  return fmi3OK;
}
fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging, fmi3InstanceEnvironment e,
                                          fmi3LogMessageCallback log) {
  return make(name, token, resources, visible, logging, e, log);
}
fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean events,
                                         fmi3Boolean early, const fmi3ValueReference variables[], size_t n,
                                         fmi3InstanceEnvironment e, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  fmi3Instance made = make(name, token, resources, visible, logging, e, log);
  if (made == nullptr) return nullptr;
  probe(made).update = update;
  probe(made).of<bool>()[3] = {events};
  probe(made).of<bool>()[4] = {early};
  probe(made).of<std::uint64_t>()[1] = {n};
  probe(made).of<std::uint64_t>()[2] = {n > 0 ? variables[n - 1] : 0};
  return made;
}
fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                               fmi3Boolean visible, fmi3Boolean logging,
                                               fmi3InstanceEnvironment e, fmi3LogMessageCallback log,
                                               fmi3ClockUpdateCallback clock_update,
                                               fmi3LockPreemptionCallback lock,
                                               fmi3UnlockPreemptionCallback unlock) {
  fmi3Instance made = make(name, token, resources, visible, logging, e, log);
  probe(made).clock_update = clock_update;
  probe(made).lock = lock;
  probe(made).unlock = unlock;
  return made;
}
void fmi3FreeInstance(fmi3Instance i) {
  delete &probe(i);
}
fmi3Status fmi3EnterInitializationMode(fmi3Instance i, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
  auto& reals = probe(i).of<double>();
  reals[1] = {has_tolerance ? tolerance : -1};
  reals[2] = {start};
  reals[3] = {has_stop ? stop : -1};
  return fmi3OK;
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance) {
  return fmi3OK;
}
fmi3Status fmi3EnterEventMode(fmi3Instance i) {
  return probe(i).passes = 2, fmi3OK;
}
fmi3Status fmi3Terminate(fmi3Instance) {
  return fmi3OK;
}
fmi3Status fmi3Reset(fmi3Instance i) {
  return probe(i).deed = kGood, fmi3OK;
}
fmi3Status fmi3EnterConfigurationMode(fmi3Instance i) {
  return probe(i).configuring = true, fmi3OK;
}
fmi3Status fmi3ExitConfigurationMode(fmi3Instance i) {
  return probe(i).configuring = false, fmi3OK;
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance, fmi3ValueReference, size_t*) {
  return fmi3Error;
}
fmi3Status fmi3GetVariableDependencies(fmi3Instance, fmi3ValueReference, size_t[], fmi3ValueReference[],
                                       size_t[], fmi3DependencyKind[], size_t) {
  return fmi3Error;
}
fmi3Status fmi3GetFMUState(fmi3Instance i, fmi3FMUState* state) {
  if (*state == nullptr) *state = new Probe;
  *static_cast<Probe*>(*state) = probe(i);
  return fmi3OK;
}
fmi3Status fmi3SetFMUState(fmi3Instance i, fmi3FMUState state) {
  return probe(i) = *static_cast<Probe*>(state), fmi3OK;
}
fmi3Status fmi3FreeFMUState(fmi3Instance, fmi3FMUState* state) {
  delete static_cast<Probe*>(*state);
  *state = nullptr;
  return fmi3OK;
}
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance, fmi3FMUState, size_t* size) {
  return *size = sizeof(double), fmi3OK;
}
fmi3Status fmi3SerializeFMUState(fmi3Instance, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  std::memcpy(bytes, &static_cast<Probe*>(state)->states, size);
  return fmi3OK;
}
fmi3Status fmi3DeserializeFMUState(fmi3Instance i, const fmi3Byte bytes[], size_t size, fmi3FMUState* state) {
  if (size != sizeof(double)) return fmi3Error;
  auto* read = new Probe{probe(i)};
  std::memcpy(&read->states, bytes, size);
  *state = read;
  return fmi3OK;
}
fmi3Status fmi3GetDirectionalDerivative(fmi3Instance, const fmi3ValueReference u[], size_t nu,
                                        const fmi3ValueReference k[], size_t nk, const fmi3Float64 seed[],
                                        size_t ns, fmi3Float64 result[], size_t nr) {
  if (ns != nk || nr != nu) return fmi3Error;
  for (std::size_t a = 0; a < nu; ++a) {
    result[a] = 0;
    for (std::size_t b = 0; b < nk; ++b)
      result[a] += (u[a] + 10.0 * k[b]) * seed[b];
  }
  return fmi3OK;
}
fmi3Status fmi3GetAdjointDerivative(fmi3Instance, const fmi3ValueReference u[], size_t nu,
                                    const fmi3ValueReference k[], size_t nk, const fmi3Float64 seed[],
                                    size_t ns, fmi3Float64 result[], size_t nr) {
  if (ns != nu || nr != nk) return fmi3Error;
  for (std::size_t b = 0; b < nk; ++b) {
    result[b] = 0;
    for (std::size_t a = 0; a < nu; ++a)
      result[b] += (u[a] + 10.0 * k[b]) * seed[a];
  }
  return fmi3OK;
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance, const fmi3ValueReference r[], size_t, fmi3Float64 v[],
                                  fmi3IntervalQualifier q[]) {
  v[0] = r[0] / 1000.0;
  q[0] = fmi3IntervalChanged;
  return fmi3OK;
}
fmi3Status fmi3GetIntervalFraction(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64 c[],
                                   fmi3UInt64 r[], fmi3IntervalQualifier q[]) {
  c[0] = 1;
  r[0] = 3;
  q[0] = fmi3IntervalUnchanged;
  return fmi3OK;
}
fmi3Status fmi3GetShiftDecimal(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64 v[]) {
  return v[0] = 0.25, fmi3OK;
}
fmi3Status fmi3GetShiftFraction(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64 c[],
                                fmi3UInt64 r[]) {
  return c[0] = 1, r[0] = 6, fmi3OK;
}
fmi3Status fmi3SetIntervalDecimal(fmi3Instance i, const fmi3ValueReference[], size_t, const fmi3Float64 v[]) {
  return probe(i).of<double>()[4] = {v[0]}, fmi3OK;
}
fmi3Status fmi3SetIntervalFraction(fmi3Instance i, const fmi3ValueReference[], size_t, const fmi3UInt64 c[],
                                   const fmi3UInt64 r[]) {
  return probe(i).of<double>()[5] = {1000.0 * static_cast<double>(c[0]) + static_cast<double>(r[0])}, fmi3OK;
}
fmi3Status fmi3SetShiftDecimal(fmi3Instance i, const fmi3ValueReference[], size_t, const fmi3Float64 v[]) {
  return probe(i).of<double>()[6] = {v[0]}, fmi3OK;
}
fmi3Status fmi3SetShiftFraction(fmi3Instance i, const fmi3ValueReference[], size_t, const fmi3UInt64 c[],
                                const fmi3UInt64 r[]) {
  return probe(i).of<double>()[7] = {1000.0 * static_cast<double>(c[0]) + static_cast<double>(r[0])}, fmi3OK;
}
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance i) {
  return note(probe(i), "evaluated"), fmi3OK;
}
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance i, fmi3Boolean* again, fmi3Boolean* end,
                                    fmi3Boolean* nominals, fmi3Boolean* states, fmi3Boolean* has_next,
                                    fmi3Float64* next) {
  *again = --probe(i).passes > 0;
  *end = probe(i).deed == kEnd;
  *nominals = *states = !*again;
  *has_next = true;
  *next = 0.25;
  return probe(i).deed == kFail ? fmi3Error : fmi3OK;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance) {
  return fmi3OK;
}
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance, fmi3Boolean, fmi3Boolean* enter, fmi3Boolean* end) {
  return *enter = true, *end = false, fmi3OK;
}
fmi3Status fmi3SetTime(fmi3Instance i, fmi3Float64 time) {
  return probe(i).of<double>()[8] = {time}, fmi3OK;
}
fmi3Status fmi3SetContinuousStates(fmi3Instance i, const fmi3Float64 x[], size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    probe(i).states[k] = x[k];
  return fmi3OK;
}
fmi3Status fmi3GetContinuousStates(fmi3Instance i, fmi3Float64 x[], size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    x[k] = probe(i).states[k];
  return fmi3OK;
}
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance i, fmi3Float64 dx[], size_t n) {
  if (probe(i).deed == kRound) std::fesetround(FE_UPWARD);
  for (std::size_t k = 0; k < n; ++k)
    dx[k] = -probe(i).states[k];
  return fmi3OK;
}
fmi3Status fmi3GetEventIndicators(fmi3Instance i, fmi3Float64 z[], size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    z[k] = probe(i).states[k] - 1;
  return fmi3OK;
}
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance, fmi3Float64 v[], size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    v[k] = 2;
  return fmi3OK;
}
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance, size_t* n) {
  return *n = 1, fmi3OK;
}
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance, size_t* n) {
  return *n = 2, fmi3OK;
}
fmi3Status fmi3EnterStepMode(fmi3Instance) {
  return fmi3OK;
}
fmi3Status fmi3GetOutputDerivatives(fmi3Instance, const fmi3ValueReference r[], size_t n,
                                    const fmi3Int32 orders[], fmi3Float64 v[], size_t) {
  for (std::size_t k = 0; k < n; ++k)
    v[k] = 100.0 * orders[k] + r[k];
  return fmi3OK;
}

fmi3Status fmi3DoStep(fmi3Instance i, fmi3Float64 from, fmi3Float64 size, fmi3Boolean no_rollback,
                      fmi3Boolean* event, fmi3Boolean* end, fmi3Boolean* early, fmi3Float64* last) {
  Probe& p = probe(i);
  p.of<bool>()[5] = {no_rollback};
  *event = p.deed == kEvent;
  *end = p.deed == kEnd;
  *early = p.deed == kEarly;
  *last = p.deed == kEarly ? from + size / 4 : from + size;
  p.of<double>()[8] = {*last};
  switch (p.deed) {
    case kWarn:
      return fmi3Warning;
    case kDiscard:
      *last = 99;
      return fmi3Discard;
    case kFail:
      p.log(p.environment, fmi3Error, "logStatusError", "the solver gave up on #8# at 100%");
      return fmi3Error;
    case kBeFatal:
      return fmi3Fatal;
    case kRound:
      std::fesetround(FE_UPWARD);
      return fmi3OK;
    case kThrow:
      throw std::runtime_error{"out of the C interface"};
    case kUpdate: {
      bool leave = false;
      double leave_at = -1;
      p.update(p.environment, from + size / 2, true, true, true, true, &leave, &leave_at);
      *early = leave;
      *last = leave ? leave_at : from + size;
      return fmi3OK;
    }
    default:
      return fmi3OK;
  }
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance i, fmi3ValueReference clock, fmi3Float64 time) {
  Probe& p = probe(i);
  p.lock();
  p.of<double>()[8] = {time + clock};
  p.unlock();
  p.clock_update(p.environment);
  return p.deed == kDiscard ? fmi3Discard : fmi3OK;
}
