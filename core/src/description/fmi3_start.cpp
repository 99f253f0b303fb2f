// SPDX-License-Identifier: Apache-2.0
// Start values of FMI 3 variables: lists of numbers, Start elements, hexadecimal binaries.
#include <fmt/format.h>

#include <cmath>

#include "description/fmi3_variables.hpp"
#include "description/words.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

/// Each word through `parse` (giving an optional); empty (and a report) when one is not valid. Numbers of one
/// word, the usual case, need no vector.
template <class T, class Parse>
Span<const T> read_list(Reading& reading, const Element& element, const std::string& expected,
                        Parse&& parse) {
  constexpr Fmi3Slot kStart = Fmi3Slot::kStart;
  const std::string_view text = trimmed(element.raw(kStart));
  if (const std::optional<T> single = parse(text)) return {reading.model.arena.make(*single), 1};
  std::size_t count = 0;
  for_each_word(text, [&](std::string_view) { ++count; });
  if (count == 0) {
    element.bad_value(kStart, expected);
    return {};
  }
  const Span<T> values = reading.model.arena.array<T>(count);
  bool valid = true;
  std::size_t index = 0;
  for_each_word(text, [&](std::string_view word) {
    const std::optional<T> value = parse(word);
    if (!value && valid) {
      element.bad_value(kStart, fmt::format("{}; element {} is '{}'", expected, index, word.substr(0, 40)));
      valid = false;
    }
    values[index++] = value.value_or(T{});
  });
  return valid ? Span<const T>{values.data(), values.size()} : Span<const T>{};
}

constexpr AttributeSpec kStartSpecs[] = {{0, "value"}};
constexpr AttributeTable kStartTable{kStartSpecs};

int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Bytes of a hexadecimal text, kept in the model; empty (and a report) when it is none.
std::string_view decode_hex(Reading& reading, const Element& element) {
  const std::string_view text = trimmed(element.raw(0));
  const Span<char> bytes = reading.model.arena.array<char>(text.size() / 2);
  bool valid = text.size() % 2 == 0;
  for (std::size_t i = 0; valid && i < bytes.size(); ++i) {
    const int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
    valid = high >= 0 && low >= 0;
    bytes[i] = static_cast<char>(high * 16 + low);
  }
  if (!valid) {
    element.bad_value(0, "an even number of hexadecimal digits");
    return {};
  }
  return {bytes.data(), bytes.size()};
}

const StartValues* read_start_elements(Reading& reading, Element& element, VariableType type) {
  std::vector<std::string_view> texts;
  for (const pugi::xml_node node : element.node().children("Start")) {
    const Element start{reading, node, kStartTable};
    start.expect_empty();
    texts.push_back(type == VariableType::kBinary ? decode_hex(reading, start) : reading.keep(start.raw(0)));
  }
  if (texts.empty()) return nullptr;
  StartValues values;
  values.texts = reading.model.arena.copy(texts);
  return reading.model.arena.make(values);
}

std::optional<double> finite_double(std::string_view text) noexcept {
  const std::optional<double> value = parse_double(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

const StartValues* read_fmi3_start(Reading& reading, Element& element, VariableType type) {
  if (type == VariableType::kString || type == VariableType::kBinary)
    return read_start_elements(reading, element, type);
  if (!element.has(Fmi3Slot::kStart)) return nullptr;
  StartValues values;
  switch (type) {
    case VariableType::kFloat32:
    case VariableType::kFloat64:
      values.floats =
          read_list<double>(reading, element, "finite numbers separated by blanks", finite_double);
      break;
    case VariableType::kBoolean:
      values.booleans = read_list<bool>(reading, element, "true or false", parse_boolean);
      break;
    case VariableType::kUInt8:
    case VariableType::kUInt16:
    case VariableType::kUInt32:
    case VariableType::kUInt64: {
      const std::uint64_t max = unsigned_max(type);
      values.unsigned_integers = read_list<std::uint64_t>(
          reading, element, fmt::format("integers from 0 to {}", max), [max](std::string_view word) {
            const std::optional<std::uint64_t> value = parse_uint64(word);
            return value && *value <= max ? value : std::nullopt;
          });
      break;
    }
    default: {
      const IntegerRange range = integer_range(type);
      values.integers = read_list<std::int64_t>(
          reading, element, fmt::format("integers from {} to {}", range.min, range.max),
          [range](std::string_view word) {
            const std::optional<std::int64_t> value = parse_int64(word);
            return value && *value >= range.min && *value <= range.max ? value : std::nullopt;
          });
      break;
    }
  }
  return values.given() ? reading.model.arena.make(values) : nullptr;
}

}  // namespace lockstep::core
