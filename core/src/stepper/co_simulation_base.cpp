// SPDX-License-Identifier: Apache-2.0
#include "stepper/co_simulation_base.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

/// How often a doStep may answer without advancing time before the stepper gives up.
constexpr int kMaxIdleAnswers = 100;

/// Snapshot of a Co-Simulation stepper: the FMU state and the events that are to come.
struct CoSimulationSnapshot final : Snapshot {
  explicit CoSimulationSnapshot(const Stepper& stepper) : owner{&stepper} {}
  const Stepper* owner;
  FmuState state;
  CoSimulationEvents::State events;
  double time_s{0.0};
};

}  // namespace

CoSimulationBase::CoSimulationBase(std::shared_ptr<const Fmu> fmu, StepperOptions options,
                                   std::unique_ptr<InputRamps> ramps)
    : FmuStepper{std::move(fmu), InterfaceKind::kCoSimulation, std::move(options)}, ramps_{std::move(ramps)} {
  set_hurdle(kDetour, true);  // until there is something to get
  if (interface().has_event_mode && this->options().instance.event_mode_used) {
    GroupTransfer& transfer = *this;
    events_ =
        std::make_unique<CoSimulationEvents>(description(), transfer, this->options().max_event_iterations);
  }
  forget_options();
}

StepperStatistics CoSimulationBase::statistics() const noexcept {
  StepperStatistics all = FmuStepper::statistics();
  all.steps += plain_steps_;
  all.do_step_calls += plain_steps_;
  return all;
}

void CoSimulationBase::save(std::unique_ptr<Snapshot>& snapshot) {
  if (!can_save()) {
    throw Error{ErrorCode::kUnsupported,
                instance().name() + ": the FMU cannot save its state (canGetAndSetFMUState is false)"};
  }
  auto* mine = dynamic_cast<CoSimulationSnapshot*>(snapshot.get());
  if (mine == nullptr || mine->owner != this) {
    snapshot = std::make_unique<CoSimulationSnapshot>(*this);
    mine = static_cast<CoSimulationSnapshot*>(snapshot.get());
  }
  require(instance().get_state(mine->state), "saving the state", time_s_);
  if (events_ != nullptr) events_->save(mine->events);
  mine->time_s = time_s_;
}

void CoSimulationBase::restore(const Snapshot& snapshot) {
  const auto* mine = dynamic_cast<const CoSimulationSnapshot*>(&snapshot);
  if (mine == nullptr || mine->owner != this) {
    throw Error{ErrorCode::kBadUsage,
                instance().name() + ": the snapshot belongs to another stepper; restore it there"};
  }
  require(instance().set_state(mine->state), "restoring the state", mine->time_s);
  if (events_ != nullptr) events_->restore(mine->events);
  time_s_ = mine->time_s;
  resume();
  require(get_outputs(time_s_), "reading the outputs", time_s_);
}

// In front of the FMU's bytes: the instant of its next event; NaN: none.
BinaryValue CoSimulationBase::pack_state() {
  BinaryValue bytes;
  if (!interface().can_serialize_state || (events_ != nullptr && events_->has_clocks())) return bytes;
  FmuState state;
  require(instance().get_state(state), "saving the state", time_s_);
  require(instance().serialize_state(state, bytes), "serialising the state", time_s_);
  const double event_s = (events_ != nullptr ? events_->model_event_time_s() : std::nullopt)
                             .value_or(std::numeric_limits<double>::quiet_NaN());
  const auto* const front = reinterpret_cast<const std::uint8_t*>(&event_s);
  bytes.insert(bytes.begin(), front, front + sizeof event_s);
  return bytes;
}

void CoSimulationBase::unpack_state(Span<const std::uint8_t> bytes, double time_s) {
  double event_s = 0.0;
  if (bytes.size() < sizeof event_s || (events_ != nullptr && events_->has_clocks()))
    return FmuStepper::unpack_state(bytes, time_s);
  std::memcpy(&event_s, bytes.data(), sizeof event_s);
  FmuState state;
  require(instance().deserialize_state({bytes.data() + sizeof event_s, bytes.size() - sizeof event_s}, state),
          "deserialising the state", time_s);
  require(instance().set_state(state), "restoring the state", time_s);
  if (events_ != nullptr)
    events_->continue_with(std::isnan(event_s) ? std::nullopt : std::optional<double>{event_s});
  time_s_ = time_s;
  resume();
  require(get_outputs(time_s_), "reading the outputs", time_s_);
}

std::optional<double> CoSimulationBase::next_event_time_s() const noexcept {
  return events_ != nullptr ? events_->next_event_time_s() : std::nullopt;
}

