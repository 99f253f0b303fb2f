// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::record {

class OutputFile;

/// Bytes of one line of a list of events: more than a frame of the channel can become as text.
inline constexpr std::size_t kLongestEventLine = std::size_t{64} << 20U;

/// Something that came into a run from outside, between two steps or at the start of one.
struct Event {
  enum class Kind : std::uint8_t {
    kInlet,    ///< a value that step `step` latched: `name`, one of `values`, perhaps `stamp`
    kRequest,  ///< a request that was executed: `name`, its arguments in `values`
    kReset,    ///< the world was set back before step `step`: `name` is "time", "state" or "both"
    kEnd,      ///< the run ended before step `step`
  };
  Kind kind{Kind::kInlet};
  std::int64_t step{0};  ///< steps since time 0
  std::string name;
  std::vector<core::Value> values;
  std::optional<core::SimTime> stamp;  ///< as the writer of the inlet gave it
  /// A request that was executed while the world was paused, before the inlets of its step were latched.
  bool paused{false};

  friend bool operator==(const Event& a, const Event& b) {
    return a.kind == b.kind && a.step == b.step && a.name == b.name && a.values == b.values &&
           a.stamp == b.stamp && a.paused == b.paused;
  }
};

/// The run that events belong to.
struct EventLogHeader {
  std::string world;   ///< name of the world
  std::string engine;  ///< it ran on
  double step_s{0.0};  ///< length of a step
};

/// Writes the events of a run, in the order in which they happened:
///
///     # The events of a run. Again: lockstep run WORLD --replay FILE
///     format: lockstep-events-1
///     world: "arm"
///     engine: "mujoco"
///     step_size: 0.001
///     events:
///     - {"step": 0, "inlet": "arm/board/target", "value": [0.5]}
///     - {"step": 7, "request": "arm/board/trim", "arguments": [[1.0, 2.0], ["why"]], "paused": true}
///     - {"step": 100, "reset": "both"}
///     - {"step": 250, "end": true}
///
/// YAML of one line for each event, which is JSON behind its dash. A value is the list of its elements.
/// Numbers read back to the same bits, and a Float64 always has a point or an exponent. A byte string is
/// {"bytes": "0aff"} in hexadecimal, a text that is not UTF-8 {"text": "ff00"} likewise.
///
/// Each event is handed to the system at once: it survives the end of this process. The file is opened by the
/// constructor and emptied by begin(). One thread at a time.
class EventLogWriter {
 public:
  /// Throws Error{kSystem} when `path` cannot be opened for writing.
  explicit EventLogWriter(const std::filesystem::path& path);
  ~EventLogWriter();
  EventLogWriter(const EventLogWriter&) = delete;
  EventLogWriter& operator=(const EventLogWriter&) = delete;

  /// Throws Error{kSystem}.
  void begin(const EventLogHeader& header);
  /// False after a failure (disk full, ...), then and ever after; end() throws the reason. Throws
  /// Error{kUnsupported} naming an event that is longer than kLongestEventLine.
  [[nodiscard]] bool write(const Event& event);
  /// Closes the file. Throws Error{kSystem} when not everything could be written.
  void end();

 private:
  std::unique_ptr<OutputFile> file_;
  std::string line_;
};

/// Reads events one after another, with memory for one of them. What is in the file is not trusted.
///
/// Failures: Error{kNotFound}, Error{kUnreadable}, and Error{kBadInput} with file and line.
class EventLogReader {
 public:
  /// Reads up to the first event.
  explicit EventLogReader(const std::filesystem::path& path);

  const EventLogHeader& header() const noexcept { return header_; }
  /// The next event; false after the last one.
  [[nodiscard]] bool next(Event& event);
  /// Of the event that was read last.
  SourceLocation where() const { return {name_, line_number_, 1}; }

  /// A place between two events, to come back to.
  struct Position {
    std::streamoff offset{0};
    std::uint32_t line{0};
  };
  Position position() const noexcept { return {offset_, line_number_}; }
  void go_to(const Position& position);

 private:
  bool read_line();
  void read_header();
  void read_header_line();
  [[noreturn]] void fail(const std::string& message, const std::string& fix = {}) const;

  std::string name_;
  std::ifstream file_;
  EventLogHeader header_;
  std::string line_;
  std::uint32_t line_number_{0};
  std::streamoff offset_{0};
};

}  // namespace lockstep::record
