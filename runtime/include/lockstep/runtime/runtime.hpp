// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/core/status.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/hosts/api/host.hpp"
#include "lockstep/runtime/commons.hpp"
#include "lockstep/runtime/doors.hpp"
#include "lockstep/runtime/signal_table.hpp"
#include "lockstep/runtime/snapshot.hpp"

namespace lockstep::runtime {

struct RuntimeOptions {
  core::LogSink log;     ///< warnings while binding; never used inside a step
  Doors::Options doors;  ///< room for requests and taps
  /// Whether quantities of the host are signals, too. A shell with hundreds of small runtimes whose devices
  /// read no such signal saves several kB for each of them without.
  bool host_signals{true};
  /// Whether reactions of joints are among them, where the host has some: a simulator may take long for them.
  bool reaction_signals{true};
  /// Whether all quantities of the host are kept up to date, so that a tap may be opened on any of them at
  /// any time; else only those that a device reads or that were watched before the start.
  bool keep_all_signals{false};
  std::uint64_t seed{0};  ///< of the world; each device makes its random numbers from it (Binder::seed)
  /// What this runtime shares with others of the same world, which has its doors then; null: it has doors of
  /// its own. Must outlive the runtime.
  Commons* commons{nullptr};
};

/// A signal of another runtime that a device reads in the same step.
struct OutsideRead {
  std::string signal;
  Owner writer{kOwnedByWorld};
  std::uint8_t read_in{0};     ///< phases of the reader: bits by devices::Phase
  std::uint8_t written_in{0};  ///< phases of the writer
};

/// A device that could not do its job.
struct DeviceFault {
  std::string device;
  core::SimTime time{0};  ///< of the world
  devices::FaultPolicy policy{devices::FaultPolicy::kStop};
  std::string text;
};

/// How a step of a host that owns its time has ended.
struct StepEnd {
  /// Ticks of the host since the step began, at least 1: more where it has missed some (a robot whose packets
  /// were lost). Time, schedules and accelerations count all of them; the interval that devices get next
  /// covers what was missed.
  std::int64_t cycles{1};
  /// When the host took the new state, from the start of the run, later than the state before. It becomes the
  /// stamp of the state and accelerations divide by it; schedules and intervals go on counting ticks. Empty:
  /// the tick is the time.
  std::optional<core::SimTime> measured_time;
};

/// What a reset sets back. Devices with their tunable parameters, signals and faults start anew in each case,
/// because a model cannot turn back its time, nor follow bodies that jump.
enum class ResetScope : std::uint8_t {
  kBoth,   ///< time and state: as after start()
  kState,  ///< the host to its initial state; time goes on, and periods of devices count from now
  kTime,   ///< time to the start; positions and velocities of the host stay as they are
};
/// "both", "state" or "time".
std::string_view to_string(ResetScope scope) noexcept;

/// Runs a world: the four phases of a step over one host and its devices. The only place where the order of a
/// step, commands, limits, periods, requests and fault policies are decided; every host and shell uses it.
///
///     Runtime runtime{engine};
///     runtime.add(std::move(device), options, "robot");   // in file order
///     runtime.bind();                                     // names, claims, signals
///     auto q = runtime.watch("robot/knee/position");
///     runtime.start();                                    // initial state; observers see t_0
///     while (runtime.time() < end && succeeded(runtime.step())) use(q.number());
///
/// A step of an Engine is step(). A shell whose simulator owns the loop calls begin_step() and control() at
/// its "update begin", actuate() before its physics and end_step() after it, and fills and empties the host's
/// arrays around them; where it has missed ticks or measures time, it says so in the StepEnd.
///
/// Setup throws Error. The step path neither throws, allocates, looks up nor locks; a restarted device
/// (FaultPolicy::kRestart) is the exception: its reset may allocate. All calls from one thread; other threads
/// use doors().
class Runtime {
 public:
  /// The host must outlive the runtime.
  explicit Runtime(hosts::Host& host, RuntimeOptions options = {});
  explicit Runtime(hosts::Engine& engine, RuntimeOptions options = {});
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  // --- setup ---------------------------------------------------------------------------------------------
  /// `model`: scoped name ('/' or '::') of the model the device belongs to; empty for the world. A second
  /// device with the same full name gets "_2" and so on. Returns the full name.
  const std::string& add(std::unique_ptr<devices::Device> device, const devices::DeviceOptions& options,
                         std::string_view model);
  /// Binds all devices. Throws Error naming each device that cannot be bound. With commons a signal that
  /// nobody writes yet is not an error before start(): it may be one of another model.
  void bind();
  /// Whether every signal that devices read has a writer; after bind().
  bool is_complete() const;
  /// Signals of other runtimes that devices read in the same step; after start(). The shell runs the phases
  /// of those runtimes first.
  std::vector<OutsideRead> outside_reads() const;
  /// Phases in which some device runs: bits by devices::Phase; after bind().
  std::uint8_t phases() const noexcept;
  /// Of what this runtime has added to the commons.
  Owner owner() const noexcept;
  /// Every signal there is, host quantities included unless the options say otherwise; after bind().
  const SignalTable& signals() const noexcept;
  /// A signal to read from now on; between bind() and start(). Throws Error{kNotFound} with the closest
  /// names.
  SignalView watch(std::string_view name);
  /// Prepares the host, resets everything, lets observers see the initial state. A host that cannot be reset
  /// (a robot) stays as it is, and the devices start from there.
  void start();
  /// Back to the state after start(): host, devices with their tunable parameters, signals, time; or a part
  /// of it. Throws Error{kUnsupported} where the host has no Capability::kReset, unless only time is set
  /// back. When the host or a device fails to reset, its error is thrown and the world is stopped, with a
  /// fault that names it, until a reset succeeds.
  void reset(ResetScope scope = ResetScope::kBoth);
  /// The time devices see at the start, 0 unless said otherwise: a model that is put into a running world
  /// starts at the world's time. Counts from the next start() or reset() on.
  void set_start_time(core::SimTime start);

