// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::record {

struct ProcessResult {
  int exit_code{0};  ///< -1: ended by a signal
  std::string output, errors;
};

/// Runs a program to its end with `input` as its standard input; no shell is involved. `arguments` are
/// without the program's name. Throws Error{kSystem} when it cannot be started.
ProcessResult run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                          const std::string& input);

/// The first executable file called `name` on the PATH; empty: none.
std::filesystem::path find_program(const std::string& name);

}  // namespace lockstep::record
