// SPDX-License-Identifier: Apache-2.0
#include "stepper/model_exchange_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "lockstep/core/error.hpp"
#include "stepper/model_exchange_impl.hpp"

namespace lockstep::core {

void ModelExchangeStepper::on_bound(Group& group) {
  FmuStepper::on_bound(group);
  if (group.variables.empty()) return;
  if (group.type == VariableType::kClock) return clock_groups_.add(group);
  if (group.role == Group::Role::kRamp) return problem_.add_ramp(group);
  if (!group.variables.front()->clocks.empty()) return events_.add_clocked(group);
  if (group.role == Group::Role::kInput) inputs_.add(group);
}

void ModelExchangeStepper::on_initialization_mode(const ExperimentSetup& setup) {
  require(clocks_.begin(instance(), setup.start_time_s), "reading the clock intervals", setup.start_time_s);
}

void ModelExchangeStepper::on_initialized(const ExperimentSetup& setup) {
  time_s_ = setup.start_time_s;
  worst_ = Status::kOk;
  ended_ = saved_ = restart_ = set_all_inputs_ = solver_failed_ = false;
  events_at_time_ = 0;
  inputs_.take();
  require(problem_.set_up(
              instance(), description(),
              options().solver.use_directional_derivatives && interface().provides_directional_derivatives),
          "counting the states", time_s_);
  const EventResult result = events_.run(instance(), time_s_, false);
  require(result.status, result.failed_call, time_s_);
  statistics_.clock_ticks += result.clock_ticks;
  ended_ = result.terminate;
  clock_groups_.publish();
  make_solver(setup);
  if (ended_) return;
  if (leave_event_mode(result) == Progress::kFailed) throw Error{ErrorCode::kFmuFailed, fault()};
}

void ModelExchangeStepper::make_solver(const ExperimentSetup& setup) {
  const SolverOptions& wanted = options().solver;
  relative_tolerance_ = wanted.relative_tolerance.value_or(setup.tolerance.value_or(kDefaultTolerance));
  const std::size_t count = problem_.state_count();
  states_.assign(count, 0.0);
  nominals_.assign(count, 1.0);
  tolerances_.assign(count, relative_tolerance_);
  if (count > 0) require(instance().get_nominals(nominals_), "reading the nominal values", time_s_);
  const std::size_t replaced = absolute_tolerances(relative_tolerance_, nominals_, tolerances_);
  if (replaced > 0 && options().instance.log) {
    const std::string text = fmt::format(
        "{} of {} nominal values of the states are zero or not finite; 1 is used for them", replaced, count);
    options().instance.log({LogLevel::kWarning, instance().name(), "solver", text});
  }
  OdeSolverSettings settings;
  settings.kind = wanted.kind;
  settings.relative_tolerance = relative_tolerance_;
  settings.absolute_tolerances = tolerances_;
  const bool fixed = wanted.kind == SolverKind::kRk4 || wanted.kind == SolverKind::kEuler;
  settings.max_step_s =
      (fixed ? wanted.fixed_step_s : wanted.max_step_s).value_or(std::numeric_limits<double>::infinity());
  solver_ = make_ode_solver(problem_, settings);
}

StepOutcome ModelExchangeStepper::step(const StepInterval& interval) noexcept {
  if (phase() != Phase::kRunning) return {time_s_, Status::kError, false};
  if (ended_) return {time_s_, Status::kOk, true};
  ++statistics_.steps;
  worst_ = Status::kOk;
  interval_steps_ = 0;
  clocks_.forget_ticks();
  Progress progress = begin_interval(interval);
  if (progress == Progress::kGoOn) progress = integrate(interval);
  return finish(progress, interval.to_s);
}

// Inputs are set here: those that are held over the step jump where they differ from what the FMU has.
ModelExchangeStepper::Progress ModelExchangeStepper::begin_interval(const StepInterval& interval) noexcept {
  problem_.begin_interval(interval.from_s, interval.to_s);
  clock_groups_.request();
  const InputMemory::Change change = inputs_.change();
  if (change.any || set_all_inputs_ || problem_.ramps_jump() || clocks_.any_requested()) {
    Cause cause;
    cause.input = true;
    return handle_event(cause, change.parameter);
  }
  // Without history to lose a restart changes nothing.
  const bool restart = restart_ || options().rollback_possible;
  return restart && !solver_->single_step() ? restart_solver() : Progress::kGoOn;
}

ModelExchangeStepper::Progress ModelExchangeStepper::integrate(const StepInterval& interval) noexcept {
  const double to_s = interval.to_s;
  while (true) {
    Cause cause;
    cause.time = event_due(time_s_);
    if (!cause.time) {
      if (time_s_ >= to_s) return Progress::kGoOn;
      const double target_s = std::min(to_s, next_event_time_s().value_or(to_s));
      const Advance advance = solver_->advance(target_s);
      if (!succeeded(advance)) return solver_failed(advance);
      ++statistics_.solver_steps;
      if (solver_->time_s() != time_s_) events_at_time_ = 0;
      time_s_ = solver_->time_s();
      cause.state = advance == Advance::kRootFound;
      cause.time = event_due(time_s_);
      const Progress progress = complete_step(cause);
      if (progress != Progress::kGoOn) return progress;
    }
    if (!cause.time && !cause.state && !cause.step) continue;
    const Progress progress = handle_event(cause, false);
    if (progress != Progress::kGoOn) return progress;
    // All events of this instant come first.
    if (early_return_allowed() && time_s_ > interval.from_s && !event_due(time_s_)) return progress;
  }
}

// The FMU learns the accepted point and may ask for an event or the end.
ModelExchangeStepper::Progress ModelExchangeStepper::complete_step(Cause& cause) noexcept {
  const Status set = problem_.set_point(time_s_, solver_->states());
  if (!succeeded(set)) return check(set, problem_.failed_call());
  if (interface().needs_completed_integrator_step) {
    bool end = false;
    const Status status = instance().completed_integrator_step(rollback_possible(), cause.step, end);
    const Progress progress = check(status, "completing an integrator step");
    if (progress == Progress::kFailed) return progress;
    ended_ = end;
    if (end) return Progress::kEnded;
  }
  // Fixed steps are as many as they are; events without end are caught with any solver.
  const bool counts = !solver_->single_step() || cause.time || cause.state || cause.step;
  if (!counts || ++interval_steps_ <= options().solver.max_solver_steps) return Progress::kGoOn;
  return check(Status::kError, "integrating (more than max_solver_steps in one communication step)");
}

ModelExchangeStepper::Progress ModelExchangeStepper::handle_event(const Cause& cause,
                                                                  bool parameters_changed) noexcept {
  statistics_.time_events += cause.time ? 1 : 0;
  statistics_.state_events += cause.state ? 1 : 0;
  statistics_.step_events += cause.step ? 1 : 0;
  statistics_.input_events += cause.input ? 1 : 0;
  if (++events_at_time_ > options().max_event_iterations)
    return check(Status::kError, "event handling (more than max_event_iterations events at one instant)");
  Progress progress = Progress::kGoOn;
  if (cause.input) {
    // The buffers still hold what the step before has read; values that set() gave the FMU are not in them.
    if (event_observer() != nullptr) event_observer()->event(time_s_, EventSide::kBefore);
  } else {
    progress = show_event(EventSide::kBefore);
  }
  if (progress == Progress::kGoOn) progress = check(instance().enter_event_mode(), "entering event mode");
  if (progress == Progress::kGoOn && cause.input) {
    progress = check(std::max(set_inputs(), problem_.set_ramps(time_s_)), "setting the inputs");
    inputs_.take();
    set_all_inputs_ = false;
  }
  if (progress != Progress::kGoOn) return progress;
  const EventResult result = events_.run(instance(), time_s_, parameters_changed);
  statistics_.clock_ticks += result.clock_ticks;
  progress = check(result.status, result.failed_call);
  if (progress != Progress::kGoOn) return progress;
  ended_ = result.terminate;
  if (ended_) return Progress::kEnded;
  progress = leave_event_mode(result);
  return progress == Progress::kGoOn ? show_event(EventSide::kAfter) : progress;
}

ModelExchangeStepper::Progress ModelExchangeStepper::show_event(EventSide side) noexcept {
  if (event_observer() == nullptr) return Progress::kGoOn;
  clock_groups_.publish();
  const Progress progress = check(get_outputs(time_s_), "reading the outputs");
  if (progress == Progress::kGoOn) event_observer()->event(time_s_, side);
  return progress;
}

// Back to continuous time. States are read again even when the FMU does not say that they changed: it costs
// one call an event, and there are FMUs that forget to say it.
ModelExchangeStepper::Progress ModelExchangeStepper::leave_event_mode(const EventResult& result) noexcept {
  problem_.forget();
  Progress progress = check(instance().enter_continuous_time_mode(), "entering continuous-time mode");
  if (progress == Progress::kGoOn && !states_.empty())
    progress = check(instance().get_continuous_states(states_), "reading the states");
  if (progress == Progress::kGoOn && result.nominals_changed && !states_.empty()) {
    progress = check(instance().get_nominals(nominals_), "reading the nominal values");
    absolute_tolerances(relative_tolerance_, nominals_, tolerances_);
    solver_->set_absolute_tolerances(tolerances_);
  }
  if (progress != Progress::kGoOn) return progress;
  restart_ = false;
  const Evaluation evaluation = solver_->reinitialize(time_s_, states_);
  return evaluation == Evaluation::kOk ? Progress::kGoOn
                                       : check(problem_.failed_status(), problem_.failed_call());
}

ModelExchangeStepper::Progress ModelExchangeStepper::restart_solver() noexcept {
  restart_ = false;
  std::copy(solver_->states().begin(), solver_->states().end(), states_.begin());
  const Evaluation evaluation = solver_->reinitialize(time_s_, states_);
  return evaluation == Evaluation::kOk ? Progress::kGoOn
                                       : check(problem_.failed_status(), problem_.failed_call());
}

ModelExchangeStepper::Progress ModelExchangeStepper::solver_failed(Advance advance) noexcept {
  solver_failed_ = true;
  time_s_ = solver_->time_s();
  if (advance == Advance::kModelFailed) return check(problem_.failed_status(), problem_.failed_call());
  // The FMU itself is well: put it back to the last good point, so that its outputs can be read there.
  if (succeeded(problem_.set_point(time_s_, solver_->states())))
    worst_ = std::max(worst_, get_outputs(time_s_));
  return check(advance == Advance::kModelRefused ? Status::kDiscard : Status::kError, "integrating");
}

StepOutcome ModelExchangeStepper::finish(Progress progress, double to_s) noexcept {
  problem_.end_interval();
  clock_groups_.publish();
  if (progress != Progress::kFailed) {
    worst_ = std::max(worst_, problem_.warning());
    check(get_outputs(time_s_), "reading the outputs");
  }
  const bool early = progress == Progress::kGoOn && time_s_ < to_s;
  return {time_s_, worst_, ended_, early};
}

bool ModelExchangeStepper::event_due(double time_s) const noexcept {
  const std::optional<double> next = next_event_time_s();
  return next && *next <= time_s;
}

ModelExchangeStepper::Progress ModelExchangeStepper::check(Status status, const char* what) noexcept {
  worst_ = std::max(worst_, failed(status, what, time_s_));
  return succeeded(status) ? Progress::kGoOn : Progress::kFailed;
}

StepperStatistics ModelExchangeStepper::statistics() const noexcept {
  StepperStatistics statistics = statistics_;
  statistics.derivative_calls = problem_.derivative_calls();
  return statistics;
}

std::string ModelExchangeStepper::fault() const {
  const std::string text = FmuStepper::fault();
  return solver_failed_ ? fmt::format("{}: {}\n{}", instance().name(), solver_->failure(), text) : text;
}

std::unique_ptr<Stepper> make_model_exchange_stepper(std::shared_ptr<const Fmu> fmu, StepperOptions options) {
  return std::make_unique<ModelExchangeStepper>(std::move(fmu), std::move(options));
}

}  // namespace lockstep::core
