// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockstep::cli {

/// What the command returns to the shell.
enum ExitCode : int {
  kOk = 0,
  kFailed = 1,    ///< the model or the run failed; `check`: the FMU would not load here
  kWrongUse = 2,  ///< wrong use, or input that cannot be read
};

/// A verb of the command line: its options, registered with CLI11, and what it does. One file a verb.
struct Verb {
  CLI::App* command{nullptr};
  std::function<int()> run;    ///< called when the verb was given; returns an ExitCode or throws Error
  std::function<bool()> json;  ///< whether --json was given: errors are then JSON too
};

Verb add_info(CLI::App& app);
Verb add_check(CLI::App& app);
Verb add_simulate(CLI::App& app);
Verb add_run(CLI::App& app);
Verb add_new(CLI::App& app);
Verb add_robot(CLI::App& app);
Verb add_worlds(CLI::App& app);
Verb add_ports(CLI::App& app);
Verb add_watch(CLI::App& app);
Verb add_put(CLI::App& app);
Verb add_ask(CLI::App& app);
Verb add_cache(CLI::App& app);
Verb add_version(CLI::App& app);

/// `lockstep help [VERB]`. The text where that was asked for; throws Error{kBadUsage} for a verb that is
/// none.
void add_help(CLI::App& app);
std::optional<std::string> asked_for_help(CLI::App& app, int argc, const char* const* argv);

}  // namespace lockstep::cli
