// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "isolation/isolated_stepper.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "stepper/co_simulation_stepper.hpp"
#include "stepper/model_exchange_stepper.hpp"

namespace lockstep::core {

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
  const bool isolated = options.isolation.mode == Isolation::kProcess;
  if (isolated && kind != InterfaceKind::kScheduledExecution)
    return make_isolated_stepper(std::move(fmu), kind, std::move(options));
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
