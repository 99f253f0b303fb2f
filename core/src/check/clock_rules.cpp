// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <unordered_set>

#include "check/rules.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

bool is_periodic(ClockInterval interval) noexcept {
  return interval == ClockInterval::kConstant || interval == ClockInterval::kFixed ||
         interval == ClockInterval::kTunable;
}

void check_clock(Rules& rules, const Variable& variable) {
  const ClockAttributes& clock = *variable.clock;
  const auto warn = [&](std::string_view id, const std::string& what, std::string fix) {
    rules.warn(rules.where(variable), id, fmt::format("clock '{}' {}", variable.name, what), std::move(fix));
  };
  if (variable.causality != Causality::kInput && variable.causality != Causality::kOutput &&
      variable.causality != Causality::kLocal)
    warn("clock-causality",
         fmt::format("has causality \"{}\", expected input, output or local", to_string(variable.causality)),
         "change its causality");
  if (variable.variability != Variability::kDiscrete)
    warn("clock-variability",
         fmt::format("has variability \"{}\", expected discrete", to_string(variable.variability)),
         "remove the attribute variability");
  const bool input = variable.causality == Causality::kInput;
  if (!input && clock.interval != ClockInterval::kTriggered)
    warn("clock-interval",
         fmt::format("is not an input but has intervalVariability \"{}\"", to_string(clock.interval)),
         "use intervalVariability=\"triggered\"");
  if (!input && clock.priority)
    warn("clock-priority", "is not an input but has a priority", "remove the priority");
  const bool scheduled = rules.model.interface(InterfaceKind::kScheduledExecution) != nullptr;
  if (input && scheduled && !clock.priority)
    warn("clock-priority", "is an input of a Scheduled Execution FMU but has no priority", "add a priority");
  if (clock.interval == ClockInterval::kConstant && !clock.interval_decimal_s)
    warn("clock-interval", "is constant but has no intervalDecimal", "add intervalDecimal=\"seconds\"");
  if (clock.interval_decimal_s && !is_periodic(clock.interval))
    warn("clock-interval",
         fmt::format("has intervalDecimal although its interval is \"{}\"", to_string(clock.interval)),
         "remove intervalDecimal");
  if (clock.interval_decimal_s && *clock.interval_decimal_s <= 0.0)
    warn("clock-interval",
         fmt::format("has intervalDecimal {}, expected more than 0", to_text(*clock.interval_decimal_s)),
         "correct intervalDecimal");
  if (clock.shift_decimal_s < 0.0)
    warn("clock-shift",
         fmt::format("has shiftDecimal {}, expected 0 or more", to_text(clock.shift_decimal_s)),
         "correct shiftDecimal");
  if (clock.interval_counter != 0 && (clock.resolution == 0 || !clock.supports_fraction))
    warn("clock-fraction", "has intervalCounter but no resolution or no supportsFraction=\"true\"",
         "add resolution=\"ticks per second\" and supportsFraction=\"true\"");
}

void check_clocked(Rules& rules, const Variable& variable) {
  for (const ValueReference reference : variable.clocks)
    if (rules.model.find(reference, VariableType::kClock) == nullptr)
      rules.warn(rules.where(variable), "unknown-clock",
                 fmt::format("variable '{}': value reference {} in clocks is not that of a clock",
                             variable.name, reference),
                 "correct the list of clocks");
  if (!variable.clocks.empty() && variable.variability != Variability::kDiscrete &&
      variable.variability != Variability::kTunable)
    rules.warn(rules.where(variable), "clocked-variability",
               fmt::format("clocked variable '{}' has variability \"{}\", expected discrete or tunable",
                           variable.name, to_string(variable.variability)),
               "change its variability");
}

void check_previous(Rules& rules, const Variable& variable, std::unordered_set<TableIndex>& taken) {
  if (variable.previous == kNone) return;
  const Variable& previous = rules.model.variables()[variable.previous];
  const auto warn = [&](const std::string& what, const char* fix) {
    rules.warn(rules.where(variable), "bad-previous", fmt::format("variable '{}' {}", variable.name, what),
               fix);
  };
  if (variable.clocks.empty() || variable.variability != Variability::kDiscrete)
    warn("has a previous value but is not a clocked discrete variable",
         "add clocks and variability=\"discrete\"");
  if (previous.type != variable.type || previous.causality == Causality::kInput)
    warn(fmt::format("has the previous value '{}', which is an input or of another type", previous.name),
         "refer to a variable of the same type that is no input");
  if (!taken.insert(variable.previous).second)
    warn(fmt::format("shares its previous value '{}' with another variable", previous.name),
         "give each clocked state a previous value of its own");
}

}  // namespace

void check_clocks(Rules& rules) {
  const ModelDescription& model = rules.model;
  if (model.fmi_version() != FmiVersion::k3) return;
  std::unordered_set<TableIndex> taken;
  bool any_clock = false;
  for (const Variable& variable : model.variables()) {
    any_clock = any_clock || variable.type == VariableType::kClock;
    if (variable.clock != nullptr) check_clock(rules, variable);
    check_clocked(rules, variable);
    check_previous(rules, variable, taken);
  }
  for (const Unknown& row : model.structure().clocked_states)
    if (row.variable != kNone && model.variables()[row.variable].previous == kNone)
      rules.warn(
          rules.where(row), "clocked-state-without-previous",
          fmt::format("clocked state '{}' has no attribute previous", model.variables()[row.variable].name),
          "add previous=\"...\" to the variable or remove the row");
  const InterfaceCapabilities* const cs = model.interface(InterfaceKind::kCoSimulation);
  if (any_clock && cs != nullptr && !cs->has_event_mode)
    rules.warn(rules.in_description(), "clocks-without-event-mode",
               "the FMU has clocks but its Co-Simulation interface has no event mode",
               "add hasEventMode=\"true\" or remove the clocks");
}

}  // namespace lockstep::core
