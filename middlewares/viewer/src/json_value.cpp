// SPDX-License-Identifier: Apache-2.0
#include "json_value.hpp"

#include <cmath>
#include <type_traits>
#include <variant>

#include "lockstep/core/error.hpp"

namespace lockstep::viewer {
namespace {

using core::VariableType;
using Bytes = std::vector<std::uint8_t>;

template <class T>
Json element_json(const T& element) {
  if constexpr (std::is_same_v<T, double>) {
    return std::isfinite(element) ? Json(element) : Json(nullptr);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    std::string text;
    for (const unsigned byte : element) {
      text += "0123456789abcdef"[byte >> 4U];
      text += "0123456789abcdef"[byte & 15U];
    }
    return text;
  } else {
    return element;
  }
}

const char* json_type(VariableType type) {
  switch (type) {
    case VariableType::kFloat32:
    case VariableType::kFloat64:
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

[[noreturn]] void fail(std::string_view what, VariableType type, const Json& json) {
  throw Error{ErrorCode::kBadInput, "'" + std::string{what} + "' is " + dump(json).substr(0, 80) +
                                        ", expected " + json_type(type) + " values"};
}

unsigned digit(char c, std::string_view what, const Json& json) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  fail(what, VariableType::kBinary, json);
}

Bytes bytes_of(const std::string& text, std::string_view what, const Json& json) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(
        static_cast<std::uint8_t>(digit(text[i], what, json) << 4U | digit(text[i + 1], what, json)));
  if (text.size() % 2 != 0) fail(what, VariableType::kBinary, json);
  return bytes;
}

/// All elements by `take`, which is given one that `fits`.
template <class T, class Fits, class Take>
core::Value collect(const Json& array, VariableType type, std::string_view what, Fits fits, Take take) {
  std::vector<T> elements;
  for (const Json& element : array) {
    if (!fits(element)) fail(what, type, element);
    elements.push_back(take(element));
  }
  return elements;
}

}  // namespace

Json to_json(const core::Value& value, std::uint32_t count) {
  return std::visit(
      [&](const auto& elements) {
        using T = typename std::decay_t<decltype(elements)>::value_type;
        if (count == 1 && elements.size() == 1) return element_json<T>(elements.front());
        Json array = Json::array();
        for (const T& element : elements)
          array.push_back(element_json<T>(element));
        return array;
      },
      value);
}

core::Value from_json(const Json& json, VariableType type, std::string_view what) {
  const Json array = json.is_array() ? json : Json::array({json});
  const std::string_view kind = json_type(type);
  if (kind == "number")
    return collect<double>(
        array, type, what, [](const Json& one) { return one.is_number(); },
        [](const Json& one) { return one.get<double>(); });
  if (kind == "boolean")
    return collect<bool>(
        array, type, what, [](const Json& one) { return one.is_boolean(); },
        [](const Json& one) { return one.get<bool>(); });
  if (type == VariableType::kString)
    return collect<std::string>(
        array, type, what, [](const Json& one) { return one.is_string(); },
        [](const Json& one) { return one.get<std::string>(); });
  if (type == VariableType::kBinary)
    return collect<Bytes>(
        array, type, what, [](const Json& one) { return one.is_string(); },
        [&](const Json& one) { return bytes_of(one.get<std::string>(), what, one); });
  // Clients write whole numbers as 3 or 3.0 alike.
  const auto whole = [](const Json& one) {
    if (one.is_number_integer()) return true;
    constexpr double kExact = 9007199254740992.0;
    return one.is_number() && std::fabs(one.get<double>()) <= kExact &&
           one.get<double>() == std::trunc(one.get<double>());
  };
  return collect<std::int64_t>(array, type, what, whole,
                               [](const Json& one) { return one.get<std::int64_t>(); });
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(std::string_view text) {
  // Functions of the library that visit a value call themselves for each level.
  constexpr int kDeepest = 32;
  const auto limit_depth = [](int depth, Json::parse_event_t /*event*/, Json& /*parsed*/) {
    if (depth > kDeepest) throw Error{ErrorCode::kBadInput, "a client sent JSON with too many levels"};
    return true;
  };
  Json json = Json::parse(text.begin(), text.end(), limit_depth, false);
  if (json.is_discarded()) throw Error{ErrorCode::kBadInput, "a client sent a text that is not JSON"};
  return json;
}

Json schema_of(VariableType type, std::uint32_t count, const std::string& unit) {
  Json schema;
  if (count == 1) {
    schema["type"] = json_type(type);
  } else {
    schema["type"] = "array";
    schema["items"] = {{"type", json_type(type)}};
    if (count != devices::RequestField::kAnyCount) schema["minItems"] = schema["maxItems"] = count;
  }
  if (!unit.empty()) schema["description"] = unit;
  return schema;
}

Json schema_of(const std::string& title, const std::vector<devices::RequestField>& fields) {
  Json schema{{"title", title}, {"type", "object"}, {"properties", Json::object()}};
  Json required = Json::array();
  for (const devices::RequestField& field : fields) {
    schema["properties"][field.name] = schema_of(field.type, field.count, field.unit);
    required.push_back(field.name);
  }
  schema["required"] = required;
  return schema;
}

}  // namespace lockstep::viewer
