// SPDX-License-Identifier: Apache-2.0
// Uses the installed library: a header, an exported function, and an exception that crosses its boundary.
#include <iostream>

#include "lockstep/core/error.hpp"

int main() {
  try {
    throw lockstep::Error{lockstep::ErrorCode::kNotFound, "no such model"};
  } catch (const lockstep::Error& error) {
    std::cout << lockstep::to_string(error.code()) << ": " << error.what() << "\n";
    return 0;
  }
}
