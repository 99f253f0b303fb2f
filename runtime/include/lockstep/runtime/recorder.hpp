// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/row_sink.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/runtime/signal_table.hpp"

namespace lockstep::runtime {

/// One column for each element of each signal, in order; elements of arrays are named "<signal>[i]", from 1.
/// Valid as long as the signals.
std::vector<core::RecordColumn> record_columns(Span<const SignalView> signals);

/// A wall clock that never goes back, exact to a few milliseconds, which costs a few nanoseconds.
std::chrono::nanoseconds coarse_now() noexcept;

/// Records signals of a world into any number of sinks (CSV, MCAP, memory): what every shell does after a
/// step.
///
///     Recorder recorder;
///     recorder.begin(signals, sinks);        // after Runtime::bind
///     ...
///     if (!recorder.row(runtime.time_s()))   // after start() and after every step that is to be recorded
///       use(recorder.failures());
///     recorder.fault();                      // after a step in which a device failed
///     ...
///     recorder.end();
///
/// Rows reach the disk when a second (wall clock) has passed since the last time, and at every fault: a
/// process that is killed or hangs loses the rows of at most that time.
///
/// A sink that fails (disk full, ...) is ended at once and gets no further rows; its reason, with the name of
/// its file, is in failures(). The other sinks go on and are finished.
///
/// row() takes no memory and no lock. It is called between two steps, by the thread that steps the world; one
/// thread at a time.
class Recorder {
 public:
  struct Options {
    std::chrono::nanoseconds flush_interval{std::chrono::seconds{1}};
    std::chrono::nanoseconds (*now)() noexcept {coarse_now};  ///< another clock, for tests
  };

  Recorder() = default;
  explicit Recorder(Options options) noexcept : options_{options} {}
  /// Ends what was begun. A reason for failure is lost then: call end() where somebody can hear it.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Begins all sinks with the columns of `signals`. Sinks and signals must outlive the recorder. Throws
  /// Error when one cannot be begun (the others are ended then), Error{kBadUsage} when it has begun already.
  void begin(Span<const SignalView> signals, Span<core::RowSink* const> sinks);

  /// One row in each sink that has not failed. False when a sink failed in this row: see failures().
  [[nodiscard]] bool row(double time_s) noexcept;

  /// Hands all rows to the system now.
  void flush() noexcept;
  /// The same, because a device or the host has failed: nobody knows whether there will be another step.
  void fault() noexcept { flush(); }

  /// Ends every sink, whatever the others do; afterwards the recorder may begin again. Throws the reason of
  /// the sink that failed, or one Error with all reasons when there are several.
  void end();

  bool recording() const noexcept { return begun_; }
  std::uint64_t rows() const noexcept { return rows_; }  ///< since begin()
  /// Why sinks failed, in the order in which they did; the message names the file. Kept until begin().
  const std::vector<Error>& failures() const noexcept { return failures_; }

 private:
  void end_sink(core::RowSink& sink) noexcept;
  void end_all() noexcept;

  Options options_;
  std::vector<core::RowSink*> sinks_;  // those that have not failed
  std::vector<Error> failures_;
  std::uint64_t rows_{0};
  std::chrono::nanoseconds next_flush_{0};
  bool begun_{false};
};

}  // namespace lockstep::runtime
