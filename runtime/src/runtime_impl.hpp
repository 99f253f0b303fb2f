// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/runtime/runtime.hpp"
#include "schedule.hpp"

namespace lockstep::runtime {

enum class Condition : std::uint8_t { kRunning, kHolding, kSafe, kRestarting };

/// A device in its world.
struct Slot {
  std::unique_ptr<devices::Device> device;
  devices::DeviceOptions options;
  std::string name;   // full: "<model>/<component>"
  std::string model;  // scoped with '/'
  std::array<bool, 3> phases{};
  Condition condition{Condition::kRunning};
  bool ever_faulted{false};
  core::SimTime fault_time{0};
  std::string past_fault;           // text of a fault that a restart has cleared
  core::SimTime* written{nullptr};  // stamp of its signals: time of its last good run
};

/// A device in one of its phases.
struct Turn {
  Slot* slot{nullptr};
  Schedule schedule;
};

struct Runtime::Impl {
  Impl(hosts::Host& used_host, hosts::Engine* stepped_engine, RuntimeOptions given_options);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // setup (runtime.cpp, host_signals.cpp)
  void bind();
  void start();
  void reset(ResetScope scope);
  void reset_parts(ResetScope scope, std::string& who);
  void go_to(std::int64_t k) noexcept;  // makes k the next step
  void settle_velocities();
  void bind_devices();
  void note_phases();
  void add_host_signals();
  void add_host_signal(devices::SignalInfo info, const double* data, const HostSource& source);
  void copy_host_signals() noexcept;
  void note_needs_of_signals();
  void make_turns();

  // step path (step.cpp)
  core::Status begin_step() noexcept;
  core::Status control() noexcept;
  core::Status actuate() noexcept;
  core::Status end_step(const StepEnd& end) noexcept;
  core::Status run_phase(devices::Phase phase) noexcept;
  core::Status run_turns(devices::Phase phase) noexcept;
  core::Status run_turn(Turn& turn, devices::StepInfo& info) noexcept;
  core::Status run_device(Slot& slot, const devices::StepInfo& info) noexcept;
  core::Status on_fault(Slot& slot, core::Status status, const devices::StepInfo& info) noexcept;
  bool restart_devices(Span<const devices::Phase> phases) noexcept;
  bool restart(Turn& turn) noexcept;
  std::uint32_t number_of(const Slot& slot) const noexcept;
  bool advance_time(const StepEnd& end, double& elapsed_s) noexcept;
  void sum_up_commands() noexcept;
  bool all_finite() const noexcept;
  void difference_velocities(double elapsed_s) noexcept;
  core::Status stop(std::uint32_t slot) noexcept;
  devices::StepInfo info_at(devices::Phase phase) const noexcept;

  std::vector<Turn>& turns(devices::Phase phase) noexcept { return turns_[static_cast<std::size_t>(phase)]; }
  core::SimTime time_of(std::int64_t k) const noexcept { return grid.elapsed(k); }  // since the start
  core::SimTime since_zero(core::SimTime since_start) const noexcept { return start_time + since_start; }
  /// As signals have it: where several runtimes share signals, all count from the world's zero.
  core::SimTime stamp_of(core::SimTime since_start) const noexcept {
    return own_doors ? since_start : since_zero(since_start);
  }

  hosts::Host& host;
  hosts::Engine* engine;
  RuntimeOptions options;
  hosts::WorldState& state;
  core::TimeGrid grid;
  core::SimTime start_time{0};
  std::uint64_t fault_count{0};
  std::unique_ptr<Doors> own_doors;  // null with commons
  Doors& doors;
  SignalTable& signals;
  Owner owner{kOwnedByWorld};
  SignalTable::Writer first_writer{0};  // of slot 0
  core::SimTime* host_stamp;            // of copied quantities of the host
  // With commons: quantities of the host are copied, because the host may go first.
  struct HostCopy {
    const double* from;
    double* to;
    std::uint32_t count;
  };
  std::vector<HostCopy> host_copies;
  hosts::Needs needs;
  std::vector<std::unique_ptr<Slot>> slots;
  std::array<std::vector<Turn>, 3> turns_;  // by phase, in the order devices run in
  std::vector<std::uint32_t> reset_order;   // of slots

  struct Tunable {
    double* value;
    double initial;  // as it was bound: a reset undoes what requests have changed
  };
  std::vector<Tunable> tunables;
  struct Kept {
    void* data;
    std::size_t size;
  };
  std::vector<Kept> kept;  // plain memory of devices that is saved

  // One writer and one actuator an axis; kNoSlot where there is none.
  static constexpr std::uint32_t kNoSlot = 0xFFFFFFFFU;
  static constexpr std::uint32_t kPhysics = 0xFFFFFFFEU;
  static constexpr std::uint32_t kNotFinite = 0xFFFFFFFDU;
  static constexpr std::uint32_t kInlet = 0xFFFFFFFCU;
  static constexpr std::uint32_t kReset = 0xFFFFFFFBU;
  static constexpr std::uint32_t kBadTime = 0xFFFFFFFAU;
  static constexpr std::uint32_t kEndOfTime = 0xFFFFFFF9U;
  std::vector<std::uint32_t> command_writer, command_adder, actuator;
  std::vector<std::uint8_t> command_given;  // of each axis: something was added in this step
  std::vector<double> lower, upper;         // position limits of each axis

  struct SignalRead {
    std::uint32_t reader;
    std::string signal;
  };
  std::vector<SignalRead> same_step_reads;
  std::vector<std::string> inputs;  // names of all signals that devices read

  std::int64_t index{0};
  core::StepInterval interval;  // of the step `index`: what would be computed anew in each phase
  core::SimTime state_time{0};  // stamp of the state, since the start
  double time_s{0.0};           // the same on the grid, or as measured
  bool measures_acceleration;
  bool bound{false}, started{false};
  bool covered_fault{false};          // some device is in a fault its policy covers
  std::uint32_t stopped_by{kNoSlot};  // slot or one of the reasons above
  const Inlet* stopped_inlet{nullptr};
  core::SimTime stop_time{0};
  std::string reset_fault;  // with kReset
  StepEnd refused_end;      // with kBadTime
  std::vector<double> previous_velocity;
  std::vector<Eigen::Vector3d> previous_v, previous_w;  // by position in needs.links
};

/// Looks an index up in `values`, adds it when it is not there.
template <class T>
void add_once(std::vector<T>& values, T value) {
  for (const T& present : values) {
    if (present == value) return;
  }
  values.push_back(value);
}

}  // namespace lockstep::runtime
