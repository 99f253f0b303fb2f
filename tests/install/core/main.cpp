// SPDX-License-Identifier: Apache-2.0
// The library example of the README, and an exception that crosses the boundary of the library.
#include <cstdio>
#include <string>
#include <vector>

#include "lockstep/core/stepper.hpp"

using namespace lockstep::core;

int main(int, char** argv) {
  try {
    const auto stepper = Stepper::create(Fmu::open(argv[1]));
    const std::vector<std::string> names{"a"};
    const auto angle_rad = stepper->bind_outputs<double>(select(stepper->description(), names));
    stepper->initialize({});
    const TimeGrid grid{0.0, Rational::from_seconds(0.01)};  // 0.01 is 1/100 exactly: no drift
    for (int k = 0; k < 1000; ++k) {
      const StepOutcome outcome = stepper->step(grid.interval(k));
      if (!succeeded(outcome.status)) return std::puts(stepper->fault().c_str()), 1;
    }
    std::printf("a(%g s) = %.6f rad\n", grid.at(1000), angle_rad[0]);
  } catch (const lockstep::Error& error) {
    std::printf("%s\n", error.what());
    return 2;
  }
  return 0;
}