  // --- the step ------------------------------------------------------------------------------------------
  /// One step of an engine: all phases. kOk; kWarning when a device is in a fault that its policy covers;
  /// kError: the world is stopped, fault() says why, and every further step is refused until reset().
  [[nodiscard]] core::Status step() noexcept;
  [[nodiscard]] core::Status begin_step() noexcept;  ///< inlets, requests, delayed signals, zeroed commands
  [[nodiscard]] core::Status control() noexcept;     ///< devices; then commands are clipped and copied
  [[nodiscard]] core::Status actuate() noexcept;     ///< devices; then everything is checked to be finite
  /// Time, accelerations, observers, taps.
  [[nodiscard]] core::Status end_step(const StepEnd& end = {}) noexcept;

  std::int64_t index() const noexcept;  ///< ticks since start
  core::SimTime time() const noexcept;  ///< t_k or the measured time, nanoseconds from the start
  double time_s() const noexcept;       ///< start time + that, on the exact grid, rounded once
  /// Why the world stopped; empty while it runs.
  std::string fault() const;
  /// Faults of devices since start, also those a policy covers; cheap enough for every step.
  std::uint64_t fault_count() const noexcept;
  /// Every device that is or was in a fault since start, also those its policy covers.
  std::vector<DeviceFault> faults() const;

  /// Inlets, taps, requests and the barrier: how everybody else reaches the world. A world adds its own
  /// requests before start().
  Doors& doors() noexcept;
  const Doors& doors() const noexcept;

  // --- state ---------------------------------------------------------------------------------------------
  /// Puts a joint axis (a free link) somewhere else between two steps. Accelerations of it and of everything
  /// whose velocity changes with it are 0 until the next step. Before start(), which resets the world, it
  /// lasts only on a host that cannot be reset.
  void set_joint_state(std::string_view joint, double position, double velocity, std::uint32_t axis = 0);
  void set_link_state(std::string_view link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                      const Eigen::Vector3d& w_WB);
  /// Throws Error{kUnsupported} naming every part that cannot be saved.
  std::unique_ptr<WorldSnapshot> save();
  /// Continues from there: bits are those of the run that was saved. Throws Error{kBadUsage} for a foreign
  /// one.
  void restore(const WorldSnapshot& snapshot);

  hosts::Host& host() noexcept;
  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::runtime
