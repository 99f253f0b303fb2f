// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "check/binary_check.hpp"
#include "lockstep/fmi/fmi1.h"
#include "lockstep/fmi/fmi2.h"
#include "lockstep/fmi/fmi3.h"

namespace lockstep::core {
namespace {

struct Function {
  std::string_view name;        ///< without "fmi2"
  unsigned kinds;               ///< LOCKSTEP_FMI_ME, ...
  std::string_view capability;  ///< attribute without which nobody calls it
};

#define LOCKSTEP_FUNCTION(name, kinds, capability) {#name, kinds, capability},
constexpr Function kFmi1Functions[] = {LOCKSTEP_FMI1_FUNCTIONS(LOCKSTEP_FUNCTION)};
constexpr Function kFmi2Functions[] = {LOCKSTEP_FMI2_FUNCTIONS(LOCKSTEP_FUNCTION)};
constexpr Function kFmi3Functions[] = {LOCKSTEP_FMI3_FUNCTIONS(LOCKSTEP_FUNCTION)};
#undef LOCKSTEP_FUNCTION

Span<const Function> functions_of(FmiVersion version) noexcept {
  switch (version) {
    case FmiVersion::k1:
      return kFmi1Functions;
    case FmiVersion::k2:
      return kFmi2Functions;
    case FmiVersion::k3:
      break;
  }
  return kFmi3Functions;
}

unsigned bit_of(InterfaceKind kind) noexcept {
  switch (kind) {
    case InterfaceKind::kCoSimulation:
      return LOCKSTEP_FMI_CS;
    case InterfaceKind::kModelExchange:
      return LOCKSTEP_FMI_ME;
    case InterfaceKind::kScheduledExecution:
      break;
  }
  return LOCKSTEP_FMI_SE;
}

std::string symbol_name(FmiVersion version, std::string_view model_identifier, std::string_view name) {
  switch (version) {
    case FmiVersion::k1:
      return fmt::format("{}_fmi{}", model_identifier, name);
    case FmiVersion::k2:
      return fmt::format("fmi2{}", name);
    case FmiVersion::k3:
      break;
  }
  return fmt::format("fmi3{}", name);
}

/// Without these not even the smallest simulation is possible.
bool is_vital(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 12> kVital{"InstantiateModel",
                                                    "InstantiateSlave",
                                                    "Initialize",
                                                    "InitializeSlave",
                                                    "Instantiate",
                                                    "EnterInitializationMode",
                                                    "ExitInitializationMode",
                                                    "InstantiateModelExchange",
                                                    "InstantiateCoSimulation",
                                                    "InstantiateScheduledExecution",
                                                    "DoStep",
                                                    "ActivateModelPartition"};
  return std::find(kVital.begin(), kVital.end(), name) != kVital.end();
}

}  // namespace

std::string check_functions(const ModelDescription& model, InterfaceKind kind, const FoundLibrary& library,
                            DiagnosticSink& diagnostics) {
  const InterfaceCapabilities& interface = *model.interface(kind);
  std::string vital;
  for (const Function& function : functions_of(model.fmi_version())) {
    if ((function.kinds & bit_of(kind)) == 0) continue;
    const std::string symbol = symbol_name(model.fmi_version(), interface.model_identifier, function.name);
    if (library.file->exports(symbol)) continue;
    const bool fatal = is_vital(function.name);
    if (fatal && vital.empty()) vital = symbol;
    diagnostics.add(
        fatal ? Severity::kError : Severity::kWarning,
        fatal ? "missing-function" : "missing-optional-function",
        fmt::format("'{}' does not export {} ({}{})", library.place, symbol, to_string(kind),
                    function.capability.empty() ? std::string{}
                                                : fmt::format(", needed with {} only", function.capability)),
        "export the function; one that is not supported returns an error", {library.place, 0, 0});
  }
  return vital;
}

}  // namespace lockstep::core
