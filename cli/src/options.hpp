// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/isolation_options.hpp"

namespace lockstep::cli {

/// An option with one number, read strictly (no locale, nothing after the number, finite). `unit` is shown in
/// the help, e.g. "SECONDS".
CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<double>& target,
                        const std::string& unit, const std::string& help);

/// An option that may be repeated and takes exactly one value each time.
CLI::Option* add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                          const std::string& placeholder, const std::string& help);

/// --isolate: FMUs run in worker processes.
CLI::Option* add_isolation(CLI::App& command, bool& target);
/// --allow: what an isolated FMU may do besides computing.
CLI::Option* add_permissions(CLI::App& command, std::vector<std::string>& target);
/// Throws Error{kBadUsage} for what is no permission.
core::Permissions read_permissions(const std::vector<std::string>& texts);

/// --archive-limit NAME=NUMBER, for FMUs that are larger than is safe to assume of a stranger's.
CLI::Option* add_archive_limits(CLI::App& command, std::vector<std::string>& target);
/// What the option says. Throws Error{kBadUsage} naming the limits there are.
core::ArchiveLimits read_archive_limits(const std::vector<std::string>& texts);

}  // namespace lockstep::cli
