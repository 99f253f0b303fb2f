// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lockstep/core/export.hpp"
#include "lockstep/core/span.hpp"

namespace lockstep::core {

using ValueReference = std::uint32_t;

/// Index into one of ModelDescription's tables; kNone means "not given".
using TableIndex = std::uint32_t;
inline constexpr TableIndex kNone = 0xFFFFFFFFU;

/// The type of a variable, in FMI 3 words. FMI 1 and 2: Real is kFloat64, Integer is kInt32.
enum class VariableType : std::uint8_t {
  kFloat32,
  kFloat64,
  kInt8,
  kUInt8,
  kInt16,
  kUInt16,
  kInt32,
  kUInt32,
  kInt64,
  kUInt64,
  kBoolean,
  kString,
  kBinary,
  kEnumeration,
  kClock,
};
inline constexpr std::size_t kVariableTypeCount = 15;

enum class Causality : std::uint8_t {
  kParameter,
  kCalculatedParameter,
  kStructuralParameter,
  kInput,
  kOutput,
  kLocal,
  kIndependent,
};
enum class Variability : std::uint8_t { kConstant, kFixed, kTunable, kDiscrete, kContinuous };
/// kNotGiven: the standard forbids an `initial` for this causality and variability (inputs, independent).
enum class Initial : std::uint8_t { kExact, kApprox, kCalculated, kNotGiven };
/// FMI 3 clocks: how the ticks of an input clock come about.
enum class ClockInterval : std::uint8_t { kConstant, kFixed, kTunable, kChanging, kCountdown, kTriggered };

/// The words of the standard: "Float64", "calculatedParameter", "continuous", ...
LOCKSTEP_CORE_EXPORT std::string_view to_string(VariableType type) noexcept;
LOCKSTEP_CORE_EXPORT std::string_view to_string(Causality causality) noexcept;
LOCKSTEP_CORE_EXPORT std::string_view to_string(Variability variability) noexcept;
LOCKSTEP_CORE_EXPORT std::string_view to_string(Initial initial) noexcept;
LOCKSTEP_CORE_EXPORT std::string_view to_string(ClockInterval interval) noexcept;

/// One array dimension: a number, or the value of a structural parameter.
struct Dimension {
  std::uint64_t size{0};                 ///< the fixed size, or the start value of the structural parameter
  std::optional<ValueReference> source;  ///< value reference of the structural parameter (UInt64), if any
};

/// Attributes only few variables carry; shared from the type definition where the variable has none of its
/// own.
struct NumericAttributes {
  std::optional<double> min, max, nominal;                  ///< floating-point types, in the variable's unit
  std::optional<std::int64_t> min_integer, max_integer;     ///< integer and enumeration types up to Int64
  std::optional<std::uint64_t> min_unsigned, max_unsigned;  ///< UInt64
  std::optional<std::uint64_t> max_size;                    ///< Binary: the largest value [bytes]
  bool relative_quantity{false};                            ///< display unit offset must be ignored
  bool unbounded{false};
};

/// Clock attributes (FMI 3).
struct ClockAttributes {
  ClockInterval interval{ClockInterval::kTriggered};
  bool can_be_deactivated{false};
  std::optional<std::uint32_t> priority;
  std::optional<double> interval_decimal_s;
  double shift_decimal_s{0.0};
  bool supports_fraction{false};
  std::uint64_t resolution{0}, interval_counter{0},
      shift_counter{0};  ///< fractions: counter / resolution seconds
};

/// The start value(s) as the description gives them. Exactly one span is filled, by type: floats for
/// Float32/64; integers for Int8..Int64 and Enumeration; unsigned_integers for UInt8..UInt64; booleans for
/// Boolean; texts for String and Binary (binary: already decoded bytes).
struct StartValues {
  Span<const double> floats;
  Span<const std::int64_t> integers;
  Span<const std::uint64_t> unsigned_integers;
  Span<const bool> booleans;
  Span<const std::string_view> texts;
  bool given() const noexcept {
    return !floats.empty() || !integers.empty() || !unsigned_integers.empty() || !booleans.empty() ||
           !texts.empty();
  }
};

/// Another name of the same variable: FMI 3 `Alias` elements. (FMI 1/2 aliases are variables of their own
/// that share a value reference; ModelDescription::aliases_of finds them.)
struct Alias {
  std::string_view name, description;
  TableIndex display_unit{kNone};
};

/// One scalar or array variable. All text lives in the ModelDescription that owns the variable.
struct Variable {
  std::string_view name;
  std::string_view description;
  ValueReference value_reference{0};
  VariableType type{VariableType::kFloat64};
  Causality causality{Causality::kLocal};
  Variability variability{Variability::kContinuous};
  Initial initial{Initial::kNotGiven};      ///< given, or the standard's default for causality x variability
  bool can_set_multiple_per_instant{true};  ///< canHandleMultipleSetPerTimeInstant
  bool intermediate_update{false};          ///< FMI 3: accessible in the intermediate update callback
  bool negated_alias{false};                ///< FMI 1: alias="negatedAlias"; the FMU applies the sign itself
  bool reinit{false};                       ///< FMI 2/3 ME: the state may be re-initialised at an event
  std::uint16_t column{0};                  ///< with `line`: where the variable's element starts, from 1
  TableIndex declared_type{kNone};          ///< ModelDescription::type_definitions()
  TableIndex unit{kNone};                   ///< ModelDescription::units()
  TableIndex display_unit{kNone};           ///< Unit::display_units of that unit
  TableIndex derivative_of{kNone};          ///< index of the variable this one is the derivative of
  TableIndex previous{kNone};               ///< FMI 2/3: index of the variable holding the previous value
  std::uint32_t line{0};                    ///< in modelDescription.xml, from 1
  const NumericAttributes* numeric{nullptr};  ///< null: no such attribute
  const ClockAttributes* clock{nullptr};      ///< clocks only
  Span<const Dimension> dimensions;           ///< empty: scalar
  Span<const ValueReference> clocks;          ///< FMI 3: clocks this variable belongs to
  Span<const Alias> aliases;                  ///< FMI 3
  std::string_view quantity, mime_type;       ///< quantity (floats), mimeType (Binary)
  const StartValues* start{nullptr};          ///< null: no start value

  bool is_array() const noexcept { return !dimensions.empty(); }
  /// Number of elements with the start values of the structural parameters; 1 for a scalar. The largest
  /// number there is when the product does not fit.
  std::uint64_t element_count() const noexcept {
    std::uint64_t count = 1;
    for (const Dimension& dimension : dimensions) {
      if (dimension.size != 0 && count > UINT64_MAX / dimension.size) return UINT64_MAX;
      count *= dimension.size;
    }
    return count;
  }
};

}  // namespace lockstep::core
