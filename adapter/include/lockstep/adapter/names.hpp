// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::adapter {

/// The name of an FMU variable in a middleware that allows letters, digits and underscores only: every other
/// character becomes '_', then all leading '_' go. "dx[2]" is "dx_2_", "der(a)" is "der_a_", "_x" is "x".
std::string plain_name(std::string_view name);

/// Whether a middleware takes `name` as it is: a letter first, then letters, digits, '_'.
bool is_plain_name(std::string_view name) noexcept;

/// What is wrong with using the plain names of `variables` side by side: two variables of one name, a name in
/// `reserved`, or one that is no name (empty, or it starts with a digit). One diagnostic each, id
/// "name-collision", "name-reserved" or "name-invalid"; variables and their FMU names are in the message.
/// Empty: all is well.
std::vector<Diagnostic> check_plain_names(Span<const core::Variable* const> variables,
                                          Span<const std::string_view> reserved);

}  // namespace lockstep::adapter
