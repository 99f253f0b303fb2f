// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/core/variable.hpp"

namespace lockstep::core {

/// The value of one variable, scalar or array (row-major), away from the hot path: parameters, start values,
/// `--set`. doubles for Float32/64; int64 for Int8..Int64 and Enumeration; uint64 for UInt8..UInt64; bool for
/// Boolean and Clock; strings for String; byte strings for Binary.
using Value =
    std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint64_t>,
                 std::vector<bool>, std::vector<std::string>, std::vector<std::vector<std::uint8_t>>>;

/// Reads a value for `variable`: numbers strictly, "true"/"false"/"1"/"0", enumeration items by name (given
/// in `items`) or number, Binary as hexadecimal, arrays separated by blanks. Throws Error{kBadUsage} naming
/// variable, text, expectation.
struct EnumerationItem;
class ModelDescription;
LOCKSTEP_CORE_EXPORT Value parse_value(const Variable& variable, std::string_view text,
                                       Span<const EnumerationItem> items = {});
/// As above; enumeration items are those of the variable's type in its description.
LOCKSTEP_CORE_EXPORT Value parse_value(const ModelDescription& description, const Variable& variable,
                                       std::string_view text);
/// The inverse: what parse_value would read back to the same value.
LOCKSTEP_CORE_EXPORT std::string to_text(const Value& value);
/// The start value of the description as a Value; empty vector of the right type when there is none.
LOCKSTEP_CORE_EXPORT Value start_value(const Variable& variable);

}  // namespace lockstep::core
