// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <vector>

#include "check/rules.hpp"

namespace lockstep::core {
namespace {

bool is_continuous_real(const Variable& variable) noexcept {
  return (variable.type == VariableType::kFloat64 || variable.type == VariableType::kFloat32) &&
         variable.variability == Variability::kContinuous;
}

/// One list of ModelStructure against the variables that must be in it.
class ListCheck {
 public:
  ListCheck(Rules& rules, Span<const Unknown> rows, std::string_view list)
      : rules_{rules}, listed_(rules.model.variables().size(), false) {
    for (const Unknown& row : rows) {
      if (row.variable == kNone) continue;
      if (listed_[row.variable])
        rules.warn(rules.where(row), "structure-listed-twice",
                   fmt::format("variable '{}' is listed twice in {}", name(row.variable), list),
                   "remove one row");
      listed_[row.variable] = true;
    }
  }

  bool listed(TableIndex variable) const { return listed_[variable]; }
  std::string_view name(TableIndex variable) const { return rules_.model.variables()[variable].name; }

  /// `fmi2_list` and `fmi3_row` are the names a row for the variable would be added by.
  void missing(TableIndex variable, std::string_view id, const std::string& message,
               std::string_view fmi2_list, std::string_view fmi3_row) {
    if (listed_[variable]) return;
    const Variable& missed = rules_.model.variables()[variable];
    rules_.warn(rules_.where(missed), id, message,
                rules_.model.fmi_version() == FmiVersion::k3
                    ? fmt::format("add <{} valueReference=\"{}\"/>", fmi3_row, missed.value_reference)
                    : fmt::format("add <Unknown index=\"{}\"/> to {}", variable + 1, fmi2_list));
  }

