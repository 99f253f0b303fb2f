// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "lockstep/core/log.hpp"

namespace lockstep::cli {

/// Tells a user once, after ten seconds, that a run will take minutes, how many, and what helps: where there
/// is no terminal, and so no progress bar, a slow run would look like one that hangs.
class SlowRunHint {
 public:
  using Clock = std::chrono::steady_clock;

  /// `engine` runs the world.
  SlowRunHint(core::LogSink log, std::string engine, Clock::time_point begin = Clock::now())
      : log_{std::move(log)}, engine_{std::move(engine)}, begin_{begin} {}

  /// After some step.
  void look(double time_s, double stop_s, Clock::time_point now = Clock::now());

 private:
  core::LogSink log_;
  std::string engine_;
  Clock::time_point begin_;
  bool said_{false};
};

}  // namespace lockstep::cli
