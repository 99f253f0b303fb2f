// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/shell/world_session.hpp"

#include <algorithm>
#include <exception>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "model_order.hpp"
#include "recording.hpp"

namespace lockstep::hosts::shell {
namespace {

constexpr std::size_t kBegin = 0, kBeforePhysics = 1, kEnd = 2;

}  // namespace

WorldSession::WorldSession(Simulator& simulator)
    : simulator_{simulator},
      last_ns_{simulator.now_ns()},
      step_s_{simulator.step_s()},
      step_ns_{simulator.step_ns()} {}

WorldSession::~WorldSession() {
  note_end();
  channel_.reset();
  control_.reset();
}

void WorldSession::open(const DoorsConfig& config) {
  if (is_open())
    throw Error{ErrorCode::kBadUsage, "the doors of world '" + simulator_.world_name() +
                                          "' are open already; write one such plugin"};
  runtime::Doors& doors = commons_.doors();
  shows_reactions_ = config.reactions;
  {
    const StepGate::OwnWork work{gate_};
    doors.signals().add_host_signal({"time", core::VariableType::kFloat64, 1, "s", "Time of the state"},
                                    &time_s_, &time_);
    doors.set_all_signals_kept(true);
    recordings_ = open_recordings(config);
    control_ = std::make_unique<ControlRequests>(simulator_, gate_, [this] { reset_doors(); });
    control_->add_to(doors);
  }
  opened_.store(true);
  pause_doors();  // the simulator may have started paused
  if (!config.channel) return;
  runtime::ChannelServer::Options options;
  options.world_name = simulator_.world_name();
  options.path = config.socket;
  channel_ = std::make_unique<runtime::ChannelServer>(doors, options);
  const std::string text = "other processes reach this world by " + channel_->path().string();
  simulator_.log({core::LogLevel::kInfo, "lockstep", "channel", text});
}

void WorldSession::add_model(ModelSession& model) {
  models_.push_back(&model);
  ask_attention();
}

void WorldSession::remove_model(ModelSession& model) noexcept {
  const auto remove = [&](std::vector<ModelSession*>& list) {
    list.erase(std::remove(list.begin(), list.end(), &model), list.end());
  };
  remove(models_);
  for (std::vector<ModelSession*>& list : phases_)
    remove(list);
  ask_attention();
}

std::int64_t WorldSession::next_start_ns() const {
  return gate_.in_step() ? now_ns_ - simulator_.step_ns() : simulator_.now_ns();
}

/// Before a step that does not simply follow the last one.
void WorldSession::prepare(std::int64_t now_ns) {
  attention_.store(false, std::memory_order_relaxed);
  const double step_s = simulator_.step_s();
  // Somebody has put the clock of the world back, or forward past a step: devices start again at its time.
  const bool clock_was_set = now_ns <= last_ns_ || (step_s == step_s_ && now_ns != last_ns_ + step_ns_);
  step_s_ = step_s;
  step_ns_ = simulator_.step_ns();
  if (clock_was_set) {
    if (!reset_.load()) commons_.doors().reset();
    index_ = 0;
  }
  reset_.store(false);
  for (ModelSession* model : std::vector<ModelSession*>{models_}) {
    if (!model->is_bound()) model->bind();
  }
  for (ModelSession* model : models_)
    model->prepare(now_ns, clock_was_set);
  for (ModelSession* model : models_) {
    if (model->waits_for_signals()) model->start_or_refuse();
  }
  sort_models();
  begin_recordings();
}

void WorldSession::sort_models() {
  for (std::vector<ModelSession*>& list : phases_)
    list.clear();
  for (ModelSession* model : order_models(models_, 0)) {
    if (model->acts_at_begin()) phases_[kBegin].push_back(model);
  }
  for (ModelSession* model : order_models(models_, 1)) {
    if (model->acts_before_physics()) phases_[kBeforePhysics].push_back(model);
  }
  for (ModelSession* model : order_models(models_, 2)) {
    if (model->acts_at_end()) phases_[kEnd].push_back(model);
  }
}

void WorldSession::pass_barrier(core::SimTime time) {
  runtime::Doors& doors = commons_.doors();
  if (doors.barrier().empty()) return;
  // A party may ask for something before it confirms.
  doors.set_paused(true, index_);
  const std::string why = doors.barrier().pass({index_, time}, [this] { return ended_.load(); });
  doors.set_paused(false, index_);
  if (!why.empty()) stop_world(why);
}

void WorldSession::stop_world(const std::string& why) {
  const std::string text = why + "\nThe world is paused; to start again: " + simulator_.restart_command();
  simulator_.log({core::LogLevel::kError, "world '" + simulator_.world_name() + "'", "doors", text});
  for (ModelSession* model : models_)
    model->halt();
  simulator_.set_paused(true);
}

void WorldSession::begin() noexcept {
  gate_.enter_step();
  try {
    // Not the time of an event: somebody may have reset the world in this step.
    now_ns_ = simulator_.now_ns();
    runtime::Doors& doors = commons_.doors();
    doors.set_paused(false, index_);  // nobody executes requests beside us from here on
    if (attention_.load(std::memory_order_relaxed) || now_ns_ != last_ns_ + step_ns_ ||
        simulator_.step_s() != step_s_)
      prepare(now_ns_);
    last_ns_ = now_ns_;
    const core::SimTime start{now_ns_ - step_ns_};
    if (is_open()) pass_barrier(start);
    if (const runtime::Inlet* const late = doors.latch(index_, start))
      stop_world("inlet '" + late->info().name + "' had no new value for " +
                 core::to_text(static_cast<double>(late->status().age.count()) * 1e-9) +
                 " s; write it more often, or give it another timeout or policy");
    doors.signals().latch_delayed();
  } catch (const std::exception& error) {
    stop_world(error.what());
  }
  for (ModelSession* model : phases_[kBegin])
    model->begin(now_ns_);
}

void WorldSession::before_physics() noexcept {
  // A reset inside of this step has put the clock back.
  if (!gate_.in_step()) return;
  for (ModelSession* model : phases_[kBeforePhysics])
    model->before_physics(now_ns_);
}

void WorldSession::end() noexcept {
  if (!gate_.in_step()) return;
  ++index_;
  for (ModelSession* model : phases_[kEnd])
    model->end(now_ns_);
  if (is_open()) {
    time_ = core::SimTime{now_ns_};
    time_s_ = static_cast<double>(now_ns_) * 1e-9;
    commons_.doors().publish(index_, time_);
    record_row();
    control_->note_step();
  }
  gate_.leave_step();
  if (is_open() && simulator_.paused()) pause_doors();
}

void WorldSession::pause_doors() noexcept {
  runtime::Doors& doors = commons_.doors();
  while (simulator_.paused() && !doors.paused()) {
    const StepGate::Work work{gate_};
    if (!work) return;  // a step, or work that does the same when it is over
    flush_recordings();
    doors.set_paused(true, index_);
  }
}

void WorldSession::note_pause() noexcept {
  if (!opened_.load()) return;
  pause_doors();
  control_->note_pause();
}

void WorldSession::note_reset() noexcept {
  if (!opened_.load()) return;
  const StepGate::OwnWork work{gate_};
  reset_doors();
}

/// At once, not with the next step: what is written while the world is paused is meant for the world after
/// the reset.
void WorldSession::reset_doors() noexcept {
  commons_.doors().reset();
  reset_.store(true);
  if (simulator_.paused() && !gate_.in_step()) commons_.doors().set_paused(true, 0);
}

void WorldSession::note_end() noexcept {
  ended_.store(true);
  commons_.doors().barrier().notify();
  if (opened_.load()) control_->note_end();
}

}  // namespace lockstep::hosts::shell
