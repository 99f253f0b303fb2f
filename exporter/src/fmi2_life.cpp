// SPDX-License-Identifier: Apache-2.0
// FMI 2.0: life of an instance.
#include <cmath>
#include <cstdlib>
#include <memory>

#include "fmi2_instance.hpp"

namespace lockstep::exporter {
namespace {

const std::vector<Fmi2Scalar>& shared_scalars() {
  static const std::vector<Fmi2Scalar> scalars = fmi2_scalars(prototype().description);
  return scalars;
}

/// "file:///a%20b" and "file:/a%20b" are "/a b/"; anything else is no folder of this machine and gives "".
std::string path_of_uri(const std::string& uri) {
  std::size_t at = uri.compare(0, 7, "file://") == 0 ? 7 : 5;
  if (uri.compare(0, 5, "file:") != 0) return "";
  at = uri.find('/', at);  // skips "localhost"
  std::string path;
  for (; at < uri.size(); ++at) {
    if (uri[at] == '%' && at + 2 < uri.size()) {
      path += static_cast<char>(std::strtol(uri.substr(at + 1, 2).c_str(), nullptr, 16));
      at += 2;
    } else {
      path += uri[at];
    }
  }
  if (!path.empty() && path.back() != '/') path += '/';
  return path;
}

Component::Sink sink_of(const std::string& name, const fmi2CallbackFunctions* callbacks) {
  if (callbacks == nullptr || callbacks->logger == nullptr) return {};
  return [name, callbacks](Status status, const char* category, const char* text) {
    // "%s": a message with a percent sign in it must not be taken for a format.
    callbacks->logger(callbacks->componentEnvironment, name.c_str(), static_cast<fmi2Status>(status),
                      category, "%s", text);
  };
}

}  // namespace

Fmi2Instance::Fmi2Instance(const Prototype& prototype, Kind kind, std::string instance_name,
                           const fmi2CallbackFunctions* functions)
    : name(std::move(instance_name)),
      callbacks(functions),
      scalars(shared_scalars()),
      component(prototype, kind, sink_of(name, functions)),
      co_simulation(component) {}

Differentiator& Fmi2Instance::differentiator() {
  component.about_to_get();
  if (!differentiator_) differentiator_ = std::make_unique<Differentiator>(component);
  differentiator_->load();
  return *differentiator_;
}

}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

const char* fmi2GetTypesPlatform() {
  return fmi2TypesPlatform;
}
const char* fmi2GetVersion() {
  return fmi2Version;
}

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                              fmi2String fmuResourceLocation, const fmi2CallbackFunctions* functions,
                              fmi2Boolean, fmi2Boolean loggingOn) {
  const std::string name = instanceName == nullptr ? "" : instanceName;
  const auto sink = sink_of(name, functions);
  const auto fail = [&](const std::string& text) -> fmi2Component {
    if (sink) sink(Status::kError, "logStatusError", ("fmi2Instantiate: " + text).c_str());
    return nullptr;
  };
  try {
    const Prototype& shared = prototype();
    if (name.empty()) return fail("the instance needs a name");
    if (fmuGUID == nullptr || shared.token != fmuGUID) {
      return fail("the GUID is '" + std::string(fmuGUID == nullptr ? "" : fmuGUID) +
                  "', but this library belongs to '" + shared.token +
                  "'; the model description and the binary are not of the same FMU");
    }
    const Kind kind = fmuType == fmi2CoSimulation ? Kind::kCoSimulation : Kind::kModelExchange;
    if (kind == Kind::kModelExchange && shared.description.traits().has_step) {
      return fail("this model has no Model Exchange form");
    }
    auto instance = std::make_unique<Fmi2Instance>(shared, kind, name, functions);
    instance->component.set_logging(loggingOn != fmi2False, {});
    instance->component.set_resources(path_of_uri(fmuResourceLocation == nullptr ? "" : fmuResourceLocation));
    return instance.release();
  } catch (const std::exception& e) {
    return fail(e.what());
  } catch (...) {
    return fail("the model threw something that is no std::exception");
  }
}

void fmi2FreeInstance(fmi2Component c) {
  delete static_cast<Fmi2Instance*>(c);
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories,
                               const fmi2String categories[]) {
  return fmi2_call(c, "fmi2SetDebugLogging", kAnyMode, [&](Fmi2Instance& i) {
    i.component.set_logging(loggingOn != fmi2False,
                            std::vector<std::string>(categories, categories + nCategories));
  });
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean, fmi2Real, fmi2Real startTime,
                               fmi2Boolean stopTimeDefined, fmi2Real stopTime) {
  return fmi2_call(c, "fmi2SetupExperiment", kInstantiated, [&](Fmi2Instance& i) {
    const double stop = stopTimeDefined != fmi2False ? stopTime : HUGE_VAL;
    if (!(stop >= startTime)) throw CallRefused("the stop time is before the start time");
    i.component.set_experiment(startTime, stop);
    i.last_successful_time = startTime;
  });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return fmi2_call(c, "fmi2EnterInitializationMode", kInstantiated,
                   [](Fmi2Instance& i) { i.component.enter_initialization(); });
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return fmi2_call(c, "fmi2ExitInitializationMode", kInitialization, [](Fmi2Instance& i) {
    const bool is_co_simulation = i.component.kind() == Kind::kCoSimulation;
    i.component.exit_initialization(is_co_simulation ? kStepMode : kEventMode);
    if (is_co_simulation) i.co_simulation.start();
  });
}

fmi2Status fmi2Terminate(fmi2Component c) {
  return fmi2_call(c, "fmi2Terminate", kEventMode | kContinuousTime | kStepMode,
                   [](Fmi2Instance& i) { i.component.set_mode(kTerminated); });
}

fmi2Status fmi2Reset(fmi2Component c) {
  return fmi2_call(c, "fmi2Reset", kAnyMode, [](Fmi2Instance& i) {
    i.component.reset();
    i.last_successful_time = 0.0;
  });
}

}  // extern "C"
