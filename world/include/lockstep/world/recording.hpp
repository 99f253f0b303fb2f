// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/row_sink.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/record/event_log.hpp"
#include "lockstep/record/memory_recorder.hpp"

namespace lockstep::world {

/// What is kept of a run.
struct RecordingOptions {
  std::vector<std::filesystem::path> files;  ///< ".csv" or ".mcap"
  std::vector<std::filesystem::path> plots;  ///< ".html" or ".svg", written when the run is finished
  std::vector<core::RowSink*> sinks;         ///< of the caller; they outlive the recording
  /// What came in from outside, for a replay (docs/how-to/replay-a-run.md): ".yaml" or ".yml"; empty: none.
  std::filesystem::path events;
  /// Time between two rows, a multiple of the step (else it is rounded up, with a warning); empty: every
  /// step.
  std::optional<double> output_interval_s;
};

/// The files, plots and summary of one run. Files are opened, but not yet emptied, by the constructor: a path
/// that cannot be written is found before the world is opened, and the results of an earlier run survive a
/// set-up that fails. A World begins it with the first row and ends it in World::finish().
///
/// One thread at a time.
class Recording {
 public:
  /// Throws Error{kBadUsage} for a name that ends otherwise or is given twice, Error{kSystem} when a file
  /// cannot be opened, and what record::check_plot_file throws.
  explicit Recording(RecordingOptions options);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  const RecordingOptions& options() const noexcept { return options_; }
  /// Everything that takes rows: the summary, the files, the sinks of the caller.
  Span<core::RowSink* const> sinks() const noexcept { return sinks_; }
  /// The files among them: what a crash handler completes by RowSink::end_now().
  Span<core::RowSink* const> files() const noexcept { return files_; }
  /// Null when events are not recorded.
  record::EventLogWriter* events() const noexcept { return events_.get(); }
  /// Smallest, largest and last value of every column, and the points of the plots.
  const record::MemoryRecorder& summary() const noexcept { return memory_; }
  /// Smallest, largest and last value of every column over all steps, also where rows are further apart.
  const record::MemoryRecorder& ranges() const noexcept {
    return options_.output_interval_s ? ranges_ : memory_;
  }
  /// What takes every step besides sinks(); empty where every step is a row.
  Span<core::RowSink* const> step_sinks() const noexcept { return step_sinks_; }
  /// After the last row. Throws Error{kSystem} when a file cannot be written.
  void write_plots(const std::string& title, const std::string& subtitle) const;

 private:
  RecordingOptions options_;
  record::MemoryRecorder memory_, ranges_;
  std::vector<std::unique_ptr<core::RowSink>> owned_;
  std::vector<core::RowSink*> files_, sinks_, step_sinks_;
  std::unique_ptr<record::EventLogWriter> events_;
};

}  // namespace lockstep::world
