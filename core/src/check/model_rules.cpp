// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "check/rules.hpp"

namespace lockstep::core {
namespace {

void check_independent(Rules& rules) {
  const ModelDescription& model = rules.model;
  const Variable* first = nullptr;
  for (const Variable& variable : model.variables()) {
    if (variable.causality != Causality::kIndependent) continue;
    if (first != nullptr)
      rules.warn(rules.where(variable), "second-independent",
                 fmt::format("variable '{}' is independent, but so is '{}'; there is only one", variable.name,
                             first->name),
                 "change its causality");
    else
      first = &variable;
    if (variable.type != VariableType::kFloat64 && variable.type != VariableType::kFloat32)
      rules.warn(rules.where(variable), "independent-type",
                 fmt::format("the independent variable '{}' is of type {}, expected a floating-point type",
                             variable.name, to_string(variable.type)),
                 "make it a Real or Float64");
  }
  if (first == nullptr && model.fmi_version() == FmiVersion::k3)
    rules.warn(rules.in_description(), "no-independent",
               "no variable has causality \"independent\"; FMI 3 requires exactly one (usually time)",
               "add <Float64 name=\"time\" valueReference=\"...\" causality=\"independent\" "
               "variability=\"continuous\"/>");
}

void check_capabilities(Rules& rules) {
  const ModelDescription& model = rules.model;
  for (std::size_t i = 0; i < kInterfaceKindCount; ++i) {
    const auto kind = static_cast<InterfaceKind>(i);
    const InterfaceCapabilities* const interface = model.interface(kind);
    if (interface == nullptr) continue;
    if (interface->can_serialize_state && !interface->can_get_and_set_state)
      rules.warn(rules.in_description(), "serialize-without-state",
                 fmt::format("{} can serialise its state but cannot get and set it", to_string(kind)),
                 "declare both capabilities or none");
    if (interface->can_return_early_after_update && !interface->provides_intermediate_update)
      rules.warn(
          rules.in_description(), "early-return-without-update",
          fmt::format("{} can return early after an intermediate update but provides none", to_string(kind)),
          "add providesIntermediateUpdate=\"true\" or remove canReturnEarlyAfterIntermediateUpdate");
    if (interface->needs_execution_tool || interface->tool_coupling)
      rules.diagnostics.add(
          Severity::kNote, "needs-tool",
          fmt::format("{} needs a tool on this machine to run{}", to_string(kind),
                      model.generation_tool().empty()
                          ? std::string{", but the description does not say which"}
                          : fmt::format(": '{}' generated it", model.generation_tool())),
          "install the tool and its licence before running the FMU; without it the FMU may wait for ever",
          rules.in_description());
  }
}

/// YYYY-MM-DDThh:mm:ss with an optional fraction and an optional zone.
bool is_date_and_time(std::string_view text) noexcept {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
  if (text.size() < kForm.size()) return false;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < kForm.size(); ++i)
    if (kForm[i] == 'd' ? !digit(text[i]) : text[i] != kForm[i]) return false;
  std::string_view rest = text.substr(kForm.size());
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    if (rest.empty() || !digit(rest.front())) return false;
    while (!rest.empty() && digit(rest.front()))
      rest.remove_prefix(1);
  }
  if (rest.empty() || rest == "Z") return true;
  return rest.size() == 6 && (rest[0] == '+' || rest[0] == '-') && digit(rest[1]) && digit(rest[2]) &&
         rest[3] == ':' && digit(rest[4]) && digit(rest[5]);
}

}  // namespace

void check_model(Rules& rules) {
  const ModelDescription& model = rules.model;
  const char* const token = model.fmi_version() == FmiVersion::k3 ? "instantiationToken" : "guid";
  if (model.instantiation_token().empty())
    rules.warn(rules.in_description(), "empty-token",
               fmt::format("{} is empty; it tells whether description and binary belong together", token),
               fmt::format("give {} the value the binary expects", token));
  if (!model.generation_date_and_time().empty() && !is_date_and_time(model.generation_date_and_time()))
    rules.warn(
        rules.in_description(), "bad-date",
        fmt::format("generationDateAndTime \"{}\" is not a date and time", model.generation_date_and_time()),
        "write it like 2024-01-31T12:00:00Z");
  check_independent(rules);
  check_capabilities(rules);
}

}  // namespace lockstep::core
