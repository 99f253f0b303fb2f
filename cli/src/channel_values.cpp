// SPDX-License-Identifier: Apache-2.0
#include "channel_values.hpp"

#include <cmath>
#include <sstream>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::cli {
namespace {

using core::VariableType;

/// Each word through `parse`, or an error that names it.
template <class T, class Parse>
core::Value parse_words(const std::string& what, const std::vector<std::string>& words, const char* expected,
                        Parse parse) {
  std::vector<T> elements;
  for (const std::string& word : words) {
    const std::optional<T> element = parse(word);
    if (!element) throw Error{ErrorCode::kBadUsage, what + ": '" + word + "' is not " + expected};
    elements.push_back(*element);
  }
  return elements;
}

std::optional<std::vector<std::uint8_t>> parse_bytes(const std::string& digits) {
  const auto value_of = [](char digit) -> int {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
  };
  if (digits.size() % 2 != 0) return {};
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = value_of(digits[i]), low = value_of(digits[i + 1]);
    if (high < 0 || low < 0) return {};
    bytes.push_back(static_cast<std::uint8_t>(16 * high + low));
  }
  return bytes;
}

std::string to_hexadecimal(const std::vector<std::uint8_t>& bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::optional<double> parse_finite(const std::string& word) {
  const std::optional<double> number = core::parse_double(word);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

}  // namespace

void add_channel(CLI::App& command, std::optional<std::string>& path) {
  command.add_option("--channel", path, "Socket of the world; default: the only world that runs")
      ->type_name("PATH");
}

channel::Client connect(const std::optional<std::string>& path) {
  return path ? channel::Client::connect(*path) : channel::Client::connect();
}

core::Value parse_elements(const std::string& what, VariableType type,
                           const std::vector<std::string>& words) {
  switch (type) {
    case VariableType::kFloat32:
    case VariableType::kFloat64:
      return parse_words<double>(what, words, "a finite number; write it like 0.25 or 2.5e-1", parse_finite);
    case VariableType::kInt8:
    case VariableType::kInt16:
    case VariableType::kInt32:
    case VariableType::kInt64:
    case VariableType::kEnumeration:
      return parse_words<std::int64_t>(what, words, "a whole number", core::parse_int64);
    case VariableType::kUInt8:
    case VariableType::kUInt16:
    case VariableType::kUInt32:
    case VariableType::kUInt64:
      return parse_words<std::uint64_t>(what, words, "a whole number not below 0", core::parse_uint64);
    case VariableType::kBoolean:
    case VariableType::kClock:
      return parse_words<bool>(what, words, "true, false, 1 or 0", core::parse_boolean);
    case VariableType::kString:
      return words;
    case VariableType::kBinary:
      break;
  }
  return parse_words<std::vector<std::uint8_t>>(what, words, "an even number of hexadecimal digits",
                                                parse_bytes);
}

core::Value parse_argument(const std::string& request, const channel::Field& field, const std::string& word) {
  const std::string what = "argument '" + field.name + "' of request '" + request + "'";
  if (field.count == 1) return parse_elements(what, field.type, {word});
  std::istringstream stream{word};
  std::vector<std::string> words;
  for (std::string one; stream >> one;)
    words.push_back(one);
  return parse_elements(what, field.type, words);
}

std::vector<std::string> element_texts(const core::Value& value) {
  std::vector<std::string> texts;
  const auto add = [&](const auto& element) {
    using T = std::decay_t<decltype(element)>;
    if constexpr (std::is_same_v<T, bool>)
      texts.emplace_back(element ? "true" : "false");
    else if constexpr (std::is_same_v<T, double>)
      texts.push_back(core::to_text(element));
    else if constexpr (std::is_integral_v<T>)
      texts.push_back(std::to_string(element));
    else if constexpr (std::is_same_v<T, std::string>)
      texts.push_back(element);
    else
      texts.push_back(to_hexadecimal(element));
  };
  std::visit(
      [&](const auto& elements) {
        for (const auto& element : elements)
          add(static_cast<const typename std::decay_t<decltype(elements)>::value_type&>(element));
      },
      value);
  return texts;
}

std::string type_text(VariableType type, std::uint32_t count) {
  std::string text{core::to_string(type)};
  if (count == 0) return text + "[]";
  return count == 1 ? text : text + '[' + std::to_string(count) + ']';
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char character : text) {
    if (character == '"') cell += '"';
    cell += character;
  }
  return cell + '"';
}

}  // namespace lockstep::cli
