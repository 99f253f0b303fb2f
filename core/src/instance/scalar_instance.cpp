// SPDX-License-Identifier: Apache-2.0
#include "instance/scalar_instance.hpp"

#include <fmt/format.h>

#include <limits>

#include "instance/scratch.hpp"

namespace lockstep::core {

template <class Api>
ScalarInstance<Api>::ScalarInstance(InstanceSpec& spec, const Dialect& dialect)
    : StatefulInstance{spec, dialect} {
  if (capabilities().can_run_asynchronously) enter(kMayPend);
}

template <class Api>
void ScalarInstance<Api>::bind(const Functions& functions) noexcept {
  functions_ = &functions;
  do_step_ = kind() == InterfaceKind::kCoSimulation ? functions.DoStep : nullptr;
  get_real_ = functions.GetReal;
  set_real_ = functions.SetReal;
  if (do_step_ == nullptr) enter(kNoStep);
  if (get_real_ == nullptr || set_real_ == nullptr) enter(kNoReal);
}

template <class Api>
Status ScalarInstance<Api>::require_equal(Id id, std::size_t references, std::size_t values) noexcept {
  return refuse(static_cast<std::uint8_t>(id),
                fmt::format("not called: {} references but {} values; {} has one value for each", references,
                            values, Api::kVersion));
}

// --- values

template <class Api>
template <class Function, class T>
Status ScalarInstance<Api>::transfer(Id id, Function* function, References references,
                                     Span<T> values) noexcept {
  if (references.size() != values.size()) return require_equal(id, references.size(), values.size());
  if (references.empty()) return Status::kOk;
  return call(
      Call{id, references}, function,
      [&] { return function(component_, references.data(), references.size(), values.data()); }, references,
      values);
}

template <class Api>
Status ScalarInstance<Api>::get_real(References references, Span<double> values) noexcept {
  return transfer(Id::GetReal, get_real_, references, values);
}

template <class Api>
Status ScalarInstance<Api>::set_real(References references, Span<const double> values) noexcept {
  return transfer(Id::SetReal, set_real_, references, values);
}

template <class Api>
Status ScalarInstance<Api>::get(References references, Span<std::int32_t> values) noexcept {
  return transfer(Id::GetInteger, functions_->GetInteger, references, values);
}

template <class Api>
Status ScalarInstance<Api>::set(References references, Span<const std::int32_t> values) noexcept {
  return transfer(Id::SetInteger, functions_->SetInteger, references, values);
}

template <class Api>
Status ScalarInstance<Api>::get(References references, Span<bool> values) noexcept {
  auto& booleans = scratch<typename Api::Boolean>();
  booleans.assign(values.size(), to_fmi(false));
  const Status status =
      transfer(Id::GetBoolean, functions_->GetBoolean, references, Span<typename Api::Boolean>{booleans});
  if (!succeeded(status)) return status;
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = booleans[i] != to_fmi(false);
  return status;
}

template <class Api>
Status ScalarInstance<Api>::set(References references, Span<const bool> values) noexcept {
  auto& booleans = scratch<typename Api::Boolean>();
  booleans.clear();
  for (const bool value : values)
    booleans.push_back(to_fmi(value));
  return transfer(Id::SetBoolean, functions_->SetBoolean, references,
                  Span<const typename Api::Boolean>{booleans});
}

template <class Api>
Status ScalarInstance<Api>::get_enumeration(References references, Span<std::int64_t> values) noexcept {
  auto& integers = scratch<int>();
  integers.assign(values.size(), 0);
  const Status status = transfer(Id::GetInteger, functions_->GetInteger, references, Span<int>{integers});
  if (!succeeded(status)) return status;
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = integers[i];
  return status;
}

template <class Api>
Status ScalarInstance<Api>::set_enumeration(References references, Span<const std::int64_t> values) noexcept {
  auto& integers = scratch<int>();
  integers.clear();
  for (const std::int64_t value : values) {
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
      return refuse(
          static_cast<std::uint8_t>(Id::SetInteger),
          fmt::format("not called: {} does not fit the 32-bit integers of {}", value, Api::kVersion));
    }
    integers.push_back(static_cast<int>(value));
  }
  return transfer(Id::SetInteger, functions_->SetInteger, references, Span<const int>{integers});
}

