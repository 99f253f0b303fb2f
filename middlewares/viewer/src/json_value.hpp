// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "lockstep/core/value.hpp"
#include "lockstep/devices/api/request.hpp"

namespace lockstep::viewer {

using Json = nlohmann::ordered_json;

/// A value as JSON: the element itself when `count` is 1, else an array. NaN and infinity, which JSON does
/// not have, are null; byte strings are hexadecimal text.
Json to_json(const core::Value& value, std::uint32_t count);
/// The inverse, for an inlet or an argument: numbers, texts or Booleans, alone or in an array. Whole numbers
/// stay whole, so that the doors can judge what fits. Throws Error{kBadInput} naming `what` when JSON has
/// something else there.
core::Value from_json(const Json& json, core::VariableType type, std::string_view what);

/// Text of JSON; bytes that are not UTF-8 become U+FFFD.
std::string dump(const Json& json);
/// JSON of a text; throws Error{kBadInput} when it is not JSON.
Json parse_json(std::string_view text);

/// JSON Schema of one value.
Json schema_of(core::VariableType type, std::uint32_t count, const std::string& unit);
/// JSON Schema of the arguments or the reply of a request: an object with a property for each field.
Json schema_of(const std::string& title, const std::vector<devices::RequestField>& fields);

}  // namespace lockstep::viewer
