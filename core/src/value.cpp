// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/value.hpp"

#include <fmt/format.h>

#include <utility>

#include "lockstep/core/error.hpp"
#include "lockstep/core/model_description.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

[[noreturn]] void bad_value(const Variable& variable, std::string_view text, std::string_view expected) {
  constexpr std::size_t kShown = 200;
  throw Error{
      ErrorCode::kBadUsage,
      fmt::format("'{}{}' is no value for variable '{}' of type {}; expected {}", text.substr(0, kShown),
                  text.size() > kShown ? "..." : "", variable.name, to_string(variable.type), expected)};
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  constexpr std::string_view kBlanks = " \t\r\n";
  for (std::size_t begin = text.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(kBlanks, end);
  }
  return result;
}

// Reads every blank-separated word with `parse`, which answers an optional.
template <class T, class Parse>
Value parse_words(const Variable& variable, std::string_view text, std::string_view expected, Parse&& parse) {
  std::vector<T> values;
  for (const std::string_view word : words(text)) {
    const auto parsed = parse(word);
    if (!parsed) bad_value(variable, word, expected);
    values.push_back(*parsed);
  }
  if (values.empty() || (!variable.is_array() && values.size() != 1)) bad_value(variable, text, expected);
  return values;
}

std::optional<std::int64_t> parse_item(std::string_view word, Span<const EnumerationItem> items) noexcept {
  for (const EnumerationItem& item : items) {
    if (item.name == word) return item.value;
  }
  return parse_int64(word);
}

std::string item_list(Span<const EnumerationItem> items) {
  std::string list = "an integer";
  for (const EnumerationItem& item : items)
    list += fmt::format(", '{}'", item.name);
  return list;
}

std::optional<std::vector<std::uint8_t>> parse_hexadecimal(std::string_view word) {
  std::vector<std::uint8_t> bytes;
  if (word.size() % 2 != 0) return std::nullopt;
  unsigned byte = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    unsigned digit = 0;
    if (c >= '0' && c <= '9')
      digit = static_cast<unsigned>(c - '0');
    else if (c >= 'a' && c <= 'f')
      digit = static_cast<unsigned>(c - 'a') + 10;
    else if (c >= 'A' && c <= 'F')
      digit = static_cast<unsigned>(c - 'A') + 10;
    else
      return std::nullopt;
    byte = byte * 16 + digit;
    if (i % 2 == 1) bytes.push_back(static_cast<std::uint8_t>(std::exchange(byte, 0U)));
  }
  return bytes;
}

}  // namespace

Value parse_value(const Variable& variable, std::string_view text, Span<const EnumerationItem> items) {
  switch (variable.type) {
    case VariableType::kFloat32:
    case VariableType::kFloat64:
      return parse_words<double>(variable, text, "a number such as 1.5e-3", parse_double);
    case VariableType::kInt8:
    case VariableType::kInt16:
    case VariableType::kInt32:
    case VariableType::kInt64:
      return parse_words<std::int64_t>(variable, text, "an integer", parse_int64);
    case VariableType::kUInt8:
    case VariableType::kUInt16:
    case VariableType::kUInt32:
    case VariableType::kUInt64:
      return parse_words<std::uint64_t>(variable, text, "an integer not below 0", parse_uint64);
    case VariableType::kEnumeration:
      if (!variable.is_array()) {  // names of items may hold blanks
        const std::optional<std::int64_t> item = parse_item(trimmed(text), items);
        if (!item) bad_value(variable, text, item_list(items));
        return std::vector<std::int64_t>{*item};
      }
      return parse_words<std::int64_t>(variable, text, item_list(items),
                                       [&](std::string_view word) { return parse_item(word, items); });
    case VariableType::kBoolean:
    case VariableType::kClock:
      return parse_words<bool>(variable, text, "true, false, 1 or 0", parse_boolean);
    case VariableType::kBinary:
      break;
    case VariableType::kString: {
      if (!variable.is_array()) return std::vector<std::string>{std::string{text}};
      std::vector<std::string> strings;
      for (const std::string_view word : words(text))
        strings.emplace_back(word);
      return strings;
    }
  }
  if (text.empty() && !variable.is_array()) return std::vector<std::vector<std::uint8_t>>(1);
  return parse_words<std::vector<std::uint8_t>>(variable, text, "bytes in hexadecimal such as 0aff",
                                                parse_hexadecimal);
}

Value parse_value(const ModelDescription& description, const Variable& variable, std::string_view text) {
  Span<const EnumerationItem> items;
  if (variable.declared_type != kNone) items = description.type_definitions()[variable.declared_type].items;
  return parse_value(variable, text, items);
}

namespace {

std::string element_text(double value) {
  return to_text(value);
}
std::string element_text(std::int64_t value) {
  return fmt::format("{}", value);
}
std::string element_text(std::uint64_t value) {
  return fmt::format("{}", value);
}
std::string element_text(bool value) {
  return value ? "true" : "false";
}
std::string element_text(const std::string& value) {
  return value;
}
std::string element_text(const std::vector<std::uint8_t>& value) {
  std::string text;
  for (const std::uint8_t byte : value)
    text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace

std::string to_text(const Value& value) {
  return std::visit(
      [](const auto& values) {
        std::string text;
        for (std::size_t i = 0; i < values.size(); ++i) {
          if (i != 0) text += ' ';
          text += element_text(values[i]);
        }
        return text;
      },
      value);
}

Value start_value(const Variable& variable) {
  static const StartValues kNothing;
  const StartValues& start = variable.start != nullptr ? *variable.start : kNothing;
  switch (variable.type) {
    case VariableType::kFloat32:
    case VariableType::kFloat64:
      return std::vector<double>(start.floats.begin(), start.floats.end());
    case VariableType::kInt8:
    case VariableType::kInt16:
    case VariableType::kInt32:
    case VariableType::kInt64:
    case VariableType::kEnumeration:
      return std::vector<std::int64_t>(start.integers.begin(), start.integers.end());
    case VariableType::kUInt8:
    case VariableType::kUInt16:
    case VariableType::kUInt32:
    case VariableType::kUInt64:
      return std::vector<std::uint64_t>(start.unsigned_integers.begin(), start.unsigned_integers.end());
    case VariableType::kBoolean:
    case VariableType::kClock:
      return std::vector<bool>(start.booleans.begin(), start.booleans.end());
    case VariableType::kString:
      return std::vector<std::string>(start.texts.begin(), start.texts.end());
    case VariableType::kBinary:
      break;
  }
  std::vector<std::vector<std::uint8_t>> binaries;
  for (const std::string_view bytes : start.texts)
    binaries.emplace_back(bytes.begin(), bytes.end());
  return binaries;
}

}  // namespace lockstep::core
