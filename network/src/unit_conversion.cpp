// SPDX-License-Identifier: Apache-2.0
#include "unit_conversion.hpp"

#include "unit_text.hpp"

namespace lockstep::network {

NamedUnit unit_named(std::string_view name) {
  return {std::string{name}, parse_unit(name)};
}

NamedUnit unit_of(const core::ModelDescription& description, const core::Variable& variable) {
  if (variable.unit >= description.units().size()) return {};
  const core::Unit& unit = description.units()[variable.unit];
  if (unit.base) return {std::string{unit.name}, unit.base};
  return unit_named(unit.name);
}

UnitConversion convert(const NamedUnit& source, const NamedUnit& target, bool relative) {
  UnitConversion result;
  if (source.name == target.name || !source.base || !target.base) return result;
  if (source.base->factor == 0.0 || target.base->factor == 0.0) return result;  // a description that is wrong
  constexpr std::size_t kRad = 7;
  for (std::size_t i = 0; i < source.base->exponents.size(); ++i) {
    if (source.base->exponents[i] == target.base->exponents[i]) continue;
    if (i == kRad)
      result.by_rad = true;
    else
      result.same_dimension = false;
  }
  if (!result.same_dimension) return result;
  // base = factor * value + offset on both sides.
  result.factor = source.base->factor / target.base->factor;
  if (!relative) result.offset = (source.base->offset - target.base->offset) / target.base->factor;
  return result;
}

}  // namespace lockstep::network
