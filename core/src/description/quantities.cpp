// SPDX-License-Identifier: Apache-2.0
#include "description/quantities.hpp"

#include <fmt/format.h>

#include <limits>

#include "description/annotations.hpp"

namespace lockstep::core {
namespace {

enum class UnitSlot : std::uint8_t { kName };
enum class BaseSlot : std::uint8_t { kKg, kM, kS, kA, kK, kMol, kCd, kRad, kFactor, kOffset };
enum class DisplaySlot : std::uint8_t { kName, kFactor, kOffset, kInverse };

constexpr AttributeSpec kUnitSpecs[] = {{0, "name", true}};
constexpr AttributeSpec kBaseSpecs[] = {{0, "kg"},  {1, "m"},  {2, "s"},   {3, "A"},      {4, "K"},
                                        {5, "mol"}, {6, "cd"}, {7, "rad"}, {8, "factor"}, {9, "offset"}};
constexpr AttributeSpec kDisplaySpecs[] = {
    {0, "name", true}, {1, "factor"}, {2, "offset"}, {3, "inverse", false, 1U << 3U}};
constexpr AttributeTable kUnitTable{kUnitSpecs};
constexpr AttributeTable kBaseTable{kBaseSpecs};
constexpr AttributeTable kDisplayTable2{kDisplaySpecs, AttributeTable::Others::kForbidden, 1U << 2U};
constexpr AttributeTable kDisplayTable3{kDisplaySpecs, AttributeTable::Others::kForbidden, 1U << 3U};

constexpr ChildSpec kUnitListChildren[] = {{"Unit", 0, true, true}};
constexpr ChildSpec kUnitChildren2[] = {{"BaseUnit", 0}, {"DisplayUnit", 1, false, true}};
constexpr ChildSpec kUnitChildren3[] = {{"BaseUnit", 0}, {"DisplayUnit", 1, false, true}, {"Annotations", 2}};

SiBaseUnit read_base_unit(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kBaseTable};
  SiBaseUnit base;
  for (std::size_t i = 0; i < base.exponents.size(); ++i)
    base.exponents[i] = static_cast<std::int32_t>(element.integer(i, INT32_MIN, INT32_MAX).value_or(0));
  base.factor = element.number(BaseSlot::kFactor, 1.0);
  base.offset = element.number(BaseSlot::kOffset, 0.0);
  element.expect_empty();
  return base;
}

DisplayUnit read_display_unit(Reading& reading, pugi::xml_node node) {
  const bool fmi3 = reading.schema == FmiVersion::k3;
  Element element{reading, node, fmi3 ? kDisplayTable3 : kDisplayTable2};
  DisplayUnit display;
  display.name = element.text(DisplaySlot::kName);
  display.factor = element.number(DisplaySlot::kFactor, 1.0);
  display.offset = element.number(DisplaySlot::kOffset, 0.0);
  display.inverse = element.boolean(DisplaySlot::kInverse, false);
  read_annotations_of(reading, node);
  if (display.factor == 0.0) {
    reading.warn(node, "zero-factor", fmt::format("display unit '{}' has factor 0", display.name),
                 "give the factor that turns a value in the unit into one in the display unit");
    display.factor = 1.0;
  }
  if (display.inverse && display.offset != 0.0)
    reading.warn(
        node, "inverse-offset",
        fmt::format("display unit '{}' has inverse=\"true\" and an offset; FMI 3 allows offset 0 only",
                    display.name),
        "remove the offset");
  return display;
}

void read_unit(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kUnitTable};
  Unit unit;
  unit.name = element.text(UnitSlot::kName);
  std::vector<DisplayUnit> displays;
  const auto on_child = [&](std::size_t index, pugi::xml_node child) {
    if (index == 0) unit.base = read_base_unit(reading, child);
    if (index == 1 && displays.size() < kMaxDisplayUnits)
      displays.push_back(read_display_unit(reading, child));
    if (index == 2) read_annotations(reading, child);
  };
  if (reading.schema == FmiVersion::k3)
    read_children(reading, node, kUnitChildren3, on_child);
  else
    read_children(reading, node, kUnitChildren2, on_child);
  for (std::size_t i = 1; i < displays.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (displays[i].name == displays[j].name)
        reading.warn(node, "duplicate-name",
                     fmt::format("unit '{}' has two display units named '{}'", unit.name, displays[i].name),
                     "remove one");
  unit.display_units = reading.model.arena.copy(displays);
  add_unit(reading, node, unit);
}

/// Reads min or max as the integer kind the type has.
void read_integer_limits(Element& element, VariableType type, NumericAttributes& numeric) {
  if (type == VariableType::kUInt64) {
    if (const auto min = element.unsigned_integer(NumericSlot::kMin, unsigned_max(type)))
      numeric.min_unsigned = min;
    if (const auto max = element.unsigned_integer(NumericSlot::kMax, unsigned_max(type)))
      numeric.max_unsigned = max;
    return;
  }
  const IntegerRange range = integer_range(type);
  if (const auto min = element.integer(NumericSlot::kMin, range.min, range.max)) numeric.min_integer = min;
  if (const auto max = element.integer(NumericSlot::kMax, range.min, range.max)) numeric.max_integer = max;
}

}  // namespace

