// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/core/export.hpp"

/// Numbers as text, the same on every machine: no locale is ever consulted (a German locale must not turn
/// "1.5" into 1), the whole text must be a number ("4O.0" and "1,5" are refused, not read as 4 and 1) and
/// what is written reads back to the same bits. Thread-safe; nothing here throws or allocates except
/// std::string results.
namespace lockstep::core {

/// A decimal floating-point number: optional sign, digits with an optional '.', optional exponent; or
/// INF, NaN with an optional sign, in any case. No surrounding blanks (see trimmed), no hexadecimal. Empty
/// for anything else and for numbers too large for a double; numbers too small become the nearest double,
/// i.e. 0.
LOCKSTEP_CORE_EXPORT std::optional<double> parse_double(std::string_view text) noexcept;

/// A decimal integer with an optional sign; empty when the text is anything else or out of range.
LOCKSTEP_CORE_EXPORT std::optional<std::int64_t> parse_int64(std::string_view text) noexcept;
LOCKSTEP_CORE_EXPORT std::optional<std::uint64_t> parse_uint64(std::string_view text) noexcept;

/// XML Schema booleans: "true", "false", "1", "0".
LOCKSTEP_CORE_EXPORT std::optional<bool> parse_boolean(std::string_view text) noexcept;

/// Room that is enough for every number format_number writes.
inline constexpr std::size_t kNumberTextSize = 32;

/// Writes the shortest text that reads back to the same double ("0.1", "1e-05", "INF", "-INF", "NaN") to
/// `buffer`, which has room for kNumberTextSize characters. Returns the number of characters; no '\0' is
/// added.
LOCKSTEP_CORE_EXPORT std::size_t format_number(double value, char* buffer) noexcept;
/// The same for a float: 0.1F is "0.1", not "0.10000000149011612".
LOCKSTEP_CORE_EXPORT std::size_t format_number(float value, char* buffer) noexcept;

/// format_number as a string.
LOCKSTEP_CORE_EXPORT std::string to_text(double value);
LOCKSTEP_CORE_EXPORT std::string to_text(float value);

/// The text without the blanks (space, tab, carriage return, line feed) around it.
LOCKSTEP_CORE_EXPORT std::string_view trimmed(std::string_view text) noexcept;

}  // namespace lockstep::core