template <class Api>
Status ScalarInstance<Api>::get(References references, Span<std::string> values) noexcept {
  auto& strings = scratch<const char*>();
  strings.assign(values.size(), nullptr);
  const Status status =
      transfer(Id::GetString, functions_->GetString, references, Span<const char*>{strings});
  if (!succeeded(status)) return status;
  for (std::size_t i = 0; i < values.size();
       ++i)  // copied now: the FMU may reuse its memory in the next call
    values[i] = strings[i] != nullptr ? strings[i] : "";
  return status;
}

template <class Api>
Status ScalarInstance<Api>::set(References references, Span<const std::string> values) noexcept {
  auto& strings = scratch<const char*>();
  strings.clear();
  for (const std::string& value : values)
    strings.push_back(value.c_str());
  return transfer(Id::SetString, functions_->SetString, references, Span<const char* const>{strings});
}

// --- Co-Simulation

template <class Api>
DoStepResult ScalarInstance<Api>::watched_step(double from_s, double size_s,
                                               bool rollback_possible) noexcept {
  if (do_step_ == nullptr) return {unsupported("doStep"), false, false, false, from_s};
  context().step_finished.store(-1);
  const typename Api::Boolean flag = step_flag(from_s, rollback_possible);
  const Status status = watched_call(
      Call{Id::DoStep, from_s}, do_step_, [&] { return do_step_(component_, from_s, size_s, flag); }, from_s,
      size_s, flag != to_fmi(false));
  return step_answer(status, from_s, size_s);
}

template <class Api>
DoStepResult ScalarInstance<Api>::step_answer(Status status, double from_s, double size_s) noexcept {
  DoStepResult result;
  result.status = status;
  result.reached_s = succeeded(status) ? from_s + size_s : from_s;
  if (status == Status::kDiscard) ask_about_discard(result);
  from_s_ = from_s;
  size_s_ = size_s;
  return result;
}

template <class Api>
template <class Function, class T>
bool ScalarInstance<Api>::ask(typename Api::StatusKind kind, Id id, Function* function, T& answer) noexcept {
  if (function == nullptr || fatal()) return false;
  const CallRing::Ticket ticket = record(Call{id});
  const int raw = shielded([&] { return function(component_, kind, &answer); });
  if ((mode() & kRecord) != 0) ring_.end(ticket, static_cast<std::uint8_t>(raw));
  if ((mode() & kTrace) != 0) {
    trace(static_cast<std::uint8_t>(id), raw, static_cast<int>(kind), static_cast<double>(answer));
  }
  if (raw == static_cast<int>(Status::kFatal)) note(static_cast<std::uint8_t>(id), raw);
  return raw == static_cast<int>(Status::kOk) || raw == static_cast<int>(Status::kWarning);
}

template <class Api>
void ScalarInstance<Api>::ask_about_discard(DoStepResult& result) noexcept {
  double reached_s = result.reached_s;
  if (ask(Api::kLastSuccessfulTime, Id::GetRealStatus, functions_->GetRealStatus, reached_s)) {
    result.reached_s = reached_s;
  }
  if constexpr (std::is_same_v<Api, Fmi2Api>) {
    fmi2Boolean terminated = fmi2False;
    if (ask(fmi2Terminated, Id::GetBooleanStatus, functions_->GetBooleanStatus, terminated)) {
      result.terminate = terminated != fmi2False;
    }
  }
  if (fatal()) result.status = Status::kFatal;
}

template <class Api>
Status ScalarInstance<Api>::poll_step(DoStepResult& result) noexcept {
  result = {Status::kPending, false, false, false, from_s_};
  int raw = context().step_finished.exchange(-1);
  if (raw < 0) {
    const auto ask_status = [&] {
      auto answer = static_cast<typename Api::FmiStatus>(Status::kPending);
      const auto asked = functions_->GetStatus(component_, Api::kDoStepStatus, &answer);
      raw = static_cast<int>(answer);
      return asked;
    };
    const Status asked = call(Call{Id::GetStatus}, functions_->GetStatus, ask_status, raw);
    if (!succeeded(asked)) return result.status = asked;
  }
  if (raw == static_cast<int>(Status::kPending)) return Status::kPending;
  const Status status = raw == 0 ? Status::kOk : note(static_cast<std::uint8_t>(Id::DoStep), raw);
  result = step_answer(status, from_s_, size_s_);
  return result.status;
}

