// SPDX-License-Identifier: Apache-2.0
// Fmi3Instance: events, clocks, Model Exchange, Scheduled Execution.
#include "instance/fmi3_instance.hpp"

namespace lockstep::core {

namespace {

double seconds(std::uint64_t counter, std::uint64_t resolution) {
  return resolution != 0 ? static_cast<double>(counter) / static_cast<double>(resolution) : 0.0;
}

IntervalQualifier qualifier_of(fmi3IntervalQualifier qualifier) {
  switch (qualifier) {
    case fmi3IntervalChanged:
      return IntervalQualifier::kChanged;
    case fmi3IntervalUnchanged:
      return IntervalQualifier::kUnchanged;
    default:
      return IntervalQualifier::kNotYetKnown;
  }
}

}  // namespace

bool Fmi3Instance::has_events() const noexcept {
  return kind() == InterfaceKind::kModelExchange || capabilities().has_event_mode;
}

Status Fmi3Instance::enter_event_mode() noexcept {
  return call(Call{Id::EnterEventMode}.if_declared(has_events()), functions_->EnterEventMode,
              [&] { return functions_->EnterEventMode(handle_); });
}

Status Fmi3Instance::update_discrete_states(EventInfo& info) noexcept {
  info = {};
  bool has_next = false;
  double next_s = 0.0;
  const Status status = call(
      Call{Id::UpdateDiscreteStates}.if_declared(has_events()), functions_->UpdateDiscreteStates,
      [&] {
        return functions_->UpdateDiscreteStates(handle_, &info.discrete_states_need_update, &info.terminate,
                                                &info.nominals_changed, &info.states_changed, &has_next,
                                                &next_s);
      },
      info.discrete_states_need_update, info.terminate, info.nominals_changed, info.states_changed, has_next,
      next_s);
  if (!succeeded(status)) {
    info = {};
  } else if (has_next) {
    info.next_event_time_s = next_s;
  }
  return status;
}

Status Fmi3Instance::evaluate_discrete_states() noexcept {
  return call(Call{Id::EvaluateDiscreteStates}.if_declared(capabilities().provides_evaluate_discrete_states),
              functions_->EvaluateDiscreteStates,
              [&] { return functions_->EvaluateDiscreteStates(handle_); });
}

Status Fmi3Instance::enter_step_mode() noexcept {
  return call(Call{Id::EnterStepMode}.if_declared(capabilities().has_event_mode), functions_->EnterStepMode,
              [&] { return functions_->EnterStepMode(handle_); });
}

Status Fmi3Instance::enter_continuous_time_mode() noexcept {
  return call(Call{Id::EnterContinuousTimeMode}, functions_->EnterContinuousTimeMode,
              [&] { return functions_->EnterContinuousTimeMode(handle_); });
}

Status Fmi3Instance::set_time(double time_s) noexcept {
  return call(
      Call{Id::SetTime, time_s}, functions_->SetTime, [&] { return functions_->SetTime(handle_, time_s); },
      time_s);
}

Status Fmi3Instance::get_continuous_states(Span<double> states) noexcept {
  return call(
      Call{Id::GetContinuousStates}, functions_->GetContinuousStates,
      [&] { return functions_->GetContinuousStates(handle_, states.data(), states.size()); }, states);
}

Status Fmi3Instance::set_continuous_states(Span<const double> states) noexcept {
  return call(
      Call{Id::SetContinuousStates}, functions_->SetContinuousStates,
      [&] { return functions_->SetContinuousStates(handle_, states.data(), states.size()); }, states);
}

Status Fmi3Instance::get_nominals(Span<double> nominals) noexcept {
  return call(
      Call{Id::GetNominalsOfContinuousStates}, functions_->GetNominalsOfContinuousStates,
      [&] { return functions_->GetNominalsOfContinuousStates(handle_, nominals.data(), nominals.size()); },
      nominals);
}

Status Fmi3Instance::get_derivatives(Span<double> derivatives) noexcept {
  return watched_call(
      Call{Id::GetContinuousStateDerivatives}, functions_->GetContinuousStateDerivatives,
      [&] {
        return functions_->GetContinuousStateDerivatives(handle_, derivatives.data(), derivatives.size());
      },
      derivatives);
}

Status Fmi3Instance::get_event_indicators(Span<double> indicators) noexcept {
  return call(
      Call{Id::GetEventIndicators}, functions_->GetEventIndicators,
      [&] { return functions_->GetEventIndicators(handle_, indicators.data(), indicators.size()); },
      indicators);
}

Status Fmi3Instance::completed_integrator_step(bool rollback_possible, bool& enter_event_mode,
                                               bool& terminate) noexcept {
  enter_event_mode = false;
  terminate = false;
  if (!capabilities().needs_completed_integrator_step) return Status::kOk;
  return call(
      Call{Id::CompletedIntegratorStep}, functions_->CompletedIntegratorStep,
      [&] {
        return functions_->CompletedIntegratorStep(handle_, !rollback_possible, &enter_event_mode,
                                                   &terminate);
      },
      !rollback_possible, enter_event_mode, terminate);
}

Status Fmi3Instance::continuous_state_count(std::size_t& count) noexcept {
  return call(
      Call{Id::GetNumberOfContinuousStates}, functions_->GetNumberOfContinuousStates,
      [&] { return functions_->GetNumberOfContinuousStates(handle_, &count); }, count);
}

Status Fmi3Instance::event_indicator_count(std::size_t& count) noexcept {
  return call(
      Call{Id::GetNumberOfEventIndicators}, functions_->GetNumberOfEventIndicators,
      [&] { return functions_->GetNumberOfEventIndicators(handle_, &count); }, count);
}

bool Fmi3Instance::has_fractions(ValueReference clock) const noexcept {
  const Variable* variable =
      description() != nullptr ? description()->find(clock, VariableType::kClock) : nullptr;
  return variable != nullptr && variable->clock != nullptr && variable->clock->supports_fraction;
}

Status Fmi3Instance::get_interval(ValueReference clock, ClockTick& tick) noexcept {
  tick = {};
  fmi3IntervalQualifier qualifier = fmi3IntervalNotYetKnown;
  const References one{&clock, 1};
  Status status = Status::kOk;
  if (has_fractions(clock)) {
    status = call(
        Call{Id::GetIntervalFraction, one}, functions_->GetIntervalFraction,
        [&] {
          return functions_->GetIntervalFraction(handle_, &clock, 1, &tick.counter, &tick.resolution,
                                                 &qualifier);
        },
        clock, tick.counter, tick.resolution);
    tick.interval_s = seconds(tick.counter, tick.resolution);
  } else {
    status = call(
        Call{Id::GetIntervalDecimal, one}, functions_->GetIntervalDecimal,
        [&] { return functions_->GetIntervalDecimal(handle_, &clock, 1, &tick.interval_s, &qualifier); },
        clock, tick.interval_s);
  }
  tick.qualifier = qualifier_of(qualifier);
  return status;
}

Status Fmi3Instance::get_shift(ValueReference clock, ClockTick& tick) noexcept {
  tick = {};
  tick.qualifier = IntervalQualifier::kUnchanged;
  const References one{&clock, 1};
  if (!has_fractions(clock)) {
    return call(
        Call{Id::GetShiftDecimal, one}, functions_->GetShiftDecimal,
        [&] { return functions_->GetShiftDecimal(handle_, &clock, 1, &tick.interval_s); }, clock,
        tick.interval_s);
  }
  const Status status = call(
      Call{Id::GetShiftFraction, one}, functions_->GetShiftFraction,
      [&] { return functions_->GetShiftFraction(handle_, &clock, 1, &tick.counter, &tick.resolution); },
      clock, tick.counter, tick.resolution);
  tick.interval_s = seconds(tick.counter, tick.resolution);
  return status;
}

Status Fmi3Instance::set_interval(ValueReference clock, const ClockTick& tick) noexcept {
  const References one{&clock, 1};
  if (has_fractions(clock) && tick.resolution != 0) {
    return call(
        Call{Id::SetIntervalFraction, one}, functions_->SetIntervalFraction,
        [&] { return functions_->SetIntervalFraction(handle_, &clock, 1, &tick.counter, &tick.resolution); },
        clock, tick.counter, tick.resolution);
  }
  return call(
      Call{Id::SetIntervalDecimal, one}, functions_->SetIntervalDecimal,
      [&] { return functions_->SetIntervalDecimal(handle_, &clock, 1, &tick.interval_s); }, clock,
      tick.interval_s);
}

Status Fmi3Instance::set_shift(ValueReference clock, const ClockTick& tick) noexcept {
  const References one{&clock, 1};
  if (has_fractions(clock) && tick.resolution != 0) {
    return call(
        Call{Id::SetShiftFraction, one}, functions_->SetShiftFraction,
        [&] { return functions_->SetShiftFraction(handle_, &clock, 1, &tick.counter, &tick.resolution); },
        clock, tick.counter, tick.resolution);
  }
  return call(
      Call{Id::SetShiftDecimal, one}, functions_->SetShiftDecimal,
      [&] { return functions_->SetShiftDecimal(handle_, &clock, 1, &tick.interval_s); }, clock,
      tick.interval_s);
}

Status Fmi3Instance::activate_model_partition(ValueReference clock, double activation_time_s) noexcept {
  if (kind() != InterfaceKind::kScheduledExecution) return unsupported("activating a model partition");
  const Status status = call(
      Call{Id::ActivateModelPartition, activation_time_s}, functions_->ActivateModelPartition,
      [&] { return functions_->ActivateModelPartition(handle_, clock, activation_time_s); }, clock,
      activation_time_s);
  // A partition cannot be taken back: here Discard is an Error.
  return status == Status::kDiscard ? note(static_cast<std::uint8_t>(Id::ActivateModelPartition), fmi3Error)
                                    : status;
}

}  // namespace lockstep::core
