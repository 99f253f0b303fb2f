// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "description/element.hpp"

namespace lockstep::core {

/// Slots that types and variables of FMI 2 and 3 have in common; their tables start with these.
enum class NumericSlot : std::uint8_t {
  kQuantity,
  kUnit,
  kDisplayUnit,
  kRelativeQuantity,
  kMin,
  kMax,
  kNominal,
  kUnbounded,
  kCount,
};

/// Display units are searched one by one; no real unit has more than a dozen. Further ones are not read.
inline constexpr std::size_t kMaxDisplayUnits = 100;

template <class Slot>
constexpr std::size_t index_of(Slot slot) noexcept {
  return static_cast<std::size_t>(slot);
}

/// UnitDefinitions of FMI 2 and 3.
void read_units(Reading& reading, pugi::xml_node definitions);

/// Adds a unit and reports a name that is taken.
TableIndex add_unit(Reading& reading, pugi::xml_node node, const Unit& unit);
/// Adds a type definition and reports a name that is taken.
void add_type(Reading& reading, pugi::xml_node node, const TypeDefinition& type);

/// The index of the unit named by the attribute unit. One that is not declared is added without conversions,
/// and reported.
TableIndex find_unit(Reading& reading, const Element& element);
/// The index within unit's display units; kNone (and a report) when it is not declared.
TableIndex find_display_unit(Reading& reading, const Element& element, std::size_t slot, TableIndex unit);
/// The declared type named by an attribute, null (and a report) when there is none or it is of another type.
const TypeDefinition* find_type(Reading& reading, const Element& element, std::size_t slot,
                                VariableType type);

/// quantity, unit and displayUnit of a variable, where given; what it has so far comes from its declared
/// type.
void read_quantity(Reading& reading, Element& element, Variable& variable);

/// The range of values of an integer type, Enumeration included.
struct IntegerRange {
  std::int64_t min;
  std::int64_t max;
};
IntegerRange integer_range(VariableType type) noexcept;
std::uint64_t unsigned_max(VariableType type) noexcept;

/// min, max, nominal, relativeQuantity, unbounded; those not given come from `inherited` (the declared type).
/// Returns `inherited` itself when the element gives none.
const NumericAttributes* read_numeric(Reading& reading, Element& element, VariableType type,
                                      const NumericAttributes* inherited);

}  // namespace lockstep::core
