// SPDX-License-Identifier: Apache-2.0
#include "description/variable_rules.hpp"

#include <fmt/format.h>

namespace lockstep::core {
namespace {

constexpr InitialRule kForbidden{};
constexpr InitialRule kExactOnly{true, true, false, false, Initial::kExact};
constexpr InitialRule kComputed{true, false, true, true, Initial::kCalculated};
constexpr InitialRule kAny{true, true, true, true, Initial::kCalculated};
constexpr InitialRule kNoInitial{true, false, false, false, Initial::kNotGiven};

bool is_float(VariableType type) noexcept {
  return type == VariableType::kFloat64 || type == VariableType::kFloat32;
}

bool is_parameter(Causality causality) noexcept {
  return causality == Causality::kParameter || causality == Causality::kStructuralParameter ||
         causality == Causality::kCalculatedParameter;
}

std::string allowed_words(const InitialRule& rule) {
  std::string words;
  const auto add = [&words](bool allowed, const char* word) {
    if (allowed) words.append(words.empty() ? "" : " or ").append(word);
  };
  add(rule.exact, "exact");
  add(rule.approx, "approx");
  add(rule.calculated, "calculated");
  return words;
}

void check_initial(Reading& reading, pugi::xml_node node, const InitialRule& rule, Initial given,
                   const Variable& variable) {
  if (rule.allows(given)) return;
  const std::string words = allowed_words(rule);
  reading.warn(
      node, "illegal-initial",
      fmt::format(
          "variable '{}': initial=\"{}\" is not allowed for causality \"{}\" and variability \"{}\", {}",
          variable.name, to_string(given), to_string(variable.causality), to_string(variable.variability),
          words.empty() ? "expected none" : fmt::format("expected {}", words)),
      words.empty() ? "remove the attribute initial"
                    : fmt::format("use initial=\"{}\"", to_string(rule.fallback)));
}

void check_start(Reading& reading, pugi::xml_node node, bool given, const Variable& variable) {
  if (variable.type == VariableType::kClock) return;
  const bool must = variable.initial == Initial::kExact || variable.initial == Initial::kApprox ||
                    variable.causality == Causality::kInput;
  const bool must_not =
      variable.causality == Causality::kIndependent || variable.initial == Initial::kCalculated;
  if (must && !given) {
    const bool input = variable.causality == Causality::kInput;
    reading.warn(node, "missing-start",
                 fmt::format("variable '{}' has no start value; causality \"{}\"{} requires one",
                             variable.name, to_string(variable.causality),
                             input ? "" : fmt::format(" with initial \"{}\"", to_string(variable.initial))),
                 "add a start value");
  }
  if (must_not && given) {
    const bool independent = variable.causality == Causality::kIndependent;
    reading.warn(node, "forbidden-start",
                 fmt::format("variable '{}' has a start value, but {}", variable.name,
                             independent ? "it is the independent variable"
                                         : "it is calculated (initial=\"calculated\")"),
                 independent ? "remove the start value"
                             : "remove the start value or give initial=\"exact\" or \"approx\"");
  }
}

}  // namespace

InitialRule initial_rule(FmiVersion version, Causality causality, Variability variability) noexcept {
  const bool parameter_like = variability == Variability::kFixed || variability == Variability::kTunable;
  const bool time_varying = variability == Variability::kDiscrete || variability == Variability::kContinuous;
  switch (causality) {
    case Causality::kParameter:
    case Causality::kStructuralParameter:
      return parameter_like ? kExactOnly : kForbidden;
    case Causality::kCalculatedParameter:
      return parameter_like ? kComputed : kForbidden;
    case Causality::kInput:
      if (!time_varying) return kForbidden;
      return version == FmiVersion::k3 ? kExactOnly : kNoInitial;
    case Causality::kOutput:
      if (variability == Variability::kConstant) return kExactOnly;
      return time_varying ? kAny : kForbidden;
    case Causality::kLocal:
      if (variability == Variability::kConstant) return kExactOnly;
      return time_varying ? kAny : kComputed;
    case Causality::kIndependent:
      return variability == Variability::kContinuous ? kNoInitial : kForbidden;
  }
  return kForbidden;
}

Variability default_variability(VariableType type, Causality causality) noexcept {
  if (is_parameter(causality)) return Variability::kFixed;
  return is_float(type) ? Variability::kContinuous : Variability::kDiscrete;
}

void apply_variable_rules(Reading& reading, pugi::xml_node node, const GivenAttributes& given,
                          Variable& variable) {
  const Variability fallback = default_variability(variable.type, variable.causality);
  variable.variability = given.variability.value_or(fallback);
  // FMI 2: the default is continuous whatever the type and the causality; FMI 3 has sensible defaults.
  const Variability by_standard = reading.schema == FmiVersion::k2 ? Variability::kContinuous : fallback;
  const Variability declared = given.variability.value_or(by_standard);
  if (declared == Variability::kContinuous && !is_float(variable.type)) {
    reading.warn(
        node, "continuous-not-real",
        fmt::format("variable '{}' of type {} is {} continuous; only floating-point variables can be",
                    variable.name, to_string(variable.type),
                    given.variability ? "declared" : "by the standard's default"),
        "give variability=\"discrete\" (parameters: \"fixed\" or \"tunable\")");
    variable.variability = fallback;
  } else if (!initial_rule(reading.schema, variable.causality, declared).combination_allowed) {
    reading.warn(node, "illegal-combination",
                 fmt::format("variable '{}': causality \"{}\" with variability \"{}\"{} is not allowed",
                             variable.name, to_string(variable.causality), to_string(declared),
                             given.variability ? "" : " (the default)"),
                 fmt::format("give variability=\"{}\"", to_string(fallback)));
  }
  InitialRule rule = initial_rule(reading.schema, variable.causality, variable.variability);
  const bool combination_allowed = rule.combination_allowed;
  if (!combination_allowed) rule = kAny;  // reported above; do not report what follows from it
  variable.initial = rule.fallback;
  if (given.initial) {
    check_initial(reading, node, rule, *given.initial, variable);
    if (rule.fallback != Initial::kNotGiven) variable.initial = *given.initial;
  }
  if (variable.type == VariableType::kClock) variable.initial = Initial::kNotGiven;
  if (combination_allowed) check_start(reading, node, given.start, variable);
}

}  // namespace lockstep::core
