// SPDX-License-Identifier: Apache-2.0
// FMI 3.0: life of an instance.
#include <cmath>
#include <memory>

#include "fmi3_instance.hpp"

namespace lockstep::exporter {
namespace {

Component::Sink sink_of(fmi3InstanceEnvironment environment, fmi3LogMessageCallback log_message) {
  if (log_message == nullptr) return {};
  return [environment, log_message](Status status, const char* category, const char* text) {
    std::string escaped;  // a single # would start a reference to a variable
    for (const char* c = text; *c != '\0'; ++c)
      escaped.append(*c == '#' ? 2 : 1, *c);
    log_message(environment, static_cast<fmi3Status>(status), category, escaped.c_str());
  };
}

bool is_blank(const char* text) {
  return text == nullptr || std::string(text).find_first_not_of(" \t\n") == std::string::npos;
}

/// Throws if an instance of this kind cannot be made.
void demand_kind(const Description& m, Kind kind) {
  if (kind == Kind::kModelExchange && m.traits().has_step)
    throw CallRefused("this model has no Model Exchange form");
  if (kind == Kind::kScheduledExecution && !m.has_clocks()) {
    throw CallRefused("this model has no clocks and so no Scheduled Execution form");
  }
}

struct Arguments {
  const char* function;
  Kind kind;
  fmi3String name, token, resource_path;
  fmi3Boolean is_logging;
  fmi3InstanceEnvironment environment;
  fmi3LogMessageCallback log_message;
};

/// What the three ways to make an instance have in common; null with a message when it fails.
std::unique_ptr<Fmi3Instance> instantiate(const Arguments& a) noexcept {
  const auto sink = sink_of(a.environment, a.log_message);
  const auto fail = [&](const std::string& text) {
    if (sink) sink(Status::kError, "logStatusError", (a.function + (": " + text)).c_str());
    return nullptr;
  };
  try {
    const Prototype& shared = prototype();
    if (is_blank(a.name)) return fail("the instance needs a name");
    if (a.token == nullptr || shared.token != a.token) {
      return fail("the instantiation token is '" + std::string(a.token == nullptr ? "" : a.token) +
                  "', but this library belongs to '" + shared.token +
                  "'; the model description and the binary are not of the same FMU");
    }
    demand_kind(shared.description, a.kind);
    auto instance = std::make_unique<Fmi3Instance>(shared, a.kind, sink);
    instance->environment = a.environment;
    instance->component.set_logging(a.is_logging, {});
    instance->component.set_resources(a.resource_path == nullptr ? "" : a.resource_path);
    return instance;
  } catch (const std::exception& e) {
    return fail(e.what());
  } catch (...) {
    return fail("the model threw something that is no std::exception");
  }
}

/// Lets the importer look at outputs and move inputs after every internal step.
std::function<void(double, double&)> intermediate_update(Fmi3Instance& i,
                                                         fmi3IntermediateUpdateCallback callback) {
  if (callback == nullptr) return {};
  return [&i, callback](double time, double& end) {
    fmi3Boolean is_requested = fmi3False;
    fmi3Float64 return_time = end;
    i.component.set_mode(kIntermediateUpdate);
    callback(i.environment, time, fmi3True, fmi3True, fmi3True, i.allows_early_return, &is_requested,
             &return_time);
    i.component.set_mode(kStepMode);
    if (is_requested && i.allows_early_return) end = std::max(time, std::min(end, return_time));
  };
}

/// Asks for the inputs at the end of an internal step, so that they need not be held over it. Outputs are of
/// no use yet.
std::function<void(double)> inputs_ahead(Fmi3Instance& i, fmi3IntermediateUpdateCallback callback) {
  if (callback == nullptr) return {};
  return [&i, callback](double to) {
    fmi3Boolean is_requested = fmi3False;
    fmi3Float64 return_time = to;
    i.component.set_mode(kIntermediateUpdate);
    callback(i.environment, to, fmi3True, fmi3False, fmi3False, fmi3False, &is_requested, &return_time);
    i.component.set_mode(kStepMode);
  };
}

}  // namespace

Fmi3Instance::Fmi3Instance(const Prototype& prototype, Kind kind, Component::Sink sink)
    : component(prototype, kind, std::move(sink)), co_simulation(component) {}

Differentiator& Fmi3Instance::differentiator() {
  component.about_to_get();
  if (!differentiator_) differentiator_ = std::make_unique<Differentiator>(component);
  differentiator_->load();
  return *differentiator_;
}

}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

