// SPDX-License-Identifier: Apache-2.0
// The library example of the README, and an exception that crosses the boundary of the library.
#include <cstdio>

#include "lockstep/core/stepper.hpp"

using namespace lockstep::core;

int main(int, char** argv) {
  try {
    const auto stepper = Stepper::create(Fmu::open(argv[1]));
    stepper->set("l", 2.5);
    const auto angle_rad = stepper->output("a");
    while (stepper->time_s() < 10.0)
      stepper->step(0.01);
    std::printf("a(%g s) = %.6f rad\n", stepper->time_s(), angle_rad.value());
  } catch (const lockstep::Error& error) {
    std::printf("%s\n", error.what());
    return 2;
  }
  return 0;
}
