// SPDX-License-Identifier: Apache-2.0
// What taps cost the step: 100 of 10 signals each, a row in every step of 1 ms.
#include <fmt/format.h>

#include <memory>
#include <thread>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t kTaps = 100;
constexpr std::size_t kSignals = 10;

/// Ten joints that turn by themselves: next to no physics, so that the step is what the runtime costs.
class TappedWorld {
 public:
  TappedWorld(std::size_t taps, bool with_readers) : host_{world()}, runtime_{host_, options()} {
    runtime_.bind();
    runtime_.start();
    runtime::TapOptions tap;
    for (std::size_t i = 0; i < kSignals; ++i)
      tap.signals.push_back(joint_name(i) + "/position");
    tap.period = core::SimTime{1'000'000};
    for (std::size_t i = 0; i < taps; ++i)
      taps_.push_back(runtime_.doors().tap(tap));
    if (!with_readers) return;
    for (const auto& one : taps_) {
      readers_.emplace_back([one] {
        runtime::TapReader reader{one};
        for (runtime::TapRow row; reader.wait(row);) {
        }
      });
    }
  }
  ~TappedWorld() {
    for (const auto& tap : taps_)
      tap->end();
    for (std::thread& reader : readers_)
      reader.join();
  }

  void run(std::uint64_t steps) {
    for (std::uint64_t k = 0; k < steps; ++k) {
      if (!succeeded(runtime_.step())) throw Error{ErrorCode::kSystem, runtime_.fault()};
    }
  }

 private:
  static std::string joint_name(std::size_t i) { return "arm/j" + std::to_string(i); }
  static hosts::fake::FakeWorld world() {
    hosts::fake::FakeWorld made;
    made.joints.resize(kSignals);
    for (std::size_t i = 0; i < kSignals; ++i) {
      made.joints[i].name = joint_name(i);
      made.joints[i].velocity = 1.0;
    }
    return made;
  }
  static runtime::RuntimeOptions options() {
    runtime::RuntimeOptions made;
    made.keep_all_signals = true;
    return made;
  }

  hosts::fake::FakeHost host_;
  runtime::Runtime runtime_;
  std::vector<std::shared_ptr<runtime::Tap>> taps_;
  std::vector<std::thread> readers_;
};

}  // namespace

std::string taps_section(const BenchOptions& options) {
  TappedWorld plain{0, false}, tapped{kTaps, false}, read{kTaps, true};
  const std::vector<Timing> timings =
      interleave({{"no taps", [&](std::uint64_t n) { plain.run(n); }, {}},
                  {"100 taps", [&](std::uint64_t n) { tapped.run(n); }, {}},
                  {"100 taps, a thread waits at each", [&](std::uint64_t n) { read.run(n); }, {}}},
                 {options.quick ? 2U : options.rounds, options.quick ? 2U : 1000U, Clock::kThreadCpu});
  MarkdownTable table{{"step", "best", "median", "ratio of minima", "paired ratio", "a tap", "of 1 ms"}};
  for (const Timing& timing : timings) {
    const double more_ns = timing.best_ns - timings[0].best_ns;
    table.add({timing.name, duration_text(timing.best_ns), duration_text(timing.median_ns),
               ratio_text(timing.ratio_of_minima), ratio_text(timing.paired_ratio),
               duration_text(more_ns / static_cast<double>(kTaps)),
               fmt::format("{:.2f} %", timing.best_ns / 1e4)});
  }
  return "## Taps: 100 of 10 signals each, a row in every step of 1 ms, CPU time of the thread that "
         "steps\n\n" +
         table.text();
}

}  // namespace lockstep::bench
