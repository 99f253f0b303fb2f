// SPDX-License-Identifier: Apache-2.0
// FMI 3 ModelVariables.
#include "description/fmi3_variables.hpp"

#include <fmt/format.h>

#include "description/annotations.hpp"
#include "description/common.hpp"
#include "description/structure.hpp"
#include "description/variable_rules.hpp"
#include "description/words.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

using Slot = Fmi3Slot;

constexpr Choice<Causality> kCausalities[] = {{"local", Causality::kLocal},
                                              {"parameter", Causality::kParameter},
                                              {"input", Causality::kInput},
                                              {"output", Causality::kOutput},
                                              {"calculatedParameter", Causality::kCalculatedParameter},
                                              {"independent", Causality::kIndependent},
                                              {"structuralParameter", Causality::kStructuralParameter}};

constexpr AttributeSpec kDimensionSpecs[] = {{0, "start"}, {1, "valueReference"}};
constexpr AttributeTable kDimensionTable{kDimensionSpecs};
constexpr std::uint32_t kFloatAlias = 1, kOtherAlias = 2;
constexpr AttributeSpec kAliasSpecs[] = {
    {0, "name", true}, {1, "description"}, {2, "displayUnit", false, kFloatAlias}};
constexpr AttributeTable kFloatAliasTable{kAliasSpecs, AttributeTable::Others::kForbidden, kFloatAlias};
constexpr AttributeTable kOtherAliasTable{kAliasSpecs, AttributeTable::Others::kForbidden, kOtherAlias};

constexpr ChildSpec kClockChildren[] = {{"Annotations", 0}, {"Alias", 3, false, true}};
constexpr ChildSpec kNumberChildren[] = {
    {"Annotations", 0}, {"Alias", 3, false, true}, {"Dimension", 1, false, true}};
constexpr ChildSpec kTextChildren[] = {
    {"Annotations", 0}, {"Alias", 3, false, true}, {"Dimension", 1, false, true}, {"Start", 2, false, true}};

bool is_float(VariableType type) noexcept {
  return type == VariableType::kFloat64 || type == VariableType::kFloat32;
}

XmlDocument::LineAndColumn place_of(const Variable& variable) noexcept {
  return {variable.line, variable.column};
}

/// A size that can only be known when all variables are.
struct PendingSize {
  Dimension* dimension;
  XmlDocument::LineAndColumn place;
};

Dimension read_dimension(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kDimensionTable};
  Dimension dimension;
  element.expect_empty();
  dimension.source = element.unsigned32(1);
  const auto size = element.unsigned_integer(0, UINT64_MAX);
  if (size) dimension.size = *size;
  if (element.has(0) == element.has(1))
    reading.warn(node, "bad-dimension",
                 element.has(0) ? "<Dimension> has both start and valueReference" : "<Dimension> has no size",
                 "give either start=\"size\" or valueReference=\"structural parameter\"");
  else if (size && *size == 0)
    element.bad_value(0, "a size greater than 0");
  return dimension;
}

Alias read_alias(Reading& reading, pugi::xml_node node, const Variable& variable) {
  Element element{reading, node, is_float(variable.type) ? kFloatAliasTable : kOtherAliasTable};
  Alias alias;
  element.expect_empty();
  alias.name = element.text(0);
  alias.description = element.text(1);
  if (element.has(2)) alias.display_unit = find_display_unit(reading, element, 2, variable.unit);
  return alias;
}