const char* fmi3GetVersion() {
  return fmi3Version;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String instanceName, fmi3String instantiationToken,
                                          fmi3String resourcePath, fmi3Boolean, fmi3Boolean loggingOn,
                                          fmi3InstanceEnvironment instanceEnvironment,
                                          fmi3LogMessageCallback logMessage) {
  return instantiate({"fmi3InstantiateModelExchange", Kind::kModelExchange, instanceName, instantiationToken,
                      resourcePath, loggingOn, instanceEnvironment, logMessage})
      .release();
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String instanceName, fmi3String instantiationToken,
                                         fmi3String resourcePath, fmi3Boolean, fmi3Boolean loggingOn,
                                         fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
                                         const fmi3ValueReference[], size_t,
                                         fmi3InstanceEnvironment instanceEnvironment,
                                         fmi3LogMessageCallback logMessage,
                                         fmi3IntermediateUpdateCallback intermediateUpdate) {
  const char* const function = "fmi3InstantiateCoSimulation";
  auto instance = instantiate({function, Kind::kCoSimulation, instanceName, instantiationToken, resourcePath,
                               loggingOn, instanceEnvironment, logMessage});
  if (!instance) return nullptr;
  const Description& m = instance->component.description();
  if (m.has_clocks() && !eventModeUsed) {
    instance->component.log(Status::kError, "logStatusError",
                            std::string(function) + ": a model with clocks needs event mode");
    return nullptr;
  }
  if (eventModeUsed && m.traits().has_step) {
    instance->component.log(Status::kError, "logStatusError",
                            std::string(function) + ": this model has no event mode");
    return nullptr;
  }
  instance->uses_event_mode = eventModeUsed;
  instance->allows_early_return = earlyReturnAllowed;
  instance->co_simulation.set_importer({eventModeUsed, earlyReturnAllowed,
                                        intermediate_update(*instance, intermediateUpdate),
                                        inputs_ahead(*instance, intermediateUpdate)});
  return instance.release();
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String instanceName, fmi3String instantiationToken,
                                               fmi3String resourcePath, fmi3Boolean, fmi3Boolean loggingOn,
                                               fmi3InstanceEnvironment instanceEnvironment,
                                               fmi3LogMessageCallback logMessage,
                                               fmi3ClockUpdateCallback clockUpdate,
                                               fmi3LockPreemptionCallback lockPreemption,
                                               fmi3UnlockPreemptionCallback unlockPreemption) {
  auto instance = instantiate({"fmi3InstantiateScheduledExecution", Kind::kScheduledExecution, instanceName,
                               instantiationToken, resourcePath, loggingOn, instanceEnvironment, logMessage});
  if (!instance) return nullptr;
  instance->clock_update = clockUpdate;
  instance->lock_preemption = lockPreemption;
  instance->unlock_preemption = unlockPreemption;
  return instance.release();
}

void fmi3FreeInstance(fmi3Instance instance) {
  delete static_cast<Fmi3Instance*>(instance);
}

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean loggingOn, size_t nCategories,
                               const fmi3String categories[]) {
  return fmi3_call(instance, "fmi3SetDebugLogging", kAnyMode, [&](Fmi3Instance& i) {
    i.component.set_logging(loggingOn, std::vector<std::string>(categories, categories + nCategories));
  });
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
  return fmi3_call(instance, "fmi3EnterConfigurationMode", kInstantiated | kStepMode | kEventMode,
                   [](Fmi3Instance& i) { i.component.enter_configuration(); });
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
  return fmi3_call(instance, "fmi3ExitConfigurationMode", kConfiguration | kReconfiguration,
                   [](Fmi3Instance& i) { i.component.exit_configuration(); });
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean, fmi3Float64, fmi3Float64 startTime,
                                       fmi3Boolean stopTimeDefined, fmi3Float64 stopTime) {
  return fmi3_call(instance, "fmi3EnterInitializationMode", kInstantiated, [&](Fmi3Instance& i) {
    const double stop = stopTimeDefined ? stopTime : HUGE_VAL;
    if (!(stop >= startTime)) throw CallRefused("the stop time is before the start time");
    i.component.set_experiment(startTime, stop);
    i.component.enter_initialization();
  });
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  return fmi3_call(instance, "fmi3ExitInitializationMode", kInitialization, [](Fmi3Instance& i) {
    if (i.component.kind() == Kind::kScheduledExecution) {
      i.component.exit_initialization(kClockActivation);
    } else if (i.component.kind() == Kind::kCoSimulation && !i.uses_event_mode) {
      i.component.exit_initialization(kStepMode);
      i.co_simulation.start();
    } else {
      i.component.exit_initialization(kEventMode);
    }
  });
}

fmi3Status fmi3Terminate(fmi3Instance instance) {
  return fmi3_call(instance, "fmi3Terminate", kEventMode | kContinuousTime | kStepMode | kClockActivation,
                   [](Fmi3Instance& i) { i.component.set_mode(kTerminated); });
}

fmi3Status fmi3Reset(fmi3Instance instance) {
  return fmi3_call(instance, "fmi3Reset", kAnyMode, [](Fmi3Instance& i) { i.component.reset(); });
}

}  // extern "C"
