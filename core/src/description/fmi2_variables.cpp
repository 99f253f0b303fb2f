// SPDX-License-Identifier: Apache-2.0
// FMI 2.0 TypeDefinitions and ModelVariables.
#include <fmt/format.h>

#include "description/annotations.hpp"
#include "description/common.hpp"
#include "description/scalar_types.hpp"
#include "description/variable_rules.hpp"

namespace lockstep::core {
namespace {

constexpr ChildSpec kDefinitionChildren[] = {{"SimpleType", 0, true, true}};

enum class VariableSlot : std::uint8_t {
  kName,
  kValueReference,
  kDescription,
  kCausality,
  kVariability,
  kInitial,
  kMultipleSet,
};
constexpr AttributeSpec kVariableSpecs[] = {{0, "name", true},
                                            {1, "valueReference", true},
                                            {2, "description"},
                                            {3, "causality"},
                                            {4, "variability"},
                                            {5, "initial"},
                                            {6, "canHandleMultipleSetPerTimeInstant"}};
constexpr AttributeTable kVariableTable{kVariableSpecs};

constexpr Choice<Causality> kCausalities[] = {{"local", Causality::kLocal},
                                              {"parameter", Causality::kParameter},
                                              {"input", Causality::kInput},
                                              {"output", Causality::kOutput},
                                              {"calculatedParameter", Causality::kCalculatedParameter},
                                              {"independent", Causality::kIndependent}};

pugi::xml_node find_type_element(Reading& reading, pugi::xml_node node, const ScalarType*& kind) {
  pugi::xml_node result;
  for (pugi::xml_node child = node.first_child(); child; child = child.next_sibling()) {
    const ScalarType* const found = scalar_type(child);
    if (found != nullptr && !result) {
      kind = found;
      result = child;
    } else if (found != nullptr) {
      report_repeated_child(reading, child);
    } else if (std::string_view{child.name()} == "Annotations") {
      read_annotations(reading, child);
    } else {
      report_unexpected(reading, child);
    }
  }
  return result;
}

void read_variable(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kVariableTable};
  Variable& variable = add_variable(reading, node);
  place_variable(reading, node, element.raw(VariableSlot::kName), variable);
  set_value_reference(reading, node, element.unsigned32(VariableSlot::kValueReference), variable);
  variable.description = element.text(VariableSlot::kDescription);
  variable.causality = element.choice(VariableSlot::kCausality, kCausalities).value_or(Causality::kLocal);
  variable.can_set_multiple_per_instant = element.boolean(VariableSlot::kMultipleSet, true);
  GivenAttributes given;
  given.variability = element.choice(VariableSlot::kVariability, kVariabilities);
  given.initial = element.choice(VariableSlot::kInitial, kInitials);

  const ScalarType* kind = nullptr;
  if (const pugi::xml_node type = find_type_element(reading, node, kind)) {
    variable.type = kind->type;
    Element type_attributes{reading, type, kind->variable2};
    read_scalar_attributes(reading, type_attributes, variable);
    type_attributes.expect_empty();
    given.start = type_attributes.has(ScalarSlot::kStart);
  } else {
    reading.fail(node, "no-type", fmt::format("variable '{}' has no type", variable.name),
                 "add one of <Real/>, <Integer/>, <Boolean/>, <String/>, <Enumeration/> to it");
  }
  apply_variable_rules(reading, node, given, variable);
}

constexpr ChildSpec kVariableListChildren[] = {{"ScalarVariable", 0, false, true}};

/// derivative="i" counts from 1.
void resolve_derivatives(Reading& reading) {
  auto& variables = reading.model.variables;
  const std::size_t count = variables.size();
  for (std::size_t i = 0; i < count; ++i) {
    Variable& variable = variables[i];
    if (variable.derivative_of == kNone) continue;
    const std::uint32_t index = variable.derivative_of;
    variable.derivative_of = kNone;
    if (index >= 1 && index <= count && index - 1 != i) {
      variable.derivative_of = index - 1;
      continue;
    }
    reading.diagnostics.add(
        Severity::kWarning, "bad-derivative",
        fmt::format("variable '{}': derivative=\"{}\" is not the index of another variable (1 to {})",
                    variable.name, index, count),
        "give the 1-based position of the state in ModelVariables",
        {reading.xml.file(), variable.line, variable.column});
  }
}

}  // namespace

void read_fmi2_types(Reading& reading, pugi::xml_node definitions) {
  read_children(reading, definitions, kDefinitionChildren,
                [&](std::size_t, pugi::xml_node node) { read_scalar_type(reading, node); });
}

void read_fmi2_variables(Reading& reading, pugi::xml_node model_variables) {
  reserve_variables(reading);
  reading.xml.for_each_part(model_variables, [&](pugi::xml_node part) {
    read_children(reading, part, kVariableListChildren,
                  [&](std::size_t, pugi::xml_node node) { read_variable(reading, node); });
  });
  // Not by kVariableListChildren: a part may hold nothing but text.
  if (reading.model.variables.empty()) report_missing_child(reading, model_variables, "ScalarVariable");
  resolve_derivatives(reading);
}

}  // namespace lockstep::core
