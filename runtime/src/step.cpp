// SPDX-License-Identifier: Apache-2.0
// The step path: no exceptions, allocations, look-ups or locks.
#include <algorithm>
#include <cmath>

#include "runtime_impl.hpp"

namespace lockstep::runtime {

using core::Status;
using devices::Phase;

devices::StepInfo Runtime::Impl::info_at(Phase phase) const noexcept {
  return {index, state_time, interval, grid.step_s(), phase};
}

Status Runtime::Impl::stop(std::uint32_t slot) noexcept {
  stopped_by = slot;
  stop_time = state_time;
  return Status::kError;
}

std::uint32_t Runtime::Impl::number_of(const Slot& slot) const noexcept {
  std::uint32_t number = 0;
  while (slots[number].get() != &slot)
    ++number;
  return number;
}

Status Runtime::Impl::on_fault(Slot& slot, Status status, const devices::StepInfo& info) noexcept {
  slot.ever_faulted = true;
  ++fault_count;
  slot.fault_time = info.time;
  devices::FaultPolicy policy = slot.options.on_fault;
  if (policy == devices::FaultPolicy::kRestart && status == Status::kFatal)
    policy = devices::FaultPolicy::kStop;
  switch (policy) {
    case devices::FaultPolicy::kStop:
      return stop(number_of(slot));
    case devices::FaultPolicy::kSafe:
      slot.condition = Condition::kSafe;
      slot.device->make_safe(info);
      break;
    case devices::FaultPolicy::kHold:
      slot.condition = Condition::kHolding;
      slot.device->hold(info);
      break;
    case devices::FaultPolicy::kRestart:
      slot.condition = Condition::kRestarting;
      slot.device->make_safe(info);
      break;
  }
  covered_fault = true;
  return Status::kWarning;
}

Status Runtime::Impl::run_device(Slot& slot, const devices::StepInfo& info) noexcept {
  const Status status = slot.device->run(info);
  if (!succeeded(status)) return on_fault(slot, status, info);
  *slot.written = stamp_of(info.time);
  return status;
}

Status Runtime::Impl::run_turn(Turn& turn, devices::StepInfo& info) noexcept {
  Slot& slot = *turn.slot;
  switch (slot.condition) {
    case Condition::kRunning:
      break;
    case Condition::kSafe:
    case Condition::kRestarting:
      slot.device->make_safe(info);
      return Status::kOk;
    case Condition::kHolding:
      slot.device->hold(info);
      return Status::kOk;
  }
  if (!turn.schedule.every_step()) {
    if (!turn.schedule.due(info.index)) {
      slot.device->hold(info);
      return Status::kOk;
    }
    devices::StepInfo own = info;
    own.interval = turn.schedule.advance(info.index, grid);
    return run_device(slot, own);
  }
  return run_device(slot, info);
}

Status Runtime::Impl::run_phase(Phase phase) noexcept {
  if (stopped_by != kNoSlot) return Status::kError;
  return turns(phase).empty() ? Status::kOk : run_turns(phase);
}

// Apart: most worlds have a phase or two without turns, which then save no registers.
Status Runtime::Impl::run_turns(Phase phase) noexcept {
  devices::StepInfo info = info_at(phase);
  for (Turn& turn : turns(phase)) {
    if (!succeeded(run_turn(turn, info))) return Status::kError;
  }
  return Status::kOk;
}

bool Runtime::Impl::restart(Turn& turn) noexcept {
  Slot& slot = *turn.slot;
  devices::StepInfo start = info_at(Phase::kControl);
  if (!turn.schedule.every_step()) start.interval = turn.schedule.coming(index, grid);
  try {
    slot.past_fault = slot.device->fault();
    slot.device->reset(start);
  } catch (const std::exception& error) {
    slot.past_fault += "; the restart failed: ";
    slot.past_fault += error.what();
    static_cast<void>(stop(number_of(slot)));
    return false;
  }
  slot.condition = Condition::kRunning;
  return true;
}

// A slow device waits for the step it runs in next: what it does there begins at the time it starts from.
bool Runtime::Impl::restart_devices(Span<const Phase> phases) noexcept {
  for (const Phase phase : phases) {
    for (Turn& turn : turns(phase)) {
      if (turn.slot->condition == Condition::kRestarting && turn.schedule.due(index) && !restart(turn))
        return false;
    }
  }
  covered_fault = std::any_of(slots.begin(), slots.end(),
                              [](const auto& slot) { return slot->condition != Condition::kRunning; });
  return true;
}

Status Runtime::Impl::begin_step() noexcept {
  if (stopped_by != kNoSlot) return Status::kError;
  // Late enough, a small step no longer moves a double; and nanoseconds of 64 bits end.
  if (!(interval.to_s > interval.from_s) || interval.to_s > core::kLatestTime_s) return stop(kEndOfTime);
  constexpr Phase kPhases[] = {Phase::kControl, Phase::kActuate};
  if (covered_fault && !restart_devices(kPhases)) return Status::kError;
  if (own_doors) {
    stopped_inlet = doors.latch(index, state_time);
    if (stopped_inlet != nullptr) return stop(kInlet);
    signals.latch_delayed();
  }
  std::fill(state.command.begin(), state.command.end(), 0.0);
  std::fill(command_given.begin(), command_given.end(), std::uint8_t{0});
  for (const hosts::LinkIndex link : needs.pushed) {
    state.force_W[link].setZero();
    state.torque_W[link].setZero();
  }
  copy_host_signals();
  return Status::kOk;
}

void Runtime::Impl::sum_up_commands() noexcept {
  const std::size_t axes = state.command.size();
  for (std::size_t i = 0; i < axes; ++i) {
    double command = state.command[i];
    if (state.mode[i] == hosts::CommandMode::kEffort) {
      command = std::min(std::max(command, -state.effort_limit[i]), state.effort_limit[i]);
      const double velocity = state.velocity[i];
      // As Gazebo does it: beyond the velocity limit nothing pushes further, braking is not limited.
      if (std::fabs(velocity) > state.velocity_limit[i] && command * velocity > 0.0) command = 0.0;
    } else if (state.mode[i] == hosts::CommandMode::kVelocity) {
      command = std::min(std::max(command, -state.velocity_limit[i]), state.velocity_limit[i]);
    } else {
      if (command_given[i] == 0) command = state.applied[i];  // its last target
      command = std::min(std::max(command, lower[i]), upper[i]);
    }
    state.command[i] = command;
    state.applied[i] = command;
  }
}

Status Runtime::Impl::control() noexcept {
  const Status status = run_phase(Phase::kControl);
  sum_up_commands();
  copy_host_signals();
  return status;
}

bool Runtime::Impl::all_finite() const noexcept {
  // x - x is 0 for every finite x and NaN for all others, so one sum tells about all of them.
  double sum = 0.0;
  for (const double effort : state.applied)
    sum += effort - effort;
  for (const hosts::LinkIndex link : needs.pushed)
    sum += (state.force_W[link] - state.force_W[link]).sum() +
           (state.torque_W[link] - state.torque_W[link]).sum();
  return sum == 0.0;
}

Status Runtime::Impl::actuate() noexcept {
  const Status status = run_phase(Phase::kActuate);
  if (!succeeded(status)) return status;
  return all_finite() ? status : stop(kNotFinite);
}

void Runtime::Impl::difference_velocities(double elapsed_s) noexcept {
  const std::size_t axes = state.velocity.size();
  for (std::size_t i = 0; i < axes; ++i) {
    state.acceleration[i] = (state.velocity[i] - previous_velocity[i]) / elapsed_s;
    previous_velocity[i] = state.velocity[i];
  }
  for (std::size_t i = 0; i < needs.links.size(); ++i) {
    const hosts::LinkIndex link = needs.links[i];
    state.a_WB[link] = (state.v_WB[link] - previous_v[i]) / elapsed_s;
    state.alpha_WB[link] = (state.w_WB[link] - previous_w[i]) / elapsed_s;
    previous_v[i] = state.v_WB[link];
    previous_w[i] = state.w_WB[link];
  }
}

/// False where time does not grow. `elapsed_s`: from the state before to this one.
bool Runtime::Impl::advance_time(const StepEnd& end, double& elapsed_s) noexcept {
  if (end.cycles < 1 || (end.measured_time && *end.measured_time <= state_time)) {
    refused_end = end;
    return false;
  }
  const double step_s = grid.step_s();
  const double cycles = static_cast<double>(end.cycles);
  index += end.cycles;
  time_s = end.cycles == 1 ? interval.to_s : grid.at(index);
  // From where the last one ended, also when ticks were missed: no device has a gap in its time.
  interval = {interval.to_s, grid.at(index + 1), cycles * step_s};
  elapsed_s = cycles * step_s;
  const core::SimTime before = state_time;
  state_time = time_of(index);
  if (end.measured_time) {
    state_time = *end.measured_time;
    elapsed_s = static_cast<double>((state_time - before).count()) / 1e9;
    time_s = static_cast<double>(since_zero(state_time).count()) / 1e9;
  }
  return true;
}

Status Runtime::Impl::end_step(const StepEnd& end) noexcept {
  if (stopped_by != kNoSlot) return Status::kError;
  double elapsed_s = 0.0;
  if (!advance_time(end, elapsed_s)) return stop(kBadTime);
  if (!measures_acceleration) difference_velocities(elapsed_s);
  const bool had_fault = covered_fault;
  constexpr Phase kPhases[] = {Phase::kObserve};
  if (covered_fault && !restart_devices(kPhases)) return Status::kError;
  copy_host_signals();
  const Status status = run_phase(Phase::kObserve);
  if (own_doors) doors.publish(index, state_time);
  if (!succeeded(status)) return status;
  return had_fault || covered_fault ? Status::kWarning : Status::kOk;
}

Status Runtime::step() noexcept {
  Impl& world = *impl_;
  if (world.engine == nullptr || !world.started) return Status::kError;
  if (!succeeded(world.begin_step()) || !succeeded(world.control()) || !succeeded(world.actuate()))
    return Status::kError;
  if (!succeeded(world.engine->step())) return world.stop(Impl::kPhysics);
  return world.end_step({});
}

Status Runtime::begin_step() noexcept {
  return impl_->begin_step();
}
Status Runtime::control() noexcept {
  return impl_->control();
}
Status Runtime::actuate() noexcept {
  return impl_->actuate();
}
Status Runtime::end_step(const StepEnd& end) noexcept {
  return impl_->end_step(end);
}

}  // namespace lockstep::runtime
