// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/channel/client.hpp"

namespace lockstep::cli {

/// --channel PATH of the verbs that talk to a running world.
void add_channel(CLI::App& command, std::optional<std::string>& path);
/// The world at this channel, or the only one that runs.
channel::Client connect(const std::optional<std::string>& path);

/// Elements of a value as they are typed: numbers strictly, "true"/"false"/"1"/"0", texts as they are, byte
/// strings as hexadecimal digits. `what` names the thing in messages, e.g. "inlet 'arm/target'". Throws
/// Error{kBadUsage}.
core::Value parse_elements(const std::string& what, core::VariableType type,
                           const std::vector<std::string>& words);
/// The value of one argument of a request from one word; elements of an array are separated by blanks.
core::Value parse_argument(const std::string& request, const channel::Field& field, const std::string& word);

/// Each element as text.
std::vector<std::string> element_texts(const core::Value& value);
/// "Float64", "String[3]", "Float64[]".
std::string type_text(core::VariableType type, std::uint32_t count);
/// A cell of a CSV file: quoted where commas, quotes or line feeds ask for it.
std::string csv_cell(const std::string& text);

}  // namespace lockstep::cli