void read_variable_children(Reading& reading, pugi::xml_node node, std::vector<PendingSize>& pending,
                            Variable& variable) {
  if (!node.first_child()) return;
  std::vector<Dimension> dimensions;
  std::vector<XmlDocument::LineAndColumn> places;
  std::vector<Alias> aliases;
  const auto on_child = [&](std::size_t index, pugi::xml_node child) {
    if (index == 0) read_annotations(reading, child);
    if (index == 1) aliases.push_back(read_alias(reading, child, variable));
    if (index == 2) {
      dimensions.push_back(read_dimension(reading, child));
      places.push_back(reading.xml.line_and_column(child));
    }
  };
  if (variable.type == VariableType::kClock)
    read_children(reading, node, kClockChildren, on_child);
  else if (variable.type == VariableType::kString || variable.type == VariableType::kBinary)
    read_children(reading, node, kTextChildren, on_child);
  else
    read_children(reading, node, kNumberChildren, on_child);
  variable.aliases = reading.model.arena.copy(aliases);
  const Span<Dimension> kept = reading.model.arena.array<Dimension>(dimensions.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    kept[i] = dimensions[i];
    if (kept[i].source) pending.push_back({&kept[i], places[i]});
  }
  variable.dimensions = {kept.data(), kept.size()};
}

Span<const ValueReference> read_clocks(Reading& reading, const Element& element) {
  if (!element.has(Slot::kClocks)) return {};
  std::vector<ValueReference> clocks;
  for_each_word(element.raw(Slot::kClocks), [&](std::string_view word) {
    const std::optional<std::uint64_t> reference = parse_uint64(word);
    if (reference && *reference <= UINT32_MAX)
      clocks.push_back(static_cast<ValueReference>(*reference));
    else
      element.bad_value(Slot::kClocks, "value references of clocks separated by blanks");
  });
  if (clocks.empty()) element.bad_value(Slot::kClocks, "at least one value reference of a clock");
  return reading.model.arena.copy(clocks);
}

void read_declared_type(Reading& reading, Element& element, Variable& variable) {
  const TypeDefinition* declared = nullptr;
  if (element.has(Slot::kDeclaredType))
    declared = find_type(reading, element, index_of(Slot::kDeclaredType), variable.type);
  if (declared != nullptr) {
    variable.declared_type = static_cast<TableIndex>(declared - reading.model.types.data());
    variable.unit = declared->unit;
    variable.display_unit = declared->display_unit;
    variable.quantity = declared->quantity;
    variable.mime_type = declared->mime_type;
  }
  read_quantity(reading, element, variable);
  if (element.has(Slot::kMimeType)) variable.mime_type = element.text(Slot::kMimeType);
  if (variable.type == VariableType::kBinary && variable.mime_type.empty())
    variable.mime_type = "application/octet-stream";
  variable.numeric =
      read_fmi3_numeric(reading, element, variable.type, declared != nullptr ? declared->numeric : nullptr);
  if (variable.type == VariableType::kClock)
    variable.clock = read_clock(reading, element, declared != nullptr ? declared->clock : nullptr);
}

void read_variable(Reading& reading, pugi::xml_node node, VariableType type,
                   std::vector<PendingSize>& pending) {
  Element element{reading, node, fmi3_variable_table(type)};
  Variable& variable = add_variable(reading, node);
  variable.type = type;
  place_variable(reading, node, element.raw(Slot::kName), variable);
  set_value_reference(reading, node, element.unsigned32(Slot::kValueReference), variable);
  variable.description = element.text(Slot::kDescription);
  variable.causality = element.choice(Slot::kCausality, kCausalities).value_or(Causality::kLocal);
  variable.can_set_multiple_per_instant = element.boolean(Slot::kMultipleSet, true);
  variable.intermediate_update = element.boolean(Slot::kIntermediateUpdate, false);
  variable.reinit = element.boolean(Slot::kReinit, false);
  variable.clocks = read_clocks(reading, element);
  read_declared_type(reading, element, variable);
  read_variable_children(reading, node, pending, variable);
  variable.start = read_fmi3_start(reading, element, type);
  // Value references for now; resolve_references turns them into indices.
  if (element.has(Slot::kDerivative))
    variable.derivative_of = element.unsigned32(Slot::kDerivative).value_or(kNone);
  if (element.has(Slot::kPrevious)) variable.previous = element.unsigned32(Slot::kPrevious).value_or(kNone);

  GivenAttributes given;
  given.variability = element.choice(Slot::kVariability, kVariabilities);
  given.initial = element.choice(Slot::kInitial, kInitials);
  given.start = element.has(Slot::kStart) || variable.start != nullptr;
  apply_variable_rules(reading, node, given, variable);
}

