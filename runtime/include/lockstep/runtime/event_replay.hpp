// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "lockstep/record/event_log.hpp"
#include "lockstep/runtime/doors.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::runtime {

/// Gives a world what an EventRecorder has recorded: the same values and requests at the same steps, so that
/// a world whose parts are deterministic computes the same bits again, without those who sent them.
///
///     EventReplay replay{"events.yaml", runtime.doors(), {engine.step_size().seconds()}};
///     for (;;) {                                  // before every step
///       switch (replay.next(runtime.index())) {
///         case EventReplay::Next::kStep: ...      // go on
///         case EventReplay::Next::kReset: ...     // runtime.reset(replay.scope()), then ask again
///         case EventReplay::Next::kEnd: ...       // the run ended here
///       }
///     }
///
/// The whole file is checked by the constructor and read again during the run, so that its length does not
/// matter. Called by the thread that drives the world, between two steps; the doors outlive it.
class EventReplay {
 public:
  struct Options {
    double step_s{0.0};  ///< of the world; the file must have the same
    /// Requests that are not sent again: those to the loop around the world.
    std::vector<std::string> ignored{};
  };

  /// After bind(). Throws what record::EventLogReader throws, and Error{kBadInput} with the lines of events
  /// that the world has no door for, whose values do not fit, or that are out of order.
  EventReplay(const std::filesystem::path& file, Doors& doors, Options options);

  enum class Next : std::uint8_t { kStep, kReset, kEnd };
  /// Gives the doors what belongs to step `index` and was not given yet, up to a reset or the end. Throws
  /// Error{kBadInput} when the file was changed meanwhile.
  Next next(std::int64_t index);
  /// Of Next::kReset.
  ResetScope scope() const noexcept { return scope_; }

  /// Whether the file says where the run ended; a run that was killed has no end.
  bool has_end() const noexcept { return has_end_; }
  /// The largest step of an event.
  std::int64_t last_step() const noexcept { return last_step_; }

  /// How far it is, for save and restore of a world.
  record::EventLogReader::Position position() const noexcept { return pending_at_; }
  void go_to(const record::EventLogReader::Position& position);
  /// Back to the first event.
  void restart() { go_to(start_); }

 private:
  void check_all(std::vector<Diagnostic>& problems);
  void check(const record::Event& event);
  void read_next();
  void give(const record::Event& event);
  std::vector<core::Value> arguments_of(const record::Event& event);
  Inlet& inlet(const std::string& name);
  std::uint32_t request(const std::string& name);
  bool is_ignored(const std::string& name) const;

  Doors& doors_;
  Options options_;
  record::EventLogReader log_;
  record::EventLogReader::Position start_, pending_at_;
  std::optional<record::Event> pending_;  // the next event
  std::unordered_map<std::string, Inlet*> inlets_;
  std::unordered_map<std::string, std::uint32_t> requests_;
  ResetScope scope_{ResetScope::kBoth};
  std::int64_t last_step_{0};
  bool has_end_{false};
};

}  // namespace lockstep::runtime