 private:
  Rules& rules_;
  std::vector<bool> listed_;
};

void check_outputs(Rules& rules) {
  const auto variables = rules.model.variables();
  const Span<const Unknown> rows = rules.model.structure().outputs;
  ListCheck list{
      rules, rows,
      rules.model.fmi_version() == FmiVersion::k3 ? "ModelStructure/Output" : "ModelStructure/Outputs"};
  for (const Unknown& row : rows)
    if (row.variable != kNone && variables[row.variable].causality != Causality::kOutput)
      rules.warn(rules.where(row), "structure-not-an-output",
                 fmt::format("variable '{}' is listed as output but has causality \"{}\"",
                             list.name(row.variable), to_string(variables[row.variable].causality)),
                 "remove the row or make the variable an output");
  for (TableIndex i = 0; i < variables.size(); ++i)
    if (variables[i].causality == Causality::kOutput)
      list.missing(i, "structure-missing-output",
                   fmt::format("output '{}' is not listed in ModelStructure", list.name(i)), "Outputs",
                   "Output");
}

/// Fills is_state for the states, and the derivatives listed.
std::vector<bool> check_derivatives(Rules& rules, std::vector<bool>& is_derivative) {
  const auto variables = rules.model.variables();
  std::vector<bool> is_state(variables.size(), false);
  const Span<const Unknown> rows = rules.model.structure().continuous_state_derivatives;
  const ListCheck list{rules, rows, "the derivatives of ModelStructure"};
  for (const Unknown& row : rows) {
    if (row.variable == kNone) continue;
    const Variable& variable = variables[row.variable];
    is_derivative[row.variable] = true;
    if (variable.derivative_of == kNone) {
      rules.warn(rules.where(row), "structure-not-a-derivative",
                 fmt::format("variable '{}' is listed as state derivative but has no attribute derivative",
                             variable.name),
                 "add derivative=\"...\" to the variable or remove the row");
      continue;
    }
    if (!is_continuous_real(variable))
      rules.warn(rules.where(row), "structure-derivative-not-continuous",
                 fmt::format("state derivative '{}' is not a continuous real variable", variable.name),
                 "make it continuous or remove the row");
    const Variable& state = variables[variable.derivative_of];
    is_state[variable.derivative_of] = true;
    if (state.causality != Causality::kLocal && state.causality != Causality::kOutput)
      rules.warn(rules.where(state), "state-causality",
                 fmt::format("state '{}' has causality \"{}\", expected local or output", state.name,
                             to_string(state.causality)),
                 "change its causality");
  }
  return is_state;
}

bool computed(const Variable& variable) noexcept {
  return variable.initial == Initial::kApprox || variable.initial == Initial::kCalculated;
}

std::string_view why_initial_unknown(const Variable& variable, bool state, bool derivative) noexcept {
  if (variable.causality == Causality::kCalculatedParameter) return "it is a calculated parameter";
  if (!computed(variable) || !variable.clocks.empty()) return {};
  if (variable.causality == Causality::kOutput && variable.type != VariableType::kClock)
    return "it is an output that is calculated during initialisation";
  if (state) return "it is a state that is calculated during initialisation";
  if (derivative) return "it is a state derivative that is calculated during initialisation";
  return {};
}

void check_initial_unknowns(Rules& rules, const std::vector<bool>& is_state,
                            const std::vector<bool>& is_derivative) {
  const auto variables = rules.model.variables();
  const bool fmi2 = rules.model.fmi_version() == FmiVersion::k2;
  const Span<const Unknown> rows = rules.model.structure().initial_unknowns;
  ListCheck list{rules, rows, "the initial unknowns of ModelStructure"};
  const auto why = [&](TableIndex i) {
    return why_initial_unknown(variables[i], is_state[i], is_derivative[i]);
  };
  TableIndex before = 0;
  for (const Unknown& row : rows) {
    if (row.variable == kNone) continue;
    if (why(row.variable).empty() && variables[row.variable].clocks.empty())
      rules.warn(
          rules.where(row), "structure-not-an-initial-unknown",
          fmt::format(
              "variable '{}' is listed as initial unknown but is not one (causality \"{}\", initial \"{}\")",
              list.name(row.variable), to_string(variables[row.variable].causality),
              to_string(variables[row.variable].initial)),
          "remove the row");
    if (fmi2 && row.variable < before)
      rules.warn(rules.where(row), "structure-order",
                 fmt::format("initial unknown '{}' comes after '{}'; FMI 2 wants the order of ModelVariables",
                             list.name(row.variable), list.name(before)),
                 "sort the rows by index");
    before = row.variable;
  }
  for (TableIndex i = 0; i < variables.size(); ++i)
    if (const std::string_view reason = why(i); !reason.empty())
      list.missing(
          i, "structure-missing-initial-unknown",
          fmt::format("variable '{}' is not listed in the initial unknowns, though {}", list.name(i), reason),
          "InitialUnknowns", "InitialUnknown");
}

void check_rows(Rules& rules, Span<const Unknown> rows) {
  const auto variables = rules.model.variables();
  const bool fmi2 = rules.model.fmi_version() == FmiVersion::k2;
  for (const Unknown& row : rows) {
    if (row.variable == kNone) continue;
    const bool real = variables[row.variable].type == VariableType::kFloat64 ||
                      variables[row.variable].type == VariableType::kFloat32;
    for (std::size_t i = 0; i < row.dependencies.size(); ++i) {
      if (fmi2 && i > 0 && row.dependencies[i] <= row.dependencies[i - 1]) {
        rules.warn(
            rules.where(row), "structure-dependency-order",
            fmt::format("the dependencies of '{}' are not in ascending order", variables[row.variable].name),
            "sort them");
        break;
      }
    }
    for (const DependencyKind kind : row.kinds) {
      if (kind == DependencyKind::kDependent || real) continue;
      rules.warn(
          rules.where(row), "structure-bad-kind",
          fmt::format("'{}' is not a real variable; its dependencies can only be of kind \"dependent\"",
                      variables[row.variable].name),
          "use dependent");
      break;
    }
  }
}

void check_event_indicators(Rules& rules) {
  const auto variables = rules.model.variables();
  const Span<const Unknown> rows = rules.model.structure().event_indicators;
  const ListCheck list{rules, rows, "ModelStructure/EventIndicator"};
  for (const Unknown& row : rows)
    if (row.variable != kNone && !is_continuous_real(variables[row.variable]))
      rules.warn(
          rules.where(row), "structure-indicator-not-continuous",
          fmt::format("event indicator '{}' is not a continuous real variable", variables[row.variable].name),
          "make it continuous or remove the row");
}

}  // namespace

void check_structure(Rules& rules) {
  if (rules.model.fmi_version() == FmiVersion::k1) return;  // has no ModelStructure
  const ModelStructure& structure = rules.model.structure();
  check_outputs(rules);
  std::vector<bool> is_derivative(rules.model.variables().size(), false);
  const std::vector<bool> is_state = check_derivatives(rules, is_derivative);
  check_initial_unknowns(rules, is_state, is_derivative);
  check_event_indicators(rules);
  for (const Span<const Unknown> rows : {structure.outputs, structure.continuous_state_derivatives,
                                         structure.clocked_states, structure.initial_unknowns})
    check_rows(rules, rows);
}

}  // namespace lockstep::core
