// SPDX-License-Identifier: Apache-2.0
#include "slow_run_hint.hpp"

#include <fmt/format.h>

#include "lockstep/core/number_text.hpp"

namespace lockstep::cli {
namespace {

constexpr double kPatience_s = 10.0, kLong_s = 120.0;

}  // namespace

void SlowRunHint::look(double time_s, double stop_s, Clock::time_point now) {
  if (said_) return;
  const double elapsed_s = std::chrono::duration<double>(now - begin_).count();
  if (elapsed_s < kPatience_s) return;
  said_ = true;
  const double left_s = time_s > 0.0 ? elapsed_s * (stop_s - time_s) / time_s : kLong_s;
  if (left_s < kLong_s || !log_) return;
  const char* const advice = engine_ == "simbody" ? "--engine mujoco or --engine dart is faster"
                                                  : "a larger --step-size takes less time";
  log_({core::LogLevel::kWarning, "lockstep", "slow-run",
        fmt::format("{} s of {} s are simulated after {:.0f} s; the rest takes about {:.0f} minutes. {}",
                    core::to_text(time_s), core::to_text(stop_s), elapsed_s, left_s / 60.0, advice)});
}

}  // namespace lockstep::cli
