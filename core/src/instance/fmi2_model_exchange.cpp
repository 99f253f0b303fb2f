// SPDX-License-Identifier: Apache-2.0
// Fmi2Instance: Model Exchange.
#include "instance/fmi2_instance.hpp"

namespace lockstep::core {

Status Fmi2Instance::enter_event_mode() noexcept {
  if (kind() != InterfaceKind::kModelExchange) return unsupported("event mode");
  return call(Call{Id::EnterEventMode}, functions_->EnterEventMode,
              [&] { return functions_->EnterEventMode(component_); });
}

Status Fmi2Instance::update_discrete_states(EventInfo& info) noexcept {
  fmi2EventInfo answer{};
  const Status status = call(
      Call{Id::NewDiscreteStates}, functions_->NewDiscreteStates,
      [&] { return functions_->NewDiscreteStates(component_, &answer); }, answer.newDiscreteStatesNeeded,
      answer.terminateSimulation, answer.nominalsOfContinuousStatesChanged,
      answer.valuesOfContinuousStatesChanged, answer.nextEventTimeDefined, answer.nextEventTime);
  info = {};
  if (!succeeded(status)) return status;
  info.discrete_states_need_update = answer.newDiscreteStatesNeeded != fmi2False;
  info.terminate = answer.terminateSimulation != fmi2False;
  info.nominals_changed = answer.nominalsOfContinuousStatesChanged != fmi2False;
  info.states_changed = answer.valuesOfContinuousStatesChanged != fmi2False;
  if (answer.nextEventTimeDefined != fmi2False) info.next_event_time_s = answer.nextEventTime;
  return status;
}

Status Fmi2Instance::enter_continuous_time_mode() noexcept {
  return call(Call{Id::EnterContinuousTimeMode}, functions_->EnterContinuousTimeMode,
              [&] { return functions_->EnterContinuousTimeMode(component_); });
}

Status Fmi2Instance::get_nominals(Span<double> nominals) noexcept {
  return call(
      Call{Id::GetNominalsOfContinuousStates}, functions_->GetNominalsOfContinuousStates,
      [&] { return functions_->GetNominalsOfContinuousStates(component_, nominals.data(), nominals.size()); },
      nominals);
}

Status Fmi2Instance::completed_integrator_step(bool rollback_possible, bool& enter_event_mode,
                                               bool& terminate) noexcept {
  enter_event_mode = false;
  terminate = false;
  if (!capabilities().needs_completed_integrator_step) return Status::kOk;
  fmi2Boolean enter = fmi2False;
  fmi2Boolean end = fmi2False;
  const Status status = call(
      Call{Id::CompletedIntegratorStep}, functions_->CompletedIntegratorStep,
      [&] {
        return functions_->CompletedIntegratorStep(component_, rollback_possible ? fmi2False : fmi2True,
                                                   &enter, &end);
      },
      !rollback_possible, enter, end);
  enter_event_mode = enter != fmi2False;
  terminate = end != fmi2False;
  return status;
}

}  // namespace lockstep::core
