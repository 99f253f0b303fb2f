// SPDX-License-Identifier: Apache-2.0
// The step path: no exceptions, allocations, look-ups or locks.
#include <algorithm>
#include <cmath>

#include "runtime_impl.hpp"

namespace lockstep::runtime {

using core::Status;
using devices::Phase;

devices::StepInfo Runtime::Impl::info_at(Phase phase) const noexcept {
  return {index, time_of(index), interval, interval.size_s, phase};
}

Status Runtime::Impl::stop(std::uint32_t slot) noexcept {
  stopped_by = slot;
  stop_time = time_of(index);
  return Status::kError;
}

Status Runtime::Impl::on_fault(Slot& slot, Status status, const devices::StepInfo& info) noexcept {
  slot.ever_faulted = true;
  ++fault_count;
  slot.fault_time = info.time;
  std::uint32_t number = 0;
  while (slots[number].get() != &slot)
    ++number;
  devices::FaultPolicy policy = slot.options.on_fault;
  if (policy == devices::FaultPolicy::kRestart && status == Status::kFatal)
    policy = devices::FaultPolicy::kStop;
  switch (policy) {
    case devices::FaultPolicy::kStop:
      return stop(number);
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
  slot.written = info.time;
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

bool Runtime::Impl::restart_devices() noexcept {
  covered_fault = false;
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    Slot& slot = *slots[i];
    covered_fault =
        covered_fault || slot.condition == Condition::kHolding || slot.condition == Condition::kSafe;
    if (slot.condition != Condition::kRestarting) continue;
    try {
      slot.past_fault = slot.device->fault();
      slot.device->reset(info_at(Phase::kControl));
    } catch (const std::exception& error) {
      slot.past_fault += "; the restart failed: ";
      slot.past_fault += error.what();
      static_cast<void>(stop(i));
      return false;
    }
    slot.condition = Condition::kRunning;
  }
  return true;
}

Status Runtime::Impl::begin_step() noexcept {
  if (stopped_by != kNoSlot) return Status::kError;
  // Late enough, a small step no longer moves a double; and nanoseconds of 64 bits end.
  if (!(interval.to_s > interval.from_s) || interval.to_s > core::kLatestTime_s) return stop(kEndOfTime);
  if (covered_fault && !restart_devices()) return Status::kError;
  stopped_inlet = doors.latch(index, state_time);
  if (stopped_inlet != nullptr) return stop(kInlet);
  signals.latch_delayed();
  std::fill(state.command.begin(), state.command.end(), 0.0);
  for (const hosts::LinkIndex link : needs.pushed) {
    state.force_W[link].setZero();
    state.torque_W[link].setZero();
  }
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
      command = std::min(std::max(command, lower[i]), upper[i]);
    }
    state.command[i] = command;
    state.applied[i] = command;
  }
}

Status Runtime::Impl::control() noexcept {
  const Status status = run_phase(Phase::kControl);
  sum_up_commands();
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

void Runtime::Impl::difference_velocities() noexcept {
  const double step_s = interval.size_s;
  const std::size_t axes = state.velocity.size();
  for (std::size_t i = 0; i < axes; ++i) {
    state.acceleration[i] = (state.velocity[i] - previous_velocity[i]) / step_s;
    previous_velocity[i] = state.velocity[i];
  }
  for (std::size_t i = 0; i < needs.links.size(); ++i) {
    const hosts::LinkIndex link = needs.links[i];
    state.a_WB[link] = (state.v_WB[link] - previous_v[i]) / step_s;
    state.alpha_WB[link] = (state.w_WB[link] - previous_w[i]) / step_s;
    previous_v[i] = state.v_WB[link];
    previous_w[i] = state.w_WB[link];
  }
}

Status Runtime::Impl::end_step() noexcept {
  if (stopped_by != kNoSlot) return Status::kError;
  ++index;
  time_s = interval.to_s;
  state_time = time_of(index);
  interval = {time_s, grid.at(index + 1), interval.size_s};
  difference_velocities();
  const Status status = run_phase(Phase::kObserve);
  doors.publish(index, state_time);
  if (!succeeded(status)) return status;
  return covered_fault ? Status::kWarning : Status::kOk;
}

Status Runtime::step() noexcept {
  Impl& world = *impl_;
  if (world.engine == nullptr || !world.started) return Status::kError;
  if (!succeeded(world.begin_step()) || !succeeded(world.control()) || !succeeded(world.actuate()))
    return Status::kError;
  if (!succeeded(world.engine->step())) return world.stop(Impl::kPhysics);
  return world.end_step();
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
Status Runtime::end_step() noexcept {
  return impl_->end_step();
}

}  // namespace lockstep::runtime
