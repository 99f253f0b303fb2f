// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/isolation_worker.hpp"

int main(int argc, char** argv) {
  return lockstep::core::run_isolation_worker(argc, argv);
}
