// SPDX-License-Identifier: Apache-2.0
// FMI 1.0 ModelVariables, told in the words of later versions.
#include <fmt/format.h>

#include <unordered_map>

#include "description/common.hpp"
#include "description/scalar_types.hpp"

namespace lockstep::core {
namespace {

enum class VariableSlot : std::uint8_t {
  kName,
  kValueReference,
  kDescription,
  kCausality,
  kVariability,
  kAlias
};
constexpr AttributeSpec kVariableSpecs[] = {{0, "name", true},  {1, "valueReference", true},
                                            {2, "description"}, {3, "causality"},
                                            {4, "variability"}, {5, "alias"}};
constexpr AttributeTable kVariableTable{kVariableSpecs};
constexpr ChildSpec kListChildren[] = {{"ScalarVariable", 0, false, true}};
constexpr ChildSpec kDependencyChildren[] = {{"Name", 0, false, true}};

enum class Causality1 : std::uint8_t { kInternal, kInput, kOutput, kNone };
enum class Variability1 : std::uint8_t { kContinuous, kConstant, kParameter, kDiscrete };
enum class AliasKind : std::uint8_t { kNoAlias, kAlias, kNegatedAlias };
constexpr Choice<Causality1> kCausalities[] = {{"internal", Causality1::kInternal},
                                               {"input", Causality1::kInput},
                                               {"output", Causality1::kOutput},
                                               {"none", Causality1::kNone}};
constexpr Choice<Variability1> kVariabilities[] = {{"continuous", Variability1::kContinuous},
                                                   {"constant", Variability1::kConstant},
                                                   {"parameter", Variability1::kParameter},
                                                   {"discrete", Variability1::kDiscrete}};
constexpr Choice<AliasKind> kAliases[] = {{"noAlias", AliasKind::kNoAlias},
                                          {"alias", AliasKind::kAlias},
                                          {"negatedAlias", AliasKind::kNegatedAlias}};

/// What <DirectDependency> of an output says; resolved when all variables are known.
struct Dependency {
  struct Input {
    std::string name;
    XmlDocument::LineAndColumn place;
  };
  TableIndex output{kNone};
  bool given{false};
  std::vector<Input> inputs;
};

Causality to_causality(Causality1 causality, Variability1 variability) noexcept {
  if (causality == Causality1::kOutput) return Causality::kOutput;
  if (variability == Variability1::kParameter) return Causality::kParameter;
  return causality == Causality1::kInput ? Causality::kInput : Causality::kLocal;
}

Variability to_variability(Variability1 variability, VariableType type) noexcept {
  switch (variability) {
    case Variability1::kConstant:
      return Variability::kConstant;
    case Variability1::kParameter:
      return Variability::kFixed;
    case Variability1::kDiscrete:
      return Variability::kDiscrete;
    case Variability1::kContinuous:
      break;
  }
  return type == VariableType::kFloat64 ? Variability::kContinuous : Variability::kDiscrete;
}

/// A start value with fixed="true" (the default) is exact, with fixed="false" a guess; without one the FMU
/// computes.
Initial to_initial(Reading& reading, Element& type, const Variable& variable) {
  const std::optional<bool> fixed = type.boolean(ScalarSlot::kFixed);
  if (fixed && !type.has(ScalarSlot::kStart))
    reading.warn(type.attribute(ScalarSlot::kFixed), "fixed-without-start",
                 fmt::format("variable '{}' has the attribute fixed but no start value", variable.name),
                 "add a start value or remove fixed");
  if (variable.causality == Causality::kInput) return Initial::kNotGiven;
  if (variable.start == nullptr) return Initial::kCalculated;
  return fixed.value_or(true) ? Initial::kExact : Initial::kApprox;
}

void check_variable(Reading& reading, pugi::xml_node node, Variability1 variability, const Variable& variable,
                    bool has_dependency) {
  if (variability == Variability1::kConstant && variable.start == nullptr)
    reading.warn(node, "missing-start",
                 fmt::format("constant '{}' has no start value, which is its value", variable.name),
                 "add a start value");
  if (variability == Variability1::kConstant && variable.causality == Causality::kInput)
    reading.warn(
        node, "illegal-combination",
        fmt::format("variable '{}': causality \"input\" with variability \"constant\" is not allowed",
                    variable.name),
        "give another variability");
  if (variable.negated_alias &&
      (variable.type == VariableType::kString || variable.type == VariableType::kEnumeration))
    reading.warn(node, "bad-negated-alias",
                 fmt::format("variable '{}' of type {} cannot be a negated alias", variable.name,
                             to_string(variable.type)),
                 "use alias=\"alias\" or a variable of its own");
  if (has_dependency && variable.causality != Causality::kOutput)
    reading.warn(node, "direct-dependency",
                 fmt::format("variable '{}' has a DirectDependency but is not an output", variable.name),
                 "remove the DirectDependency");
}

Dependency read_dependency(Reading& reading, pugi::xml_node list) {
  Dependency result;
  result.output = static_cast<TableIndex>(reading.model.variables.size() - 1);
  result.given = static_cast<bool>(list);
  if (list)
    read_children(reading, list, kDependencyChildren, [&](std::size_t, pugi::xml_node name) {
      reading.xml.check_depth(name, reading.limits);
      result.inputs.push_back({name.child_value(), reading.xml.line_and_column(name)});
    });
  return result;
}

void read_variable(Reading& reading, pugi::xml_node node, std::vector<Dependency>& outputs) {
  Element element{reading, node, kVariableTable};
  Variable& variable = add_variable(reading, node);
  place_variable(reading, node, element.raw(VariableSlot::kName), variable);
  set_value_reference(reading, node, element.unsigned32(VariableSlot::kValueReference), variable);
  variable.description = element.text(VariableSlot::kDescription);
  const Causality1 causality =
      element.choice(VariableSlot::kCausality, kCausalities).value_or(Causality1::kInternal);
  const Variability1 variability =
      element.choice(VariableSlot::kVariability, kVariabilities).value_or(Variability1::kContinuous);
  variable.negated_alias = element.choice(VariableSlot::kAlias, kAliases) == AliasKind::kNegatedAlias;
  variable.causality = to_causality(causality, variability);

  pugi::xml_node dependency;
  bool typed = false;
  for (const pugi::xml_node child : node.children()) {
    if (const ScalarType* const kind = scalar_type(child); kind != nullptr && !typed) {
      typed = true;
      variable.type = kind->type;
      Element type{reading, child, kind->variable1};
      read_scalar_attributes(reading, type, variable);
      type.expect_empty();
      variable.initial = to_initial(reading, type, variable);
      if (dependency) report_child_order(reading, child, "DirectDependency");
    } else if (kind != nullptr) {
      report_repeated_child(reading, child);
    } else if (std::string_view{child.name()} == "DirectDependency" && !dependency) {
      dependency = child;
    } else {
      report_unexpected(reading, child);
    }
  }
  if (!typed)
    reading.fail(node, "no-type", fmt::format("variable '{}' has no type", variable.name),
                 "add one of <Real/>, <Integer/>, <Boolean/>, <String/>, <Enumeration/> to it");
  variable.variability = to_variability(variability, variable.type);
  check_variable(reading, node, variability, variable, static_cast<bool>(dependency));
  if (variable.causality == Causality::kOutput) outputs.push_back(read_dependency(reading, dependency));
}

/// The outputs with the inputs each depends on directly; FMI 1 names them.
void resolve_dependencies(Reading& reading, const std::vector<Dependency>& outputs) {
  ModelDescription::Impl& model = reading.model;
  std::unordered_map<std::string_view, TableIndex> inputs;
  for (TableIndex i = 0; i < model.variables.size(); ++i)
    if (model.variables[i].causality == Causality::kInput) inputs.emplace(model.variables[i].name, i);
  std::vector<Unknown> rows;
  rows.reserve(outputs.size());
  for (const Dependency& output : outputs) {
    Unknown row;
    row.variable = output.output;
    row.line = model.variables[output.output].line;
    row.dependencies_given = output.given;
    std::vector<TableIndex> dependencies;
    for (const Dependency::Input& input : output.inputs) {
      const auto found = inputs.find(input.name);
      if (found != inputs.end()) {
        dependencies.push_back(found->second);
        continue;
      }
      row.dependencies_given = false;  // could be any
      reading.warn(input.place, "structure-bad-reference",
                   fmt::format("output '{}': its direct dependency '{}' is not the name of an input",
                               model.variables[output.output].name, input.name.substr(0, 80)),
                   "correct the name; the output is treated as depending on every input");
    }
    if (row.dependencies_given) {
      row.dependencies = model.arena.copy(dependencies);
      row.kinds =
          model.arena.copy(std::vector<DependencyKind>(dependencies.size(), DependencyKind::kDependent));
    }
    rows.push_back(row);
  }
  model.structure.outputs = model.arena.copy(rows);
}

}  // namespace

void read_fmi1_variables(Reading& reading, pugi::xml_node model_variables) {
  reserve_variables(reading);
  std::vector<Dependency> outputs;
  reading.xml.for_each_part(model_variables, [&](pugi::xml_node part) {
    read_children(reading, part, kListChildren,
                  [&](std::size_t, pugi::xml_node node) { read_variable(reading, node, outputs); });
  });
  resolve_dependencies(reading, outputs);
}

}  // namespace lockstep::core
