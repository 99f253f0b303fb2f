// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockstep::cli {

/// What people see on a terminal. Names and messages come from models of unknown origin and must not steer
/// it: control characters (C0, DEL and the C1 set of Unicode) and marks that turn the direction of writing
/// are shown as '?'.
std::string printable(std::string_view text);

/// The same for text of several lines: line feeds and tabs stay.
std::string printable_lines(std::string_view text);

}  // namespace lockstep::cli
