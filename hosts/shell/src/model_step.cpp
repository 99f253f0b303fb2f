// SPDX-License-Identifier: Apache-2.0
// The events of a step for one model, its faults and restarts.
#include <exception>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/hosts/shell/crash_note.hpp"
#include "lockstep/hosts/shell/world_session.hpp"

namespace lockstep::hosts::shell {

/// Runs a part of a step; whatever it throws stops the devices of this model.
template <class Body>
void ModelSession::guarded(const Body& body) noexcept {
  try {
    const CrashNote note{*text_};
    body();
  } catch (const std::exception& error) {
    stop(error.what());
  }
}

void ModelSession::check_joints() {
  std::string names;
  for (const std::string& name : host_->find_removed())
    names += (names.empty() ? "'" : ", '") + name + "'";
  if (!names.empty())
    throw Error{ErrorCode::kNotFound, "somebody has removed joint " + names +
                                          " from the model; delete the model and insert it again"};
}

void ModelSession::start_again(std::int64_t now_ns) {
  if (model_reset_.exchange(false)) host_->note_model_reset();
  state_ = State::kRunning;
  faults_seen_ = 0;
  devices_logged_ = 0;
  check_joints();
  // The simulator has already advanced its time to the end of the step.
  const std::int64_t start_ns = now_ns - world_.simulator().step_ns();
  if (world_.simulator().step_s() != step_s_) return make_runtime(start_ns);
  runtime_->set_start_time(core::SimTime{start_ns});
  runtime_->reset();
  open_ = false;
}

void ModelSession::prepare(std::int64_t now_ns, bool restart) noexcept {
  if (state_ != State::kRunning && state_ != State::kStopped) return;
  guarded([&] {
    if (restart || model_reset_.load(std::memory_order_relaxed)) start_again(now_ns);
    if (state_ != State::kRunning) return;
    check_joints();
    const double step_s = world_.simulator().step_s();
    if (step_s == step_s_) return;
    stop("the step of the physics was changed from " + core::to_text(step_s_) + " s to " +
         core::to_text(step_s) + " s, but FMUs run on the grid they were started with");
  });
}

/// Everything up to the commands of our own devices. False: no device runs.
bool ModelSession::open_step(std::int64_t /*now_ns*/) {
  if (state_ != State::kRunning) return false;
  if (!host_->is_complete()) check_joints();
  host_->refresh();
  // Statuses are not looked at one by one: after a stop the runtime refuses everything that follows.
  if (open_) static_cast<void>(runtime_->end_step());
  open_ = true;
  static_cast<void>(runtime_->begin_step());
  static_cast<void>(runtime_->control());
  return true;
}

void ModelSession::act(std::int64_t now_ns) {
  host_->read_commands(now_ns);
  const core::Status status = runtime_->actuate();
  if (runtime_->fault_count() != faults_seen_) log_faults();
  if (succeeded(status)) {
    host_->write();
    if (display_) display_->show(now_ns);
  } else {
    stop(runtime_->fault());
    host_->write_nothing();
  }
}

void ModelSession::begin(std::int64_t now_ns) noexcept {
  guarded([&] {
    const bool good = open_step(now_ns);
    if (before_physics_) return;
    if (good)
      act(now_ns);
    else
      stay_stopped(now_ns);
  });
}

void ModelSession::before_physics(std::int64_t now_ns) noexcept {
  guarded([&] {
    const bool good = at_begin_ ? state_ == State::kRunning : open_step(now_ns);
    if (good)
      act(now_ns);
    else
      stay_stopped(now_ns);
  });
}

void ModelSession::end(std::int64_t /*now_ns*/) noexcept {
  if (state_ != State::kRunning || !open_) return;
  guarded([&] {
    host_->refresh();
    open_ = false;
    const core::Status status = runtime_->end_step();
    if (runtime_->fault_count() != faults_seen_) log_faults();
    if (!succeeded(status)) stop(runtime_->fault());
  });
}

void ModelSession::log_faults() {
  faults_seen_ = runtime_->fault_count();
  const std::vector<runtime::DeviceFault> faults = runtime_->faults();
  // One message for each device: a device that is restarted in every step may fail in every step.
  for (; devices_logged_ < faults.size(); ++devices_logged_) {
    const runtime::DeviceFault& fault = faults[devices_logged_];
    if (fault.policy == devices::FaultPolicy::kStop) continue;
    log_error(fault.device +
              " failed at t = " + core::to_text(static_cast<double>(fault.time.count()) * 1e-9) +
              " s; its fault policy is '" + std::string{to_string(fault.policy)} + "': " + fault.text);
  }
}

void ModelSession::stop(const std::string& why) {
  if (state_ != State::kStopped)
    log_error(why + "\nThe world is paused; to start again: " + world_.simulator().restart_command());
  halt();
}

void ModelSession::halt() noexcept {
  if (state_ == State::kRunning) state_ = State::kStopped;
  world_.simulator().set_paused(true);
}

void ModelSession::stay_stopped(std::int64_t now_ns) {
  if (state_ != State::kStopped) return;
  open_ = false;
  host_->read_commands(now_ns);
  host_->write_nothing();
  if (world_.simulator().paused()) return;  // somebody steps by hand
  log_error("is still stopped; to start again: " + world_.simulator().restart_command());
  world_.simulator().set_paused(true);
}

}  // namespace lockstep::hosts::shell