void read_units(Reading& reading, pugi::xml_node definitions) {
  read_children(reading, definitions, kUnitListChildren,
                [&](std::size_t, pugi::xml_node node) { read_unit(reading, node); });
}

TableIndex add_unit(Reading& reading, pugi::xml_node node, const Unit& unit) {
  const auto index = static_cast<TableIndex>(reading.model.units.size());
  reading.model.units.push_back(unit);
  if (!reading.unit_names.emplace(unit.name, index).second)
    reading.warn(node, "duplicate-name",
                 fmt::format("unit '{}' is defined twice; the first counts", unit.name), "remove one");
  return index;
}

void add_type(Reading& reading, pugi::xml_node node, const TypeDefinition& type) {
  const auto index = static_cast<TableIndex>(reading.model.types.size());
  reading.model.types.push_back(type);
  if (!reading.type_names.emplace(type.name, index).second)
    reading.warn(node, "duplicate-name",
                 fmt::format("type '{}' is defined twice; the first counts", type.name), "remove one");
}

TableIndex find_unit(Reading& reading, const Element& element) {
  const std::string_view name = element.raw(NumericSlot::kUnit);
  if (reading.last_unit != kNone && same_text(reading.model.units[reading.last_unit].name, name))
    return reading.last_unit;
  const auto found = reading.unit_names.find(name);
  if (found != reading.unit_names.end()) return reading.last_unit = found->second;
  // FMI 1 declares only units that have display units.
  if (reading.schema != FmiVersion::k1)
    reading.warn(
        element.attribute(NumericSlot::kUnit), "unknown-unit",
        fmt::format("{}: unit '{}' is not declared in UnitDefinitions", element.label(), name),
        fmt::format("add <Unit name=\"{}\"/> to UnitDefinitions (reported once for each unit)", name));
  Unit unit;
  unit.name = reading.keep(name);
  return add_unit(reading, element.node(), unit);
}

TableIndex find_display_unit(Reading& reading, const Element& element, std::size_t slot, TableIndex unit) {
  const std::string_view name = element.raw(slot);
  if (unit == kNone) {
    reading.warn(element.attribute(slot), "display-unit-without-unit",
                 fmt::format("{}: displayUnit '{}' without a unit", element.label(), name),
                 "add the attribute unit");
    return kNone;
  }
  const Unit& owner = reading.model.units[unit];
  for (TableIndex i = 0; i < owner.display_units.size(); ++i)
    if (owner.display_units[i].name == name) return i;
  if (name == owner.name || reading.schema == FmiVersion::k1) return kNone;  // displayed as it is
  reading.warn(
      element.attribute(slot), "unknown-display-unit",
      fmt::format("{}: displayUnit '{}' is not declared for unit '{}'", element.label(), name, owner.name),
      fmt::format("add <DisplayUnit name=\"{}\" .../> to the unit", name));
  return kNone;
}

