// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "fmu_impl.hpp"
#include "instance/library_table.hpp"
#include "isolation/isolated_stepper.hpp"
#include "isolation/worker_process.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "stepper/co_simulation_stepper.hpp"
#include "stepper/model_exchange_stepper.hpp"

namespace lockstep::core {
namespace {

bool has_worker(const IsolationOptions& options, const LogSink& log) {
  try {
    static_cast<void>(isolation::worker_program(options));
    return true;
  } catch (const Error& error) {
    if (log) log({LogLevel::kWarning, "lockstep", "isolation", error.what()});
    return false;
  }
}

/// Isolation::kAutomatic decides here.
bool needs_worker(const Fmu& fmu, InterfaceKind kind, const StepperOptions& options) {
  if (options.isolation.mode != Isolation::kAutomatic) return options.isolation.mode == Isolation::kProcess;
  const InstanceOptions& instance = options.instance;
  if (!fmu.description().interface(kind)->can_be_instantiated_only_once_per_process ||
      instance.intermediate_update != nullptr || instance.scheduler != nullptr ||
      !LibraryTable::of_process().in_use(fmu.impl().files(kind).library) ||
      !has_worker(options.isolation, instance.log)) {
    return false;
  }
  if (instance.log)
    instance.log({LogLevel::kInfo, "lockstep", "isolation",
                  fmt::format("{}: may be instantiated only once per process and has an instance here, so "
                              "this one runs in a worker process",
                              fmu.path().string())});
  return true;
}

void refuse_callbacks(const Fmu& fmu, const InstanceOptions& options) {
  if (options.intermediate_update == nullptr && options.scheduler == nullptr) return;
  throw Error{
      ErrorCode::kUnsupported,
      fmt::format("{}: callbacks (intermediate update, scheduler) do not reach an isolated FMU; run it "
                  "without isolation",
                  fmu.path().string())};
}

}  // namespace

std::unique_ptr<Stepper> Stepper::create(std::shared_ptr<const Fmu> fmu, StepperOptions options) {
  const InterfaceKind kind = options.kind ? *options.kind : fmu->preferred_kind();
  if (fmu->description().interface(kind) == nullptr) {
    throw Error{ErrorCode::kUnsupported,
                fmt::format("{}: the FMU has no {} interface; it offers {}", fmu->path().string(),
                            to_string(kind), to_string(fmu->preferred_kind()))};
  }
  for (const Diagnostic& finding : fmu->diagnostics()) {
    if (finding.id == "library-name" && options.instance.log)
      options.instance.log({LogLevel::kWarning, "lockstep", finding.id,
                            fmt::format("{}: {}", fmu->path().string(), finding.message)});
  }
  if (kind != InterfaceKind::kScheduledExecution && needs_worker(*fmu, kind, options)) {
    refuse_callbacks(*fmu, options.instance);
    return make_isolated_stepper(std::move(fmu), kind, std::move(options));
  }
  switch (kind) {
    case InterfaceKind::kCoSimulation:
      return make_co_simulation_stepper(std::move(fmu), std::move(options));
    case InterfaceKind::kModelExchange:
      return make_model_exchange_stepper(std::move(fmu), std::move(options));
    case InterfaceKind::kScheduledExecution:
      break;
  }
  throw Error{
      ErrorCode::kUnsupported,
      fmt::format("{}: Scheduled Execution needs a scheduler of yours; drive core::Instance yourself, see "
                  "examples/scheduled_execution",
                  fmu->path().string())};
}

}  // namespace lockstep::core
