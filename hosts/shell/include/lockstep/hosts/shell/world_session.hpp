// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/row_sink.hpp"
#include "lockstep/hosts/shell/control_requests.hpp"
#include "lockstep/hosts/shell/model_session.hpp"
#include "lockstep/hosts/shell/step_gate.hpp"
#include "lockstep/runtime/channel_server.hpp"
#include "lockstep/runtime/commons.hpp"
#include "lockstep/runtime/recorder.hpp"

namespace lockstep::hosts::shell {

/// How a world is opened to others.
///
/// | field | default | meaning |
/// |---|---|---|
/// | `channel` | closed | other processes reach the world; the text is the socket, empty: the default place |
/// | `reactions` | false | forces and moments through joints are signals, too; some engines take long for
/// them | | `record` | none | a file of rows, .csv or .mcap, in attribute or field `file`; one `signal` for
/// each column, none: all outputs and inlets of devices that are there in the first step |
struct DoorsConfig {
  struct Record {
    std::filesystem::path file;
    std::vector<std::string> signals;
  };
  bool channel{false};
  bool reactions{false};
  std::optional<std::filesystem::path> socket;  ///< empty: the default place
  std::vector<Record> records;
};
/// Throws Error{kBadInput} with all that is wrong.
DoorsConfig read_doors_config(const core::ConfigNode& plugin);

/// Our side of one world of a simulator that owns its loop: the models with devices, what they share (doors
/// and claims), and the events of a step:
///
/// | event | what happens |
/// |---|---|
/// | begin() | parties of the barrier are awaited, inlets latched, requests executed; phase `control` |
/// | before_physics() | commands of others are read; phase `actuate`; efforts and forces act |
/// | end() | phase `observe`, with the time of the step's end; rows to taps and files; requests like
/// world/pause
/// |
///
/// A model takes part in the events it has devices for; where nobody observes it, its step is completed in
/// the next begin() or before_physics().
///
/// Threads: everything in the thread of the world, except note_pause(), note_reset() and note_end().
class WorldSession {
 public:
  explicit WorldSession(Simulator& simulator);
  ~WorldSession();
  WorldSession(const WorldSession&) = delete;
  WorldSession& operator=(const WorldSession&) = delete;

  // --- between two steps -----------------------------------------------------------------------------------
  /// Opens the doors, before models are added. Throws Error, also when they are open already.
  void open(const DoorsConfig& config);
  bool is_open() const noexcept { return control_ != nullptr; }
  bool shows_reactions() const noexcept { return shows_reactions_; }
  void add_model(ModelSession& model);
  void remove_model(ModelSession& model) noexcept;

  // --- the events of a step --------------------------------------------------------------------------------
  void begin() noexcept;
  void before_physics() noexcept;
  void end() noexcept;
  /// Between begin() and end().
  bool in_step() const noexcept { return gate_.in_step(); }

  // --- any thread ------------------------------------------------------------------------------------------
  /// Somebody has paused the world, or let it go on.
  void note_pause() noexcept;
  /// The world was put back. While no step can begin.
  void note_reset() noexcept;
  /// The simulator ends: nobody is waited for any more.
  void note_end() noexcept;

  // --- for the models --------------------------------------------------------------------------------------
  Simulator& simulator() noexcept { return simulator_; }
  runtime::Commons& commons() noexcept { return commons_; }
  StepGate& gate() noexcept { return gate_; }
  /// Something is to be looked at before the next step. Any thread.
  void ask_attention() noexcept { attention_.store(true, std::memory_order_relaxed); }
  /// Where the next step starts on the clock of the world.
  std::int64_t next_start_ns() const;

 private:
  struct Recording;
  void prepare(std::int64_t now_ns);
  void sort_models();
  void pass_barrier(core::SimTime time);
  void stop_world(const std::string& why);
  static std::vector<std::unique_ptr<Recording>> open_recordings(const DoorsConfig& config);
  void begin_recordings();
  void record_row() noexcept;
  void flush_recordings() noexcept;
  void pause_doors() noexcept;
  void reset_doors() noexcept;

  Simulator& simulator_;
  runtime::Commons commons_;
  StepGate gate_;
  std::vector<ModelSession*> models_;
  std::vector<ModelSession*> phases_[3];  // those that act in each event, in order
  bool shows_reactions_{false};
  std::atomic<bool> attention_{true};
  std::int64_t index_{0};    // of the next step since the start
  std::int64_t last_ns_{0};  // end of the last step, or the start
  std::int64_t now_ns_{0};   // end of this one
  double time_s_{0.0};       // of the state: the signal `time`
  core::SimTime time_{0};
  double step_s_{0.0};
  std::int64_t step_ns_{0};
  std::atomic<bool> opened_{false}, reset_{false}, ended_{false};
  std::vector<std::unique_ptr<Recording>> recordings_;
  std::unique_ptr<ControlRequests> control_;
  std::unique_ptr<runtime::ChannelServer> channel_;  // declared last: clients go first
};

}  // namespace lockstep::hosts::shell
