// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "command_line.hpp"
#include "result_output.hpp"

int main(int argc, char** argv) {
  try {
    const int code = lockstep::cli::run(argc, argv);
    // Nobody must take half an answer for a whole one because the disk was full.
    if (lockstep::cli::flush_results()) return code;
    std::fprintf(stderr, "error: cannot write to standard output: %s\n", std::strerror(errno));
    return code == 0 ? 1 : code;
  } catch (const std::exception& unexpected) {
    std::fprintf(stderr, "error: %s (this is a defect of lockstep, please report it)\n", unexpected.what());
  }
  return 1;
}
