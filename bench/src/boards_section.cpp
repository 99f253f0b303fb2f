// SPDX-License-Identifier: Apache-2.0
// What a control board of 30 joints costs the step, in each kind of law.
#include <fmt/format.h>

#include <memory>

#include "lockstep/core/error.hpp"
#include "lockstep/devices/control_board/control_board.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

using devices::control_board::BoardConfig;

constexpr std::size_t kJoints = 30;

/// Joints that turn by themselves: next to no physics, so that the step is what runtime and board cost.
class BoardWorld {
 public:
  /// Without a mode there is no board.
  explicit BoardWorld(const char* mode) : host_{world()}, runtime_{host_} {
    if (mode != nullptr) {
      BoardConfig config;
      config.name = "board";
      config.velocity_timeout.reset();
      config.initial_mode = devices::control_board::find_mode(mode).value();
      config.axes.resize(kJoints);
      for (std::size_t i = 0; i < kJoints; ++i)
        config.axes[i].joint = "j" + std::to_string(i);
      runtime_.add(devices::control_board::make_board(config), {}, "arm");
    }
    runtime_.bind();
    runtime_.start();
    if (mode != nullptr && std::string{mode} == "position")  // takes longer than any measurement
      runtime_.doors().submit("arm/board/move",
                              {std::vector<std::int64_t>{}, std::vector<double>(kJoints, 1e6)});
  }
  void run(std::uint64_t steps) {
    for (std::uint64_t k = 0; k < steps; ++k) {
      if (!succeeded(runtime_.step())) throw Error{ErrorCode::kSystem, runtime_.fault()};
    }
  }

 private:
  static hosts::fake::FakeWorld world() {
    hosts::fake::FakeWorld made;
    made.joints.resize(kJoints);
    for (std::size_t i = 0; i < kJoints; ++i) {
      made.joints[i].name = "arm/j" + std::to_string(i);
      made.joints[i].damping = 1.0;
    }
    return made;
  }

  hosts::fake::FakeHost host_;
  runtime::Runtime runtime_;
};

}  // namespace

std::string boards_section(const BenchOptions& options) {
  BoardWorld plain{nullptr}, position{"position"}, velocity{"velocity"}, torque{"torque"};
  const std::vector<Timing> timings =
      interleave({{"no board", [&](std::uint64_t n) { plain.run(n); }, {}},
                  {"position, minimum jerk", [&](std::uint64_t n) { position.run(n); }, {}},
                  {"velocity PID", [&](std::uint64_t n) { velocity.run(n); }, {}},
                  {"torque", [&](std::uint64_t n) { torque.run(n); }, {}}},
                 {options.quick ? 2U : options.rounds, options.quick ? 2U : 1000U, Clock::kThreadCpu});
  MarkdownTable table{{"step", "best", "median", "the board", "of 1 ms"}};
  for (const Timing& timing : timings) {
    const double more_ns = timing.median_ns - timings[0].median_ns;
    table.add({timing.name, duration_text(timing.best_ns), duration_text(timing.median_ns),
               duration_text(more_ns), fmt::format("{:.2f} %", more_ns / 1e4)});
  }
  return "## Control board of 30 joints at 1 kHz, CPU time of the thread that steps\n\n" + table.text();
}

}  // namespace lockstep::bench
