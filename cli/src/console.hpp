// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>

#include "lockstep/core/log.hpp"
#include "lockstep/core/simulation.hpp"

namespace lockstep::cli {

/// What a running simulation says on standard error: messages of the model and, on a terminal, a progress bar
/// with the real-time factor below them. In a pipe there is no bar. Safe to use from several threads.
class Console {
 public:
  /// `bar`: draw the progress bar; see wants_bar().
  explicit Console(bool bar) : bar_{bar} {}
  ~Console() { clear(); }
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  /// Standard error is a terminal that understands the few control sequences of the bar.
  static bool wants_bar();

  void message(const core::LogMessage& message);
  void progress(const core::SimulationProgress& progress);
  /// Removes the bar, so that something else can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void clear_bar();

  std::mutex mutex_;
  bool bar_;
  bool bar_shown_{false};
  std::optional<Clock::time_point> begin_;  // of the run, not of loading: the first progress
  Clock::time_point last_drawn_{};
};

/// How many times faster than the real thing, e.g. "2.5x", "78,800x": three digits are enough.
std::string speed_text(double real_time_factor);
/// A number with its thousands set apart: "12,345".
std::string grouped(std::uint64_t number);

/// "12.3 kB", "4.56 MB".
std::string size_text(std::uint64_t bytes);

/// The bar as one line of `width` characters, e.g. "[#####     ] 50 %  t = 5 s  120x real time  2 s left".
std::string progress_line(const core::SimulationProgress& progress, double elapsed_s, std::size_t width);

}  // namespace lockstep::cli