void resolve_link(Reading& reading, const VariableReferences& references, const char* attribute,
                  std::size_t self, TableIndex& link) {
  if (link == kNone) return;
  const TableIndex found = references.find(link);
  if (found == kNone || found == self)
    reading.warn(place_of(reading.model.variables[self]), "bad-reference",
                 fmt::format("variable '{}': {}=\"{}\" is not the value reference of another variable",
                             reading.model.variables[self].name, attribute, link),
                 fmt::format("correct or remove the attribute {}", attribute));
  link = found == self ? kNone : found;
}

void resolve_sizes(Reading& reading, const VariableReferences& references,
                   const std::vector<PendingSize>& pending) {
  for (const PendingSize& size : pending) {
    const TableIndex index = references.find(*size.dimension->source);
    const Variable* const source = index == kNone ? nullptr : &reading.model.variables[index];
    const bool suitable = source != nullptr && source->type == VariableType::kUInt64 &&
                          (source->causality == Causality::kStructuralParameter ||
                           source->variability == Variability::kConstant);
    if (!suitable)
      reading.fail(
          size.place, "bad-dimension",
          fmt::format(
              "<Dimension>: valueReference {} is not that of a UInt64 structural parameter or constant",
              *size.dimension->source),
          "refer to a UInt64 variable with causality structuralParameter");
    if (source != nullptr && source->start != nullptr && !source->start->unsigned_integers.empty())
      size.dimension->size = source->start->unsigned_integers[0];
  }
}

/// An array's start attribute has one value for all elements or one for each.
void check_start_count(Reading& reading, const Variable& variable) {
  if (variable.start == nullptr) return;
  const StartValues& start = *variable.start;
  const std::size_t given = start.floats.size() + start.integers.size() + start.unsigned_integers.size() +
                            start.booleans.size() + start.texts.size();
  const std::uint64_t elements = variable.element_count();
  if (given == elements || given == 1) return;
  reading.warn(
      place_of(variable), "start-count",
      fmt::format("variable '{}' has {} elements but {} start values", variable.name, elements, given),
      "give one start value for each element, or a single one for all");
}

void check_array_size(Reading& reading, const Variable& variable) {
  constexpr std::uint64_t kMostElements = std::uint64_t{1} << 40U;
  if (variable.element_count() <= kMostElements) return;
  reading.fail(place_of(variable), "array-too-large",
               fmt::format("array '{}' has more than {} elements and cannot be held in memory", variable.name,
                           kMostElements),
               "correct the dimensions");
}

}  // namespace

void read_fmi3_variables(Reading& reading, pugi::xml_node model_variables) {
  reserve_variables(reading);
  std::vector<PendingSize> pending;
  reading.xml.for_each_part(model_variables, [&](pugi::xml_node part) {
    for (pugi::xml_node node = part.first_child(); node; node = node.next_sibling()) {
      if (const auto type = fmi3_type_of(node.name()))
        read_variable(reading, node, *type, pending);
      else
        report_unexpected(reading, node);
    }
  });
  auto& variables = reading.model.variables;
  if (variables.empty()) report_missing_child(reading, model_variables, "Float64 or another variable");
  const VariableReferences references{VariableReferences::Kind::kValueReference, variables};
  resolve_sizes(reading, references, pending);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    resolve_link(reading, references, "derivative", i, variables[i].derivative_of);
    resolve_link(reading, references, "previous", i, variables[i].previous);
    if (!variables[i].is_array() && variables[i].start == nullptr) continue;
    check_array_size(reading, variables[i]);
    check_start_count(reading, variables[i]);
  }
}

}  // namespace lockstep::core