template <class Api>
Status ScalarInstance<Api>::cancel_step() noexcept {
  return call(Call{Id::CancelStep}.if_declared(capabilities().can_run_asynchronously), functions_->CancelStep,
              [&] { return functions_->CancelStep(component_); });
}

template <class Api>
Status ScalarInstance<Api>::set_input_derivatives(References references, Span<const std::int32_t> orders,
                                                  Span<const double> values) noexcept {
  constexpr Id kId = Id::SetRealInputDerivatives;
  if (references.size() != orders.size()) return require_equal(kId, references.size(), orders.size());
  if (references.size() != values.size()) return require_equal(kId, references.size(), values.size());
  return call(
      Call{kId, references}.if_declared(capabilities().can_interpolate_inputs),
      functions_->SetRealInputDerivatives,
      [&] {
        return functions_->SetRealInputDerivatives(component_, references.data(), references.size(),
                                                   orders.data(), values.data());
      },
      references, orders, values);
}

template <class Api>
Status ScalarInstance<Api>::get_output_derivatives(References references, Span<const std::int32_t> orders,
                                                   Span<double> values) noexcept {
  constexpr Id kId = Id::GetRealOutputDerivatives;
  if (references.size() != orders.size()) return require_equal(kId, references.size(), orders.size());
  if (references.size() != values.size()) return require_equal(kId, references.size(), values.size());
  return call(
      Call{kId, references}.if_declared(capabilities().max_output_derivative_order > 0),
      functions_->GetRealOutputDerivatives,
      [&] {
        return functions_->GetRealOutputDerivatives(component_, references.data(), references.size(),
                                                    orders.data(), values.data());
      },
      references, orders, values);
}

// --- Model Exchange

template <class Api>
Status ScalarInstance<Api>::set_time(double time_s) noexcept {
  return call(
      Call{Id::SetTime, time_s}, functions_->SetTime, [&] { return functions_->SetTime(component_, time_s); },
      time_s);
}

template <class Api>
Status ScalarInstance<Api>::get_continuous_states(Span<double> states) noexcept {
  return call(
      Call{Id::GetContinuousStates}, functions_->GetContinuousStates,
      [&] { return functions_->GetContinuousStates(component_, states.data(), states.size()); }, states);
}

template <class Api>
Status ScalarInstance<Api>::set_continuous_states(Span<const double> states) noexcept {
  return call(
      Call{Id::SetContinuousStates}, functions_->SetContinuousStates,
      [&] { return functions_->SetContinuousStates(component_, states.data(), states.size()); }, states);
}

template <class Api>
Status ScalarInstance<Api>::get_derivatives(Span<double> derivatives) noexcept {
  return watched_call(
      Call{Id::GetDerivatives}, functions_->GetDerivatives,
      [&] { return functions_->GetDerivatives(component_, derivatives.data(), derivatives.size()); },
      derivatives);
}

template <class Api>
Status ScalarInstance<Api>::get_event_indicators(Span<double> indicators) noexcept {
  return call(
      Call{Id::GetEventIndicators}, functions_->GetEventIndicators,
      [&] { return functions_->GetEventIndicators(component_, indicators.data(), indicators.size()); },
      indicators);
}

template <class Api>
Status ScalarInstance<Api>::continuous_state_count(std::size_t& count) noexcept {
  count = description() != nullptr ? description()->continuous_state_count() : 0;
  return Status::kOk;
}

template <class Api>
Status ScalarInstance<Api>::event_indicator_count(std::size_t& count) noexcept {
  count = description() != nullptr ? description()->event_indicator_count() : 0;
  return Status::kOk;
}

template class ScalarInstance<Fmi1Api>;
template class ScalarInstance<Fmi2Api>;

}  // namespace lockstep::core
