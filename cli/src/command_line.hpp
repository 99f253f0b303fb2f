// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep::cli {

/// The whole command: parses the arguments, runs the verb, reports errors. Returns the exit code.
int run(int argc, const char* const* argv);

}  // namespace lockstep::cli
