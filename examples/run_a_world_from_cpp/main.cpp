// SPDX-License-Identifier: Apache-2.0
// Runs a world, records it and prints where a joint ends up.
#include <cstdio>
#include <exception>

#include "lockstep/world/world.hpp"

int main(int argc, char** argv) try {
  lockstep::world::World world{argc > 1 ? argv[1] : "pendulum.world"};
  const auto angle = world.watch("pendulum/pivot/position");  // rad; stays current
  world.record("run.csv");                                    // or .mcap
  world.run_for(1.0);                                         // as fast as possible
  std::printf("angle after %g s: %.3f rad\n", world.time_s(), angle.number());

  const auto saved = world.save();  // come back to this instant later
  world.run_for(1.0);
  const double once = angle.number();
  world.restore(*saved);
  world.run_for(1.0);
  std::printf("a second later: %.3f rad, and the same again: %s\n", once,
              once == angle.number() ? "yes" : "no");
  world.finish();  // the file is complete
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