const TypeDefinition* find_type(Reading& reading, const Element& element, std::size_t slot,
                                VariableType type) {
  const std::string_view name = element.raw(slot);
  const auto found = reading.type_names.find(name);
  if (found == reading.type_names.end()) {
    reading.warn(
        element.attribute(slot), "unknown-type",
        fmt::format("{}: declaredType '{}' is not defined in TypeDefinitions", element.label(), name),
        "define the type or remove declaredType");
    return nullptr;
  }
  const TypeDefinition& definition = reading.model.types[found->second];
  if (definition.type == type) return &definition;
  reading.warn(element.attribute(slot), "type-mismatch",
               fmt::format("{}: declaredType '{}' is of type {}, the variable is of type {}", element.label(),
                           name, to_string(definition.type), to_string(type)),
               "name a type definition of the variable's type");
  return nullptr;
}

void read_quantity(Reading& reading, Element& element, Variable& variable) {
  if (element.has(NumericSlot::kQuantity)) variable.quantity = element.text(NumericSlot::kQuantity);
  if (element.has(NumericSlot::kUnit)) {
    const TableIndex unit = find_unit(reading, element);
    if (unit != variable.unit) variable.display_unit = kNone;
    variable.unit = unit;
  }
  if (element.has(NumericSlot::kDisplayUnit))
    variable.display_unit =
        find_display_unit(reading, element, index_of(NumericSlot::kDisplayUnit), variable.unit);
}

IntegerRange integer_range(VariableType type) noexcept {
  switch (type) {
    case VariableType::kInt8:
      return {INT8_MIN, INT8_MAX};
    case VariableType::kUInt8:
      return {0, UINT8_MAX};
    case VariableType::kInt16:
      return {INT16_MIN, INT16_MAX};
    case VariableType::kUInt16:
      return {0, UINT16_MAX};
    case VariableType::kInt32:
      return {INT32_MIN, INT32_MAX};
    case VariableType::kUInt32:
      return {0, UINT32_MAX};
    default:
      return {INT64_MIN, INT64_MAX};
  }
}

std::uint64_t unsigned_max(VariableType type) noexcept {
  return type == VariableType::kUInt64 ? UINT64_MAX : static_cast<std::uint64_t>(integer_range(type).max);
}

const NumericAttributes* read_numeric(Reading& reading, Element& element, VariableType type,
                                      const NumericAttributes* inherited) {
  const bool any = element.has(NumericSlot::kMin) || element.has(NumericSlot::kMax) ||
                   element.has(NumericSlot::kNominal) || element.has(NumericSlot::kRelativeQuantity) ||
                   element.has(NumericSlot::kUnbounded);
  if (!any) return inherited;
  NumericAttributes numeric = inherited != nullptr ? *inherited : NumericAttributes{};
  if (type == VariableType::kFloat64 || type == VariableType::kFloat32) {
    if (const auto min = element.number(NumericSlot::kMin)) numeric.min = min;
    if (const auto max = element.number(NumericSlot::kMax)) numeric.max = max;
    if (const auto nominal = element.number(NumericSlot::kNominal)) numeric.nominal = nominal;
    numeric.relative_quantity = element.boolean(NumericSlot::kRelativeQuantity, numeric.relative_quantity);
    numeric.unbounded = element.boolean(NumericSlot::kUnbounded, numeric.unbounded);
  } else {
    read_integer_limits(element, type, numeric);
  }
  return reading.model.arena.make(numeric);
}

}  // namespace lockstep::core