void CoSimulationBase::on_initialization_mode(const ExperimentSetup& setup) {
  if (events_ != nullptr)
    require(events_->begin(instance(), setup.start_time_s), "reading clock intervals", setup.start_time_s);
}

void CoSimulationBase::on_initialized(const ExperimentSetup& setup) {
  time_s_ = setup.start_time_s;
  plain_steps_ = 0;
  if (events_ == nullptr) return;
  const EventResult result = events_->first(instance(), setup.start_time_s);
  statistics_.clock_ticks += result.clock_ticks;
  require(result.status, result.failed_call != nullptr ? result.failed_call : "handling events",
          setup.start_time_s);
  ends_at_start_ = result.terminate;
  events_->end_step();  // clocks that tick at the start are seen before the first step
}

void CoSimulationBase::on_bound(Group& group) {
  FmuStepper::on_bound(group);
  if (group.role == Group::Role::kRamp) ramps_->bind(group);
  if (events_ != nullptr) events_->bind(group);
  if (!output_groups().empty() && output_groups().back() == &group) {
    if (group.type == VariableType::kFloat64 && first_outputs_.group == nullptr) {
      first_outputs_ = {group.references, {static_cast<double*>(group.data), group.element_count}, 0, &group};
    } else {
      other_outputs_.push_back(&group);
      more_outputs_ = true;
    }
  }
  set_hurdle(kDetour, events_ != nullptr || first_outputs_.group == nullptr);
  set_hurdle(kInputs, has_inputs());
  only_inputs_ = {};
  if (input_groups().size() == 1 && ramp_groups().empty() &&
      input_groups().front()->type == VariableType::kFloat64) {
    const Group& inputs = *input_groups().front();
    only_inputs_ = {inputs.references, {static_cast<const double*>(inputs.data), inputs.element_count}};
  }
}

Status CoSimulationBase::set_while_running(const Variable& variable, const void* data,
                                           std::size_t count) noexcept {
  if (events_ != nullptr) events_->parameter_changed();
  return FmuStepper::set_while_running(variable, data, count);
}

Status CoSimulationBase::set_all_inputs(const StepInterval& interval) noexcept {
  const Status status = set_inputs();
  return ramps_->empty() ? status
                         : std::max(status, ramps_->begin_step(instance(), interval, interval.from_s));
}

StepOutcome CoSimulationBase::step_in_full(const StepInterval& interval) noexcept {
  if (events_ == nullptr)
    return step_after_inputs(interval, has_inputs() ? set_all_inputs(interval) : Status::kOk);
  ++statistics_.steps;
  return step_with_events(interval);
}

StepOutcome CoSimulationBase::step_after_inputs(const StepInterval& interval, Status status) noexcept {
  ++statistics_.steps;
  if (!succeeded(status))
    return {interval.from_s, failed(status, "setting the inputs", interval.from_s), false};
  ++statistics_.do_step_calls;
  return step_from(interval, status, instance().do_step(interval.from_s, interval.size_s, !point_is_final_));
}

StepOutcome CoSimulationBase::finish(Status worst) noexcept {
  for (const Group* group : other_outputs_) {
    if (!succeeded(worst)) break;
    worst = std::max(worst, get_group(*group, time_s_));
  }
  return {time_s_, failed(worst, "reading the outputs", time_s_), false};
}

StepOutcome CoSimulationBase::step_with_events(const StepInterval& interval) noexcept {
  if (ends_at_start_) return {interval.from_s, Status::kOk, true};
  Progress progress{interval.from_s};
  if (events_->begin_step()) {
    ++statistics_.input_events;
    // The buffers still hold what the step before has read.
    if (event_observer() != nullptr) event_observer()->event(progress.time_s, EventSide::kBefore);
    visit_event_mode(progress);
  }
  if (!progress.over()) note(progress, set_inputs(), "setting the inputs");
  return travel(interval, progress);
}

StepOutcome CoSimulationBase::step_from(const StepInterval& interval, Status status,
                                        const DoStepResult& result) noexcept {
  Progress progress{interval.from_s};
  progress.worst = status;
  absorb(interval, progress, result, interval.to_s);
  return travel(interval, progress);
}

