// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::core {

/// A program with its arguments; what it prints goes to `output`. No shell sees it.
struct Command {
  std::vector<std::string> arguments;  ///< arguments[0] is the absolute path of the program
  std::filesystem::path output;        ///< file for standard output and error
};

/// The first of `names` that is an executable file in a folder of PATH; empty when none is.
std::filesystem::path find_program(const std::vector<std::string>& names);

/// As a person would type it: arguments with special characters are quoted.
std::string command_text(const Command& command);

/// Runs all commands, at most `parallel` at a time, and waits for every one it started; after the first
/// failure no further one is started. Throws Error{kNoBinary} with the command that failed and what it
/// printed, Error{kSystem} when a program cannot be started. `what` begins the message ("compiling the
/// sources of 'x' failed").
void run_commands(const std::vector<Command>& commands, std::size_t parallel, const std::string& what);

}  // namespace lockstep::core
