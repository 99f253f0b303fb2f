// SPDX-License-Identifier: Apache-2.0
// A controller in a process of its own, for loop_test.cpp and bench/clock-periods: `clock_controller TICKS
// PERIOD_US [FILE]` runs a loop by the environment and prints how many of its periods were not exact, the
// time of the last tick [us] and how many were missed. FILE gets the period of each tick in simulated and in
// wall time [us].
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "lockstep/clock/loop.hpp"

int main(int argc, char** argv) {
  using namespace lockstep;  // NOLINT: a program of one page
  try {
    const std::chrono::microseconds period{std::atoi(argv[2])};
    clock::Loop loop = clock::Loop::from_environment("controller", period);
    std::optional<clock::SimTime> last;
    std::vector<std::array<double, 2>> periods;
    auto last_wall = std::chrono::steady_clock::now();
    int wrong = 0, ticks = 0;
    for (; ticks < std::atoi(argv[1]); ++ticks) {
      const auto tick = loop.next();
      if (!tick) break;
      const auto wall = std::chrono::steady_clock::now();
      if (last)
        periods.push_back(
            {1e-3 * double((tick->time - *last).count()), 1e-3 * double((wall - last_wall).count())});
      if (last && tick->time - *last != period) ++wrong;
      last = tick->time;
      last_wall = wall;
    }
    if (argc > 3) {
      std::FILE* const file = std::fopen(argv[3], "w");
      for (const auto& [simulated, wall_us] : periods)
        std::fprintf(file, "%.3f %.3f\n", simulated, wall_us);
      std::fclose(file);
    } else if (ticks < std::atoi(argv[1])) {
      return 3;  // the world has ended before
    }
    std::printf("%d %lld %llu\n", wrong, static_cast<long long>(last->count() / 1000),
                static_cast<unsigned long long>(loop.missed()));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
