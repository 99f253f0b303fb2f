// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "lockstep/core/variable.hpp"

namespace lockstep::record {

// Values as JSON, appended to a text that has room already: nothing here takes memory of its own, because
// rows are written while a world runs.

/// A text in quotes, with what JSON does not allow in it escaped. Bytes that are not UTF-8 become U+FFFD.
void put_json_text(std::string& out, std::string_view text);
/// Whether a text is UTF-8, so that put_json_text() changes nothing in it.
bool is_utf8(std::string_view text) noexcept;

/// One element of a signal or variable: numbers as the shortest decimals that read back to the same bits, NaN
/// and infinity as null, Booleans and clocks as true or false, Binary as hexadecimal text. `element` as in
/// core::RecordColumn.
void put_json_value(std::string& out, core::VariableType type, const void* element);

/// What a JSON Schema calls such a value: "number", "integer", "boolean" or "string".
const char* json_type_of(core::VariableType type) noexcept;

}  // namespace lockstep::record
