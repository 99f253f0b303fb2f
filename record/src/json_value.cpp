// SPDX-License-Identifier: Apache-2.0
#include "json_value.hpp"

#include <cmath>
#include <vector>

#include "number_writer.hpp"

namespace lockstep::record {
namespace {

using core::VariableType;

constexpr char kDigits[] = "0123456789abcdef";

template <class T>
T load(const void* element) noexcept {
  return *static_cast<const T*>(element);
}

template <class Number>
void put_number(std::string& out, Number value) {
  char text[kMaxNumberBytes];
  out.append(text, write_number(text, value));
}

template <class Float>
void put_float(std::string& out, Float value) {
  if (std::isfinite(value))
    put_number(out, value);
  else
    out += "null";
}

void put_hexadecimal(std::string& out, const std::vector<std::uint8_t>& bytes) {
  out += '"';
  for (const std::uint8_t byte : bytes) {
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  out += '"';
}

/// Bytes of the UTF-8 character that `text` begins with; 0 when it begins with none (RFC 3629: no overlong
/// forms, no surrogates, nothing above U+10FFFF).
std::size_t character_bytes(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t count = first >= 0xC2 && first < 0xE0 ? 2 : (first & 0xF0U) == 0xE0 ? 3 : 4;
  if (first < 0xC2 || first > 0xF4 || text.size() < count) return 0;
  for (std::size_t i = 1; i < count; ++i)
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  const std::uint8_t second = byte(1);
  const bool possible = !(first == 0xE0 && second < 0xA0) && !(first == 0xED && second >= 0xA0) &&
                        !(first == 0xF0 && second < 0x90) && !(first == 0xF4 && second >= 0x90);
  return possible ? count : 0;
}

void put_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto byte = static_cast<std::uint8_t>(c);
  if (byte >= 0x20) {
    out += c;
    return;
  }
  out += "\\u00";
  out += kDigits[byte >> 4U];
  out += kDigits[byte & 15U];
}

}  // namespace

void put_json_text(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t count = character_bytes(text);
    if (count == 1)
      put_escaped(out, text[0]);
    else if (count == 0)
      out += "\xEF\xBF\xBD";
    else
      out += text.substr(0, count);
    text.remove_prefix(count == 0 ? 1 : count);
  }
  out += '"';
}

bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const std::size_t count = character_bytes(text);
    if (count == 0) return false;
    text.remove_prefix(count);
  }
  return true;
}

void put_json_value(std::string& out, VariableType type, const void* element) {
  switch (type) {
    case VariableType::kFloat64:
      return put_float(out, load<double>(element));
    case VariableType::kFloat32:
      return put_float(out, load<float>(element));
    case VariableType::kInt8:
      return put_number(out, static_cast<int>(load<std::int8_t>(element)));
    case VariableType::kUInt8:
      return put_number(out, static_cast<unsigned>(load<std::uint8_t>(element)));
    case VariableType::kInt16:
      return put_number(out, static_cast<int>(load<std::int16_t>(element)));
    case VariableType::kUInt16:
      return put_number(out, static_cast<unsigned>(load<std::uint16_t>(element)));
    case VariableType::kInt32:
      return put_number(out, load<std::int32_t>(element));
    case VariableType::kUInt32:
      return put_number(out, load<std::uint32_t>(element));
    case VariableType::kInt64:
    case VariableType::kEnumeration:
      return put_number(out, load<std::int64_t>(element));
    case VariableType::kUInt64:
      return put_number(out, load<std::uint64_t>(element));
    case VariableType::kBoolean:
    case VariableType::kClock:
      out += load<bool>(element) ? "true" : "false";
      return;
    case VariableType::kString:
      return put_json_text(out, *static_cast<const std::string*>(element));
    case VariableType::kBinary:
      return put_hexadecimal(out, *static_cast<const std::vector<std::uint8_t>*>(element));
  }
}

const char* json_type_of(VariableType type) noexcept {
  switch (type) {
    case VariableType::kFloat64:
    case VariableType::kFloat32:
      return "number";
    case VariableType::kBoolean:
    case VariableType::kClock:
      return "boolean";
    case VariableType::kString:
    case VariableType::kBinary:
      return "string";
    default:
      return "integer";
  }
}

}  // namespace lockstep::record
