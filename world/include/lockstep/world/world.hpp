// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/core/simulation.hpp"
#include "lockstep/description/world.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/network/network_config.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "lockstep/scenario/scenario.hpp"
#include "lockstep/world/recording.hpp"
#include "lockstep/world/run_control.hpp"

namespace lockstep::world {

/// The scenario of a file: that of a YAML file (.yaml, .yml), or one that names nothing but the world or
/// robot (SDF, URDF), the FMU or the network (SSP). Throws what scenario::read_scenario throws.
scenario::Scenario scenario_of(const std::filesystem::path& file);

/// The network of an SSP, or the first one of a scenario, as data; no FMU is loaded. Throws Error{kNotFound}
/// when the file has none, and what reading it throws.
network::NetworkConfig network_of(const std::filesystem::path& file);

struct WorldOptions {
  core::LogSink log;  ///< warnings about the files, messages of FMUs; empty: nobody reads
  std::vector<devices::DeviceKind> devices;  ///< kinds of devices besides those of lockstep
  bool keep_all_signals{false};              ///< see runtime::RuntimeOptions
};

/// What a run may do besides its steps. All are called by the thread that runs, between two steps.
struct RunHooks {
  /// Called now and then; false stops the run.
  std::function<bool(const core::SimulationProgress&)> progress;
  /// Whether to stop, also asked while the run is paused or waits for the clock: for a flag that a signal
  /// handler sets. Empty: nobody asks.
  std::function<bool()> interrupted;
  /// Waits until so many seconds after the start of the run; empty: by the clock of the machine.
  std::function<void(double wall_s)> wait_until;
};

/// How a run went.
struct RunResult {
  double stop_s{0.0};       ///< where it was to end
  double reached_s{0.0};    ///< where it ended
  double step_s{0.0};       ///< length of a step
  double wall_s{0.0};       ///< time it took
  std::int64_t steps{0};    ///< of this run
  std::uint64_t rows{0};    ///< recorded since the start
  bool stopped{false};      ///< before the end, by RunControl::stop or a hook
  bool interrupted{false};  ///< by a hook
};

/// A world between two steps, to come back to: see World::save. Must not outlive its world.
class WorldSave;

/// A run as an object: a world with its engine, devices and signals, and the loop around it.
///
///     world::World world{"arm.yaml"};                     // or .sdf, .world, .urdf, .fmu
///     const auto knee = world.watch("arm/knee/position");
///     world.record("run.csv");
///     world.run_for(5.0);
///     std::printf("%g rad\n", knee.number());
///     world.finish();                                     // the file is complete, or an Error says why not
///
/// The engine is that of the scenario; else the one the world's `<physics type>` names, if this program has
/// it; else the default.
///
/// Recorded are the signals of the scenario; else `position`, `velocity` and `applied` of every joint,
/// `position` of every free body and all outputs of devices: at the start, after every step (or at the output
/// interval), at the end of each run, and after reset() and restore().
///
/// A scenario with a `replay` gives the world again what came in from outside in an earlier run
/// (RecordingOptions::events, docs/how-to/replay-a-run.md): the run ends where that one did, and requests of
/// the scenario's own events come from the list.
///
/// Threads: one thread at a time drives a World (calls its functions). What others may do while it runs is in
/// control() and runtime().doors(): signals of the world are read by the driving thread, others use taps.
/// What control() does is there as requests, too: "world/pause", "world/resume", "world/step", "world/reset",
/// "world/stop", "world/set_real_time_factor". The barrier of the doors is passed before every step.
///
/// Failures: set-up throws Error. When a device or the engine stops the world, running throws
/// Error{kFmuFailed} with time and reason; all rows have reached their files then, and after reset() the
/// world can run again. When a recording fails, running throws its reason; the other recordings are complete.
class World {
 public:
  /// Opens the world of a file: see scenario_of.
  explicit World(const std::filesystem::path& file, WorldOptions options = {});
  /// Throws Error from whatever part cannot be made: the description, the engine, a device, a signal.
  explicit World(const scenario::Scenario& scenario, WorldOptions options = {});
  /// Ends the recordings, so that no row is lost. Call finish() to learn of failures and to get the plots.
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // --- what it is ----------------------------------------------------------------------------------------
  const std::string& name() const noexcept;
  std::string_view engine_name() const noexcept;
  /// `type` of the world's `<physics>`; empty when it has none.
  const std::string& physics_type() const noexcept;
  /// What was read: links, joints, shapes. Stays as it is as long as the world.
  const description::World& description() const noexcept;
  double step_s() const noexcept;
  /// Of the scenario; 10 s when it gives none.
  double duration_s() const noexcept;
  /// Signals, doors, faults, joint and link states. Its step functions are for the World alone.
  runtime::Runtime& runtime() noexcept;
  const runtime::Runtime& runtime() const noexcept;
  /// Names of the signals that are recorded, in order.
  std::vector<std::string> recorded_signals() const;

