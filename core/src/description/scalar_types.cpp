// SPDX-License-Identifier: Apache-2.0
#include "description/scalar_types.hpp"

#include "description/common.hpp"

namespace lockstep::core {
namespace {

using Numeric = NumericSlot;
using Slot = ScalarSlot;

// Bits of AttributeSpec::subset.
constexpr std::uint32_t kReal = 1, kInteger = 2, kBoolean = 4, kString = 8, kEnumeration = 16;
constexpr std::uint32_t kNumbers = kReal | kInteger | kEnumeration;
constexpr std::uint32_t kNotEnumeration = kReal | kInteger | kBoolean | kString;

constexpr AttributeSpec kDefinitionSpecs1[] = {
    {0, "quantity", false, kNumbers},      {1, "unit", false, kReal},   {2, "displayUnit", false, kReal},
    {3, "relativeQuantity", false, kReal}, {4, "min", false, kNumbers}, {5, "max", false, kNumbers},
    {6, "nominal", false, kReal}};
constexpr AttributeSpec kDefinitionSpecs2[] = {
    {0, "quantity", false, kNumbers},    {1, "unit", false, kReal},
    {2, "displayUnit", false, kReal},    {3, "relativeQuantity", false, kReal},
    {4, "min", false, kReal | kInteger}, {5, "max", false, kReal | kInteger},
    {6, "nominal", false, kReal},        {7, "unbounded", false, kReal}};

constexpr std::uint8_t slot(Slot value) {
  return static_cast<std::uint8_t>(value);
}

constexpr AttributeSpec kVariableSpecs1[] = {
    {0, "quantity", false, kNumbers},
    {1, "unit", false, kReal},
    {2, "displayUnit", false, kReal},
    {3, "relativeQuantity", false, kReal},
    {4, "min", false, kNumbers},
    {5, "max", false, kNumbers},
    {6, "nominal", false, kReal},
    {slot(Slot::kDeclaredType), "declaredType", false, kNotEnumeration},
    {slot(Slot::kDeclaredType), "declaredType", true, kEnumeration},
    {slot(Slot::kStart), "start"},
    {slot(Slot::kFixed), "fixed"}};
constexpr AttributeSpec kVariableSpecs2[] = {
    {0, "quantity", false, kNumbers},
    {1, "unit", false, kReal},
    {2, "displayUnit", false, kReal},
    {3, "relativeQuantity", false, kReal},
    {4, "min", false, kNumbers},
    {5, "max", false, kNumbers},
    {6, "nominal", false, kReal},
    {7, "unbounded", false, kReal},
    {slot(Slot::kDeclaredType), "declaredType", false, kNotEnumeration},
    {slot(Slot::kDeclaredType), "declaredType", true, kEnumeration},
    {slot(Slot::kStart), "start"},
    {slot(Slot::kDerivative), "derivative", false, kReal},
    {slot(Slot::kReinit), "reinit", false, kReal}};

template <std::size_t N>
constexpr AttributeTable table(const AttributeSpec (&specs)[N], std::uint32_t subset) {
  return AttributeTable{specs, AttributeTable::Others::kForbidden, subset};
}

constexpr ScalarType make(std::string_view name, VariableType type, std::uint32_t subset) {
  return {name,
          type,
          table(kDefinitionSpecs1, subset),
          table(kDefinitionSpecs2, subset),
          table(kVariableSpecs1, subset),
          table(kVariableSpecs2, subset)};
}

constexpr ScalarType kTypes[] = {
    make("Real", VariableType::kFloat64, kReal), make("Integer", VariableType::kInt32, kInteger),
    make("Boolean", VariableType::kBoolean, kBoolean), make("String", VariableType::kString, kString),
    make("Enumeration", VariableType::kEnumeration, kEnumeration)};

const StartValues* read_start(Reading& reading, Element& element, VariableType type) {
  if (!element.has(Slot::kStart)) return nullptr;
  switch (type) {
    case VariableType::kFloat64: {
      const auto value = element.number(Slot::kStart);
      return value ? start_of(reading, *value) : nullptr;
    }
    case VariableType::kBoolean: {
      const auto value = element.boolean(Slot::kStart);
      return value ? start_of(reading, *value) : nullptr;
    }
    case VariableType::kString:
      return start_of(reading, element.raw(Slot::kStart));
    default: {
      const auto value = element.integer(Slot::kStart, INT32_MIN, INT32_MAX);
      return value ? start_of(reading, *value) : nullptr;
    }
  }
}

}  // namespace

const ScalarType* scalar_type(pugi::xml_node node, std::string_view suffix) noexcept {
  const std::string_view name = node.name();
  if (name.size() <= suffix.size() || name.substr(name.size() - suffix.size()) != suffix) return nullptr;
  const std::string_view stem = name.substr(0, name.size() - suffix.size());
  for (const ScalarType& type : kTypes)
    if (same_text(type.name, stem)) return &type;
  return nullptr;
}

namespace {

constexpr AttributeSpec kNamedSpecs[] = {{0, "name", true}, {1, "description"}};
constexpr AttributeTable kTypeTable{kNamedSpecs};
constexpr AttributeTable kItemTable1{kNamedSpecs};
constexpr AttributeSpec kItemSpecs2[] = {{0, "name", true}, {1, "description"}, {2, "value", true}};
constexpr AttributeTable kItemTable2{kItemSpecs2};
constexpr ChildSpec kItemChildren1[] = {{"Item", 0, false, true}};
constexpr ChildSpec kItemChildren2[] = {{"Item", 0, true, true}};

/// Items have no values in FMI 1: the first is 1, the second 2, ...
Span<const EnumerationItem> read_items(Reading& reading, pugi::xml_node enumeration, bool fmi1) {
  std::vector<EnumerationItem> items;
  const auto read_item = [&](std::size_t, pugi::xml_node node) {
    Element element{reading, node, fmi1 ? kItemTable1 : kItemTable2};
    EnumerationItem item;
    item.name = element.text(0);
    item.description = element.text(1);
    item.value = fmi1 ? static_cast<std::int64_t>(items.size()) + 1
                      : element.integer(2, INT32_MIN, INT32_MAX).value_or(0);
    element.expect_empty();
    items.push_back(item);
  };
  if (fmi1)
    read_children(reading, enumeration, kItemChildren1, read_item);
  else
    read_children(reading, enumeration, kItemChildren2, read_item);
  return reading.model.arena.copy(items);
}

/// The attributes of a type definition, enumeration items excepted.
void read_definition(Reading& reading, Element& element, TypeDefinition& definition) {
  definition.quantity = element.text(Numeric::kQuantity);
  if (element.has(Numeric::kUnit)) definition.unit = find_unit(reading, element);
  if (element.has(Numeric::kDisplayUnit))
    definition.display_unit =
        find_display_unit(reading, element, index_of(Numeric::kDisplayUnit), definition.unit);
  definition.numeric = read_numeric(reading, element, definition.type, nullptr);
}

}  // namespace

void read_scalar_type(Reading& reading, pugi::xml_node node) {
  const bool fmi1 = reading.schema == FmiVersion::k1;
  Element outer{reading, node, kTypeTable};
  TypeDefinition definition;
  definition.name = outer.text(0);
  definition.description = outer.text(1);
  bool found = false;
  for (const pugi::xml_node child : node.children()) {
    const ScalarType* const kind = scalar_type(child, fmi1 ? "Type" : "");
    if (kind == nullptr || found) {
      found ? report_repeated_child(reading, child) : report_unexpected(reading, child);
      continue;
    }
    found = true;
    Element element{reading, child, fmi1 ? kind->definition1 : kind->definition2};
    definition.type = kind->type;
    read_definition(reading, element, definition);
    if (definition.type == VariableType::kEnumeration)
      definition.items = read_items(reading, child, fmi1);
    else
      element.expect_empty();
  }
  if (!found) {
    report_missing_child(reading, node,
                         fmi1 ? "RealType, IntegerType, BooleanType, StringType or EnumerationType"
                              : "Real, Integer, Boolean, String or Enumeration");
  }
  add_type(reading, node, definition);
}

void read_scalar_attributes(Reading& reading, Element& element, Variable& variable) {
  const TypeDefinition* declared = nullptr;
  if (element.has(Slot::kDeclaredType))
    declared = find_type(reading, element, index_of(Slot::kDeclaredType), variable.type);
  if (declared != nullptr) {
    variable.declared_type = static_cast<TableIndex>(declared - reading.model.types.data());
    variable.unit = declared->unit;
    variable.display_unit = declared->display_unit;
    variable.quantity = declared->quantity;
  }
  read_quantity(reading, element, variable);
  variable.numeric =
      read_numeric(reading, element, variable.type, declared != nullptr ? declared->numeric : nullptr);
  variable.reinit = element.boolean(Slot::kReinit).value_or(false);
  variable.start = read_start(reading, element, variable.type);
  if (element.has(Slot::kDerivative))
    variable.derivative_of = element.unsigned32(Slot::kDerivative).value_or(kNone);
}

}  // namespace lockstep::core
