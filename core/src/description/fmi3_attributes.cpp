// SPDX-License-Identifier: Apache-2.0
// Which attributes FMI 3 variables and types have, and the ones both share.
#include <array>
#include <utility>

#include "description/fmi3_variables.hpp"

namespace lockstep::core {
namespace {

constexpr std::uint32_t bit(VariableType type) {
  return 1U << static_cast<unsigned>(type);
}
constexpr std::uint32_t kAll = (1U << kVariableTypeCount) - 1;
constexpr std::uint32_t kClock = bit(VariableType::kClock);
constexpr std::uint32_t kBinary = bit(VariableType::kBinary);
constexpr std::uint32_t kString = bit(VariableType::kString);
constexpr std::uint32_t kEnumeration = bit(VariableType::kEnumeration);
constexpr std::uint32_t kFloats = bit(VariableType::kFloat32) | bit(VariableType::kFloat64);
constexpr std::uint32_t kNumbers = kAll & ~(kClock | kBinary | kString | bit(VariableType::kBoolean));

constexpr std::uint8_t slot(Fmi3Slot value) {
  return static_cast<std::uint8_t>(value);
}
using Slot = Fmi3Slot;

constexpr AttributeSpec kVariableSpecs[] = {
    {0, "quantity", false, kNumbers},
    {1, "unit", false, kFloats},
    {2, "displayUnit", false, kFloats},
    {3, "relativeQuantity", false, kFloats},
    {4, "min", false, kNumbers},
    {5, "max", false, kNumbers},
    {6, "nominal", false, kFloats},
    {7, "unbounded", false, kFloats},
    {slot(Slot::kName), "name", true, kAll},
    {slot(Slot::kValueReference), "valueReference", true, kAll},
    {slot(Slot::kDescription), "description", false, kAll},
    {slot(Slot::kCausality), "causality", false, kAll},
    {slot(Slot::kVariability), "variability", false, kAll},
    {slot(Slot::kMultipleSet), "canHandleMultipleSetPerTimeInstant", false, kAll},
    {slot(Slot::kClocks), "clocks", false, kAll},
    {slot(Slot::kIntermediateUpdate), "intermediateUpdate", false, kAll & ~kClock},
    {slot(Slot::kPrevious), "previous", false, kAll & ~kClock},
    {slot(Slot::kDeclaredType), "declaredType", false, kAll & ~kEnumeration},
    {slot(Slot::kDeclaredType), "declaredType", true, kEnumeration},
    {slot(Slot::kInitial), "initial", false, kAll & ~kClock},
    {slot(Slot::kStart), "start", false, kAll & ~(kClock | kString | kBinary)},
    {slot(Slot::kDerivative), "derivative", false, kFloats},
    {slot(Slot::kReinit), "reinit", false, kFloats},
    {slot(Slot::kMimeType), "mimeType", false, kBinary},
    {slot(Slot::kMaxSize), "maxSize", false, kBinary},
    {slot(Slot::kCanBeDeactivated), "canBeDeactivated", false, kClock},
    {slot(Slot::kPriority), "priority", false, kClock},
    {slot(Slot::kIntervalVariability), "intervalVariability", true, kClock},
    {slot(Slot::kIntervalDecimal), "intervalDecimal", false, kClock},
    {slot(Slot::kShiftDecimal), "shiftDecimal", false, kClock},
    {slot(Slot::kSupportsFraction), "supportsFraction", false, kClock},
    {slot(Slot::kResolution), "resolution", false, kClock},
    {slot(Slot::kIntervalCounter), "intervalCounter", false, kClock},
    {slot(Slot::kShiftCounter), "shiftCounter", false, kClock}};

constexpr AttributeSpec kTypeSpecs[] = {
    {0, "quantity", false, kNumbers},
    {1, "unit", false, kFloats},
    {2, "displayUnit", false, kFloats},
    {3, "relativeQuantity", false, kFloats},
    {4, "min", false, kNumbers},
    {5, "max", false, kNumbers},
    {6, "nominal", false, kFloats},
    {7, "unbounded", false, kFloats},
    {slot(Slot::kName), "name", true, kAll},
    {slot(Slot::kDescription), "description", false, kAll},
    {slot(Slot::kMimeType), "mimeType", false, kBinary},
    {slot(Slot::kMaxSize), "maxSize", false, kBinary},
    {slot(Slot::kCanBeDeactivated), "canBeDeactivated", false, kClock},
    {slot(Slot::kPriority), "priority", false, kClock},
    {slot(Slot::kIntervalVariability), "intervalVariability", true, kClock},
    {slot(Slot::kIntervalDecimal), "intervalDecimal", false, kClock},
    {slot(Slot::kShiftDecimal), "shiftDecimal", false, kClock},
    {slot(Slot::kSupportsFraction), "supportsFraction", false, kClock},
    {slot(Slot::kResolution), "resolution", false, kClock},
    {slot(Slot::kIntervalCounter), "intervalCounter", false, kClock},
    {slot(Slot::kShiftCounter), "shiftCounter", false, kClock}};

template <std::size_t N, std::size_t... Types>
constexpr std::array<AttributeTable, sizeof...(Types)> tables(const AttributeSpec (&specs)[N],
                                                              std::index_sequence<Types...>) {
  return {AttributeTable{specs, AttributeTable::Others::kForbidden, 1U << Types}...};
}

constexpr auto kVariableTables = tables(kVariableSpecs, std::make_index_sequence<kVariableTypeCount>{});
constexpr auto kTypeTables = tables(kTypeSpecs, std::make_index_sequence<kVariableTypeCount>{});

constexpr Choice<ClockInterval> kIntervals[] = {
    {"constant", ClockInterval::kConstant},   {"fixed", ClockInterval::kFixed},
    {"tunable", ClockInterval::kTunable},     {"changing", ClockInterval::kChanging},
    {"countdown", ClockInterval::kCountdown}, {"triggered", ClockInterval::kTriggered}};

}  // namespace

const AttributeTable& fmi3_variable_table(VariableType type) noexcept {
  return kVariableTables[static_cast<std::size_t>(type)];
}

const AttributeTable& fmi3_type_table(VariableType type) noexcept {
  return kTypeTables[static_cast<std::size_t>(type)];
}

std::optional<VariableType> fmi3_type_of(std::string_view element_name, std::string_view suffix) noexcept {
  if (element_name.size() <= suffix.size()) return std::nullopt;
  const std::string_view name = element_name.substr(0, element_name.size() - suffix.size());
  if (element_name.substr(name.size()) != suffix) return std::nullopt;
  // By far the most frequent first.
  if (name == "Float64") return VariableType::kFloat64;
  for (std::size_t i = 0; i < kVariableTypeCount; ++i)
    if (to_string(static_cast<VariableType>(i)) == name) return static_cast<VariableType>(i);
  return std::nullopt;
}

const ClockAttributes* read_clock(Reading& reading, Element& element, const ClockAttributes* inherited) {
  ClockAttributes clock = inherited != nullptr ? *inherited : ClockAttributes{};
  clock.interval = element.choice(Slot::kIntervalVariability, kIntervals).value_or(clock.interval);
  clock.can_be_deactivated = element.boolean(Slot::kCanBeDeactivated, clock.can_be_deactivated);
  if (const auto priority = element.unsigned32(Slot::kPriority)) clock.priority = priority;
  if (const auto interval = element.number(Slot::kIntervalDecimal)) clock.interval_decimal_s = interval;
  clock.shift_decimal_s = element.number(Slot::kShiftDecimal, clock.shift_decimal_s);
  clock.supports_fraction = element.boolean(Slot::kSupportsFraction, clock.supports_fraction);
  const auto counter = [&](Slot which, std::uint64_t fallback) {
    return element.unsigned_integer(which, UINT64_MAX).value_or(fallback);
  };
  clock.resolution = counter(Slot::kResolution, clock.resolution);
  clock.interval_counter = counter(Slot::kIntervalCounter, clock.interval_counter);
  clock.shift_counter = counter(Slot::kShiftCounter, clock.shift_counter);
  return reading.model.arena.make(clock);
}

const NumericAttributes* read_fmi3_numeric(Reading& reading, Element& element, VariableType type,
                                           const NumericAttributes* inherited) {
  if (type == VariableType::kClock || type == VariableType::kString || type == VariableType::kBoolean)
    return nullptr;
  if (type != VariableType::kBinary) return read_numeric(reading, element, type, inherited);
  const auto max_size = element.unsigned_integer(Slot::kMaxSize, UINT64_MAX);
  if (!max_size) return inherited;
  NumericAttributes numeric;
  numeric.max_size = max_size;
  return reading.model.arena.make(numeric);
}

}  // namespace lockstep::core
