// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdarg>
#include <functional>
#include <string>
#include <string_view>

#include "lockstep/core/variable.hpp"

namespace lockstep::core {

/// Longest text a log message is formatted to; the rest is replaced by "... (cut)".
inline constexpr std::size_t kMaxLogText = 8192;

/// printf for FMI 1 and 2 messages, whose format string comes from foreign code and may not fit its
/// arguments.
/// - A message without arguments that holds a '%' ("100 % done", "50%") must not crash: a conversion nobody
/// means
///   ("% d" of a word, an unknown letter) stays as it is, and a %s whose pointer cannot be read prints as
///   "%s".
/// - %n is never obeyed. NULL for %s prints "(null)".
/// - The output is bounded by kMaxLogText, the number of conversions by 64.
/// Numbers of conversions without argument are whatever lies on the stack: wrong, but harmless.
std::string format_foreign(const char* format, std::va_list arguments);

/// Whether the C string at `text` may be read up to its end or `limit` bytes. Asks the kernel, page by page.
bool is_readable(const char* text, std::size_t limit) noexcept;

/// Finds the name of a variable; empty when there is none.
using NameOf = std::function<std::string_view(ValueReference reference, VariableType type)>;

/// Replaces references to variables by their names: FMI 1 and 2 write #r12# (r, i, b, s for the type), FMI 3
/// #12#;
/// "##" means "#". What does not follow these rules is left as it is.
std::string expand_typed_references(std::string_view text, const NameOf& name_of);  ///< FMI 1, 2
/// FMI 3: a reference belongs to one variable whatever its type; `name_of` gets kFloat64 for all.
std::string expand_references(std::string_view text, const NameOf& name_of);

}  // namespace lockstep::core
