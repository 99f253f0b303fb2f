// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace lockstep::cli {

/// An option with one number, read strictly (no locale, nothing after the number, finite). `unit` is shown in
/// the help, e.g. "SECONDS".
CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<double>& target,
                        const std::string& unit, const std::string& help);

/// An option that may be repeated and takes exactly one value each time.
CLI::Option* add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                          const std::string& placeholder, const std::string& help);

}  // namespace lockstep::cli