// Goes on to the end of the interval, stopping for events.
StepOutcome CoSimulationBase::travel(const StepInterval& interval, Progress& progress) noexcept {
  while (!progress.over() && !progress.early && (progress.time_s < interval.to_s || progress.event)) {
    if (progress.event) {
      show_event(progress, EventSide::kBefore);
      if (progress.over()) break;
      visit_event_mode(progress);
      may_end_early(interval, progress);
      continue;
    }
    const double stop_s =
        std::min(interval.to_s, next_event_time_s().value_or(std::numeric_limits<double>::infinity()));
    if (stop_s <= progress.time_s) {
      progress.event = true;  // due already; counts as an answer that leads nowhere
      if (++progress.idle > kMaxIdleAnswers) note(progress, Status::kDiscard, "handling events");
      continue;
    }
    if (!ramps_->empty())
      note(progress, ramps_->begin_step(instance(), interval, progress.time_s), "setting the inputs");
    if (progress.over()) break;
    const bool whole = progress.time_s == interval.from_s && stop_s == interval.to_s;
    ++statistics_.do_step_calls;
    absorb(interval, progress,
           instance().do_step(progress.time_s, whole ? interval.size_s : stop_s - progress.time_s,
                              !point_is_final_),
           stop_s);
  }
  return arrive(interval, progress);
}

// Takes in what doStep(time_s, stop_s - time_s) answered.
void CoSimulationBase::absorb(const StepInterval& interval, Progress& progress, DoStepResult result,
                              double stop_s) noexcept {
  if (result.status == Status::kPending) result = wait_for_step(stop_s);
  const bool partial = result.status == Status::kDiscard || result.early_return;
  if (result.status != Status::kDiscard) note(progress, result.status, "doStep");
  if (progress.failed_call != nullptr) return;
  const double reached_s = partial ? std::min(result.reached_s, stop_s) : stop_s;
  progress.idle = reached_s > progress.time_s ? 0 : progress.idle + 1;
  progress.time_s = std::max(progress.time_s, reached_s);
  progress.terminated = result.terminate;
  const std::optional<double> due_s = next_event_time_s();
  const bool scheduled = due_s && *due_s <= progress.time_s;
  progress.event = events_ != nullptr && (result.event_handling_needed || scheduled);
  if (progress.event && scheduled)
    ++statistics_.time_events;
  else if (progress.event)
    ++statistics_.state_events;
  if (progress.idle > kMaxIdleAnswers) note(progress, Status::kDiscard, "doStep");
  if (result.early_return && !progress.event) may_end_early(interval, progress);
}

// An event was handled, or the FMU returned early by its own wish.
void CoSimulationBase::may_end_early(const StepInterval& interval, Progress& progress) const noexcept {
  progress.early = early_return_allowed() && !progress.over() && !progress.event &&
                   progress.time_s > interval.from_s && progress.time_s < interval.to_s;
}

void CoSimulationBase::visit_event_mode(Progress& progress) noexcept {
  progress.event = false;
  const EventResult result = events_->handle(instance(), progress.time_s);
  statistics_.clock_ticks += result.clock_ticks;
  progress.terminated = progress.terminated || result.terminate;
  note(progress, result.status, result.failed_call != nullptr ? result.failed_call : "handling events");
  if (!progress.over()) show_event(progress, EventSide::kAfter);
}

void CoSimulationBase::show_event(Progress& progress, EventSide side) noexcept {
  if (event_observer() == nullptr) return;
  events_->end_step();
  note(progress, get_outputs(progress.time_s), "reading the outputs");
  if (!progress.over()) event_observer()->event(progress.time_s, side);
}

void CoSimulationBase::note(Progress& progress, Status status, const char* what) noexcept {
  progress.worst = std::max(progress.worst, status);
  if (!succeeded(status) && progress.failed_call == nullptr) progress.failed_call = what;
}

StepOutcome CoSimulationBase::arrive(const StepInterval& interval, Progress& progress) noexcept {
  const bool complete = !progress.over() || progress.terminated;
  time_s_ = progress.over() || progress.early ? progress.time_s : interval.to_s;
  if (complete || progress.worst == Status::kDiscard)
    note(progress, get_outputs(time_s_), "reading the outputs");
  if (events_ != nullptr) events_->end_step();
  if (progress.failed_call == nullptr) return {time_s_, progress.worst, progress.terminated, progress.early};
  return {time_s_, failed(progress.worst, progress.failed_call, time_s_), false};
}

// FMI 1/2: the FMU computes in another thread. Polled with growing pauses up to the limit.
DoStepResult CoSimulationBase::wait_for_step(double stop_s) noexcept {
  DoStepResult result;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(pending_limit_s_);
  auto pause = std::chrono::microseconds{1};
  while (true) {
    result.reached_s = stop_s;
    const Status status = instance().poll_step(result);
    if (!succeeded(status)) result.status = status;
    if (result.status != Status::kPending) return result;
    if (std::chrono::steady_clock::now() > deadline) {
      static_cast<void>(instance().cancel_step());
      result.status = Status::kError;
      return result;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds{1000});
  }
}

}  // namespace lockstep::core
