// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assembly.hpp"
#include "control_requests.hpp"
#include "event_requests.hpp"
#include "lockstep/runtime/event_recorder.hpp"
#include "lockstep/runtime/event_replay.hpp"
#include "lockstep/runtime/recorder.hpp"
#include "lockstep/world/world.hpp"
#include "pacer.hpp"

namespace lockstep::world {

/// A recording with its recorder.
struct Track {
  Recording* recording{nullptr};
  std::unique_ptr<Recording> owned;  // of World::record(file)
  std::unique_ptr<runtime::Recorder> recorder;
  std::unique_ptr<runtime::Recorder> every_step;   // of Recording::step_sinks; null: every step is a row
  std::unique_ptr<runtime::EventRecorder> events;  // null: events are not recorded
  std::int64_t row_every{1};                       // steps
  std::int64_t last_row{-1};                       // step of the last row since the time was set
};

struct World::Impl {
  Impl(const scenario::Scenario& scenario, WorldOptions given);
  ~Impl();

  WorldOptions options;
  double duration_s;
  Assembly parts;
  EventRequests events;
  std::optional<runtime::EventReplay> replay;
  std::vector<runtime::SignalView> signals;  // recorded
  std::vector<Track> tracks;
  RunControl control;
  ControlRequests requests{control};
  Pacer pacer;
  std::uint64_t faults_seen{0};
  bool started{false}, finished{false};
  bool replay_ended{false};  // in the last run

  runtime::Runtime& runtime() noexcept { return *parts.runtime; }
  void add_track(Recording& recording, std::unique_ptr<Recording> owned);
  std::int64_t steps_of_interval(const RecordingOptions& recording) const;

  // the loop (run_loop.cpp)
  enum class Commands : std::uint8_t { kObey, kIgnore };
  /// Steps until index() is `target`. False when it was stopped before.
  bool step_to(std::int64_t target, const RunHooks& hooks, double stop_s, Commands commands);
  RunResult run_to(std::int64_t target, double stop_s, const RunHooks& hooks);
  void start();
  void one_step();
  bool obey(const RunControl::Hooks& waits, bool& step);
  void obey_reset();
  /// Waits for outside parties, or until `give_up` is true.
  void pass_barrier(const std::function<bool()>& give_up);
  void pace(const RunHooks& hooks, const RunControl::Hooks& waits);
  void reset(runtime::ResetScope scope);
  /// The same, by somebody who is not in the replay, which then begins again with the time.
  void reset_from_outside(runtime::ResetScope scope);
  /// What the replay has before the next step. False: the run ended here.
  bool replay_events();

  // recording
  enum class Rows : std::uint8_t { kDue, kAll };
  void record(Rows rows);
  /// Writes events into all logs, by `write`; throws the reason of one that fails.
  template <class Write>
  void record_events(Write&& write);
  void end_events();
  void note_faults() noexcept;
  void flush() noexcept;
  [[noreturn]] void throw_stopped();
  std::uint64_t rows() const noexcept;
};

}  // namespace lockstep::world
