// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/core/row_sink.hpp"
#include "lockstep/core/simulation.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "lockstep/scenario/scenario.hpp"

namespace lockstep::cli {

/// How a world ran.
struct WorldRunResult {
  double reached_s{0}, stop_s{0}, step_s{0}, wall_s{0};
  std::int64_t steps{0};
  std::uint64_t rows{0};
  bool cancelled{false};
};

/// A world ready to run: description, engine, devices, signals. Put together by the constructor.
///
/// The engine is that of the scenario; else the one the world's `<physics type>` names, if this program has
/// it; else the default.
///
/// Which signals are recorded: those of the scenario; else `position`, `velocity` and `applied` of every
/// joint, `position` of every body that no joint holds, and all outputs of devices.
class WorldRun {
 public:
  /// Everything a run needs but the files it writes. Throws Error from whatever part cannot be made.
  WorldRun(const scenario::Scenario& scenario, const core::LogSink& log);
  ~WorldRun();
  WorldRun(const WorldRun&) = delete;
  WorldRun& operator=(const WorldRun&) = delete;

  const std::string& world_name() const noexcept;
  std::string_view engine_name() const noexcept;
  /// `type` of the world's `<physics>`; empty when it has none.
  const std::string& physics_type() const noexcept;
  std::vector<core::RecordColumn> columns() const;

  struct Options {
    double duration_s{10.0};
    std::optional<double> output_interval_s;  ///< empty: every step
    std::optional<double> real_time;          ///< wanted factor; empty: as fast as possible
    /// Waits until so many seconds after the start of the run; empty: by the clock of the machine.
    std::function<void(double wall_s)> wait_until;
    std::vector<core::RowSink*> sinks;
    std::function<bool(const core::SimulationProgress&)> progress;  ///< false: stop
    /// Whether to stop, asked while the run waits for the clock; empty: never.
    std::function<bool()> interrupted;
    core::LogSink log;
  };
  /// Runs from the start; once. Sinks are ended whatever happens. Throws Error{kFmuFailed} when a device or
  /// the engine stops the world, with time and reason.
  WorldRunResult run(const Options& options);

  /// Devices in a fault that their policy covers, as sentences.
  std::vector<std::string> covered_faults() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::cli
