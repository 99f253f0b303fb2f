// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>

#include "command_line.hpp"

int main(int argc, char** argv) {
  try {
    return lockstep::cli::run(argc, argv);
  } catch (const std::exception& unexpected) {
    std::fprintf(stderr, "error: %s (this is a defect of lockstep, please report it)\n", unexpected.what());
  }
  return 1;
}
