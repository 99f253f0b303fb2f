// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "description/quantities.hpp"

namespace lockstep::core {

/// Slots of the elements <Real>, <Integer>, ... of FMI 1 and 2, continuing NumericSlot.
enum class ScalarSlot : std::uint8_t {
  kDeclaredType = static_cast<std::uint8_t>(NumericSlot::kCount),
  kStart,
  kDerivative,  ///< FMI 2
  kReinit,      ///< FMI 2
  kFixed,       ///< FMI 1
};

/// One of the five types of FMI 1 and 2: <Real>, or <RealType> in FMI 1 type definitions, and so on.
struct ScalarType {
  std::string_view name;
  VariableType type;
  AttributeTable definition1, definition2;  ///< attributes in TypeDefinitions of FMI 1 and 2
  AttributeTable variable1, variable2;      ///< attributes of a variable in FMI 1 and 2
};

/// Null when the element is none of the five. `suffix` is "Type" for FMI 1 type definitions.
const ScalarType* scalar_type(pugi::xml_node node, std::string_view suffix = {}) noexcept;

/// A type definition: <Type> (FMI 1) or <SimpleType> (FMI 2), a name around one element that says which type.
void read_scalar_type(Reading& reading, pugi::xml_node node);
/// The attributes of a variable's type element: declared type, unit, limits, start value. FMI 2 `derivative`
/// is left as it is in the file, a position counting from 1.
void read_scalar_attributes(Reading& reading, Element& element, Variable& variable);

}  // namespace lockstep::core
