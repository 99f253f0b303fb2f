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

void read_scalar_definition(Reading& reading, Element& element, TypeDefinition& definition) {
  definition.quantity = element.text(Numeric::kQuantity);
  if (element.has(Numeric::kUnit)) definition.unit = find_unit(reading, element);
  if (element.has(Numeric::kDisplayUnit))
    definition.display_unit =
        find_display_unit(reading, element, index_of(Numeric::kDisplayUnit), definition.unit);
  definition.numeric = read_numeric(reading, element, definition.type, nullptr);
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