  // --- before the first step -----------------------------------------------------------------------------
  /// A signal to read from now on; it stays valid and current as long as the world. Throws Error{kNotFound}
  /// with the closest names.
  runtime::SignalView watch(std::string_view signal);
  /// Records into a file, .csv or .mcap, besides what is recorded already. Throws as Recording does.
  void record(const std::filesystem::path& file);
  /// Records into a recording of the caller, which outlives the world.
  void record(Recording& recording);

  // --- running -------------------------------------------------------------------------------------------
  /// The initial state, and its row in the recordings. Other threads may use the doors from then on. Running
  /// and everything below does it, too, unless it was done.
  void start();
  /// `count` steps, whether the run is paused or not. A reset that somebody asked for comes before the next
  /// of them.
  void step(std::int64_t count = 1);
  /// Runs for so many seconds of the world's time, or until a stop.
  RunResult run_for(double seconds, const RunHooks& hooks = {});
  /// Runs until the world's time is `time_s` or later (a part of a step is a step), or until a stop. A reset
  /// in between that sets the time back makes the run longer.
  RunResult run_until(double time_s, const RunHooks& hooks = {});
  /// Runs until duration_s().
  RunResult run(const RunHooks& hooks = {});
  /// Pause, resume, steps, reset, stop and the real-time factor (at first that of the scenario, else as fast
  /// as possible), from any other thread.
  RunControl& control() noexcept;
  double time_s() const noexcept;       ///< of the world
  std::int64_t index() const noexcept;  ///< steps since time 0

  // --- state ---------------------------------------------------------------------------------------------
  /// Sets the world back: see runtime::ResetScope. Events of the scenario happen again when time is set back;
  /// when time goes on, those that have happened do not.
  void reset(runtime::ResetScope scope = runtime::ResetScope::kBoth);
  /// Throws Error{kUnsupported} naming every part that cannot be saved.
  std::unique_ptr<WorldSave> save();
  /// Continues from there with the same bits. Throws Error{kBadUsage} for that of another world, and
  /// Error{kUnsupported} where the events of the run are recorded (RecordingOptions::events).
  void restore(const WorldSave& saved);

  // --- the end -------------------------------------------------------------------------------------------
  /// Ends the recording and writes its plots. Throws why a recording failed. No step comes after it.
  void finish();
  /// Devices that are or were in a fault which their policy covers, as sentences.
  std::vector<std::string> covered_faults() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class WorldSave {
 public:
  ~WorldSave();
  WorldSave(const WorldSave&) = delete;
  WorldSave& operator=(const WorldSave&) = delete;

 private:
  friend class World;
  WorldSave();
  std::unique_ptr<runtime::WorldSnapshot> runtime_;
  std::size_t next_event_{0};
  record::EventLogReader::Position replay_;
};

}  // namespace lockstep::world
