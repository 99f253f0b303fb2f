// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "description/quantities.hpp"

namespace lockstep::core {

/// Slots of FMI 3 variables and type definitions, continuing NumericSlot.
enum class Fmi3Slot : std::uint8_t {
  kName = static_cast<std::uint8_t>(NumericSlot::kCount),
  kValueReference,
  kDescription,
  kCausality,
  kVariability,
  kMultipleSet,
  kClocks,
  kIntermediateUpdate,
  kPrevious,
  kDeclaredType,
  kInitial,
  kStart,
  kDerivative,
  kReinit,
  kMimeType,
  kMaxSize,
  kCanBeDeactivated,
  kPriority,
  kIntervalVariability,
  kIntervalDecimal,
  kShiftDecimal,
  kSupportsFraction,
  kResolution,
  kIntervalCounter,
  kShiftCounter,
};

/// Attributes a variable or type definition of this type may have.
const AttributeTable& fmi3_variable_table(VariableType type) noexcept;
const AttributeTable& fmi3_type_table(VariableType type) noexcept;

/// The type an element like <Float64> (or <Float64Type>, with the suffix) stands for.
std::optional<VariableType> fmi3_type_of(std::string_view element_name,
                                         std::string_view suffix = {}) noexcept;

/// Clock attributes; those not given come from `inherited`.
const ClockAttributes* read_clock(Reading& reading, Element& element, const ClockAttributes* inherited);
/// read_numeric and, for Binary, maxSize.
const NumericAttributes* read_fmi3_numeric(Reading& reading, Element& element, VariableType type,
                                           const NumericAttributes* inherited);
/// The start attribute or, for String and Binary, the Start elements; null when there is none or it is not
/// valid.
const StartValues* read_fmi3_start(Reading& reading, Element& element, VariableType type);

void read_fmi3_types(Reading& reading, pugi::xml_node definitions);
void read_fmi3_variables(Reading& reading, pugi::xml_node model_variables);

}  // namespace lockstep::core
