// SPDX-License-Identifier: Apache-2.0
// What happens between two steps: values set at once, saving and restoring.
#include <algorithm>

#include "lockstep/core/error.hpp"
#include "stepper/model_exchange_impl.hpp"

namespace lockstep::core {

Status ModelExchangeStepper::set_while_running(const Variable& variable, const void* data,
                                               std::size_t count) noexcept {
  worst_ = Status::kOk;
  ++statistics_.input_events;
  Progress progress = check(instance().enter_event_mode(), "entering event mode");
  if (progress == Progress::kGoOn)
    progress = check(FmuStepper::set_while_running(variable, data, count), "setting a variable");
  if (progress != Progress::kGoOn) return worst_;
  const EventResult result = events_.run(instance(), time_s_, variable.causality == Causality::kParameter);
  statistics_.clock_ticks += result.clock_ticks;
  if (check(result.status, result.failed_call) != Progress::kGoOn) return worst_;
  ended_ = result.terminate;
  if (!ended_) leave_event_mode(result);
  for (const Group* group : input_groups())
    set_all_inputs_ = set_all_inputs_ || std::find(group->variables.begin(), group->variables.end(),
                                                   &variable) != group->variables.end();
  return worst_;
}

void ModelExchangeStepper::save(std::unique_ptr<Snapshot>& snapshot) {
  if (!can_save()) {
    throw Error{ErrorCode::kUnsupported,
                instance().name() + ": the FMU cannot save its state (canGetAndSetFMUState is false)"};
  }
  if (phase() != Phase::kRunning) {
    throw Error{ErrorCode::kBadUsage,
                instance().name() + ": save() outside a run; call it between initialize() and the end"};
  }
  auto* mine = dynamic_cast<ModelExchangeSnapshot*>(snapshot.get());
  if (mine == nullptr || mine->owner != this) {
    snapshot = std::make_unique<ModelExchangeSnapshot>(*this);
    mine = static_cast<ModelExchangeSnapshot*>(snapshot.get());
    mine->inputs = inputs_.state();
    for (const Group* group : clocked_groups())
      if (group->role == Group::Role::kOutput) mine->clocked_outputs.emplace_back(*group);
  }
  require(instance().get_state(mine->fmu), "saving the state", time_s_);
  mine->time_s = time_s_;
  mine->ended = ended_;
  mine->states.assign(solver_->states().begin(), solver_->states().end());
  mine->clocks = clocks_.state();
  mine->model_event_time_s = events_.model_event_time_s();
  inputs_.copy_to(mine->inputs);
  for (GroupCopy& copy : mine->clocked_outputs)
    copy.take();
  mine->ramp_values = problem_.ramp_values();
  saved_ = restart_ = true;  // this run and the restored one start the solver anew from here
}

void ModelExchangeStepper::restore(const Snapshot& snapshot) {
  const auto* mine = dynamic_cast<const ModelExchangeSnapshot*>(&snapshot);
  if (mine == nullptr || mine->owner != this) {
    throw Error{ErrorCode::kBadUsage,
                instance().name() + ": the snapshot belongs to another stepper; restore it there"};
  }
  require(instance().set_state(mine->fmu), "restoring the state", mine->time_s);
  time_s_ = mine->time_s;
  ended_ = mine->ended;
  solver_failed_ = false;
  events_at_time_ = 0;
  clocks_.restore(mine->clocks);
  events_.set_model_event_time_s(mine->model_event_time_s);
  inputs_.restore(mine->inputs);
  for (const GroupCopy& copy : mine->clocked_outputs)
    copy.give();
  problem_.restore_ramp_values(mine->ramp_values);
  problem_.forget();
  states_ = mine->states;
  resume();
  if (solver_->reinitialize(time_s_, states_) != Evaluation::kOk)
    require(problem_.failed_status(), problem_.failed_call(), time_s_);
  restart_ = true;
  clock_groups_.publish();
  require(get_outputs(time_s_), "reading the outputs", time_s_);
}

}  // namespace lockstep::core
