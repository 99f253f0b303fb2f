// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "lockstep/core/error.hpp"

namespace lockstep::cli {

/// The exit code an error leads to: 1 when a model or run failed, 2 for wrong use and unreadable input.
int exit_code(ErrorCode code) noexcept;

/// Tells the user on standard error, or, for `json`, as {"error": {...}} on standard output.
void report(const Error& error, bool json);

nlohmann::ordered_json to_json(const std::vector<Diagnostic>& diagnostics);

/// JSON on standard output: two blanks of indentation, bytes that are no UTF-8 replaced.
void print_json(const nlohmann::ordered_json& json);

}  // namespace lockstep::cli
