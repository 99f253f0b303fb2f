// SPDX-License-Identifier: Apache-2.0
#include "instance/fmi2_instance.hpp"

#include <algorithm>

#include "instance/callbacks.hpp"
#include "instance/resource_uri.hpp"

namespace lockstep::core {

namespace {

extern "C" void fmi2_log_message(fmi2ComponentEnvironment environment, fmi2String, fmi2Status status,
                                 fmi2String category, fmi2String message, ...) {
  if (environment == nullptr) return;
  std::va_list arguments;
  va_start(arguments, message);
  static_cast<InstanceContext*>(environment)
      ->log.foreign(callbacks::status_of(status), category, message, arguments);
  va_end(arguments);
}

extern "C" void fmi2_step_finished(fmi2ComponentEnvironment environment, fmi2Status status) {
  if (environment != nullptr) static_cast<InstanceContext*>(environment)->step_finished.store(status);
}

constexpr fmi2Boolean to_fmi(bool value) {
  return value ? fmi2True : fmi2False;
}

}  // namespace

const InstanceBase::Dialect Fmi2Instance::kDialect{"FMI 2.0", fmi2_name, fmi2_capability, fmi2Pending};

Fmi2Instance::Fmi2Instance(InstanceSpec spec) : InstanceBase{spec, kDialect}, functions_{&library().fmi2()} {
  const bool steps = kind() == InterfaceKind::kCoSimulation;
  const Fmi2Functions& f = *functions_;
  const auto need = [](Id id, auto* function) {
    return std::pair{static_cast<std::uint8_t>(id), function != nullptr};
  };
  require_functions({need(Id::Instantiate, f.Instantiate), need(Id::FreeInstance, f.FreeInstance),
                     need(Id::EnterInitializationMode, f.EnterInitializationMode),
                     need(Id::ExitInitializationMode, f.ExitInitializationMode),
                     steps ? need(Id::DoStep, f.DoStep) : need(Id::NewDiscreteStates, f.NewDiscreteStates)});
  do_step_ = steps ? f.DoStep : nullptr;
  get_real_ = f.GetReal;
  set_real_ = f.SetReal;
  if (capabilities().can_run_asynchronously) close_gate(kMayPend);
  instantiate(spec);
}

Fmi2Instance::~Fmi2Instance() {
  if (component_ == nullptr) return;
  if (fatal()) {
    leave_to_fatal_library();
    return;
  }
  const std::lock_guard lock{library().lifecycle_mutex()};
  guarded_call(Call{Id::FreeInstance}.also_after_error(), functions_->FreeInstance, [&] {
    functions_->FreeInstance(component_);
    return fmi2OK;
  });
}

void Fmi2Instance::instantiate(const InstanceSpec& spec) {
  const Fmi2Functions& f = *functions_;
  const InstanceOptions& options = spec.options;
  context().fmi2_callbacks = {fmi2_log_message, callbacks::allocate, callbacks::release, fmi2_step_finished,
                              &context()};
  const fmi2Type type = kind() == InterfaceKind::kModelExchange ? fmi2ModelExchange : fmi2CoSimulation;
  const std::string token{spec.token};
  const std::string resources = file_uri(spec.root / "resources");  // given even when there are none
  const std::lock_guard lock{library().lifecycle_mutex()};
  ProcessStateGuard guard;
  if (f.GetTypesPlatform != nullptr) {
    check_answer(static_cast<std::uint8_t>(Id::GetTypesPlatform), f.GetTypesPlatform(), fmi2TypesPlatform,
                 false);
  }
  if (f.GetVersion != nullptr) {
    check_answer(static_cast<std::uint8_t>(Id::GetVersion), f.GetVersion(), fmi2Version, false);
  }
  call(
      Call{Id::Instantiate}, f.Instantiate,
      [&] {
        component_ =
            f.Instantiate(name().c_str(), type, token.c_str(), resources.c_str(), &context().fmi2_callbacks,
                          to_fmi(options.visible), to_fmi(options.logging_on));
        return component_ != nullptr ? fmi2OK : fmi2Error;
      },
      name(), static_cast<int>(type), token, resources, options.visible, options.logging_on);
  finish_guard(static_cast<std::uint8_t>(Id::Instantiate), guard);
  if (component_ == nullptr) throw_not_instantiated(static_cast<std::uint8_t>(Id::Instantiate));
  if (options.logging_on && !options.log_categories.empty() && f.SetDebugLogging != nullptr) {
    const std::vector<fmi2String> categories = callbacks::pointers(options.log_categories);
    const auto raw = f.SetDebugLogging(component_, fmi2True, categories.size(), categories.data());
    if (raw > fmi2Warning) {
      context().log.own(LogLevel::kWarning, "load",
                        "fmi2SetDebugLogging refused the log categories asked for");
    }
  }
}

Status Fmi2Instance::enter_initialization_mode(const ExperimentSetup& setup) noexcept {
  const Fmi2Functions& f = *functions_;
  const double tolerance = setup.tolerance.value_or(0.0);
  const double stop_s = setup.stop_time_s.value_or(0.0);
  const Status set_up = guarded_call(
      Call{Id::SetupExperiment, setup.start_time_s}, f.SetupExperiment,
      [&] {
        return f.SetupExperiment(component_, to_fmi(setup.tolerance.has_value()), tolerance,
                                 setup.start_time_s, to_fmi(setup.stop_time_s.has_value()), stop_s);
      },
      setup.tolerance.has_value(), tolerance, setup.start_time_s, setup.stop_time_s.has_value(), stop_s);
  if (!succeeded(set_up)) return set_up;
  const Status entered = guarded_call(Call{Id::EnterInitializationMode}, f.EnterInitializationMode,
                                      [&] { return f.EnterInitializationMode(component_); });
  return std::max(set_up, entered);
}

Status Fmi2Instance::exit_initialization_mode() noexcept {
  return guarded_call(Call{Id::ExitInitializationMode}, functions_->ExitInitializationMode,
                      [&] { return functions_->ExitInitializationMode(component_); });
}

Status Fmi2Instance::terminate() noexcept {
  return guarded_call(Call{Id::Terminate}, functions_->Terminate,
                      [&] { return functions_->Terminate(component_); });
}

Status Fmi2Instance::reset() noexcept {
  const Status status = guarded_call(Call{Id::Reset}.also_after_error(), functions_->Reset,
                                     [&] { return functions_->Reset(component_); });
  if (succeeded(status)) recover();
  return status;
}

DoStepResult Fmi2Instance::watched_step(double from_s, double size_s, bool rollback_possible) noexcept {
  if (do_step_ == nullptr) return {unsupported("doStep"), false, false, false, from_s};
  context().step_finished.store(-1);
  const Status status = watched_call(
      Call{Id::DoStep, from_s}, do_step_,
      [&] { return do_step_(component_, from_s, size_s, to_fmi(!rollback_possible)); }, from_s, size_s,
      !rollback_possible);
  return step_answer(status, from_s, size_s);
}

DoStepResult Fmi2Instance::step_answer(Status status, double from_s, double size_s) noexcept {
  DoStepResult result;
  result.status = status;
  result.reached_s = succeeded(result.status) ? from_s + size_s : from_s;
  if (result.status == Status::kDiscard) ask_about_discard(result);
  pending_from_s_ = from_s;
  pending_size_s_ = size_s;
  return result;
}

template <class Kind, class Function, class T>
bool Fmi2Instance::ask(Kind kind, Id id, Function* function, T& answer) noexcept {
  if (function == nullptr) return false;
  const CallRing::Ticket ticket = record(Call{id});
  const int raw = shielded([&] { return function(component_, kind, &answer); });
  if (record_) ring_.end(ticket, static_cast<std::uint8_t>(raw));
  if ((gate() & kTrace) != 0)
    trace(static_cast<std::uint8_t>(id), raw, static_cast<int>(kind), static_cast<double>(answer));
  if (raw == fmi2Fatal) note(static_cast<std::uint8_t>(id), raw);
  return raw == fmi2OK || raw == fmi2Warning;
}

void Fmi2Instance::ask_about_discard(DoStepResult& result) noexcept {
  double reached_s = result.reached_s;
  fmi2Boolean terminated = fmi2False;
  if (ask(fmi2LastSuccessfulTime, Id::GetRealStatus, functions_->GetRealStatus, reached_s) && !fatal()) {
    result.reached_s = reached_s;
  }
  if (!fatal() && ask(fmi2Terminated, Id::GetBooleanStatus, functions_->GetBooleanStatus, terminated)) {
    result.terminate = terminated != fmi2False;
  }
  if (fatal()) result.status = Status::kFatal;
}

Status Fmi2Instance::poll_step(DoStepResult& result) noexcept {
  result = {Status::kPending, false, false, false, pending_from_s_};
  int raw = context().step_finished.exchange(-1);
  if (raw < 0) {
    const auto ask_status = [&] {
      fmi2Status answer = fmi2Pending;
      const fmi2Status asked = functions_->GetStatus(component_, fmi2DoStepStatus, &answer);
      raw = answer;
      return asked;
    };
    const Status asked = call(Call{Id::GetStatus}, functions_->GetStatus, ask_status, raw);
    if (!succeeded(asked)) return result.status = asked;
  }
  if (raw == fmi2Pending) return Status::kPending;
  result = raw == fmi2OK ? DoStepResult{Status::kOk, false, false, false, pending_from_s_ + pending_size_s_}
                         : step_answer(note(static_cast<std::uint8_t>(Id::DoStep), raw), pending_from_s_,
                                       pending_size_s_);
  return result.status;
}

Status Fmi2Instance::cancel_step() noexcept {
  return call(Call{Id::CancelStep}.if_declared(capabilities().can_run_asynchronously), functions_->CancelStep,
              [&] { return functions_->CancelStep(component_); });
}

Status Fmi2Instance::set_input_derivatives(Span<const ValueReference> references,
                                           Span<const std::int32_t> orders,
                                           Span<const double> values) noexcept {
  if (references.size() != orders.size())
    return require_equal(Id::SetRealInputDerivatives, references.size(), orders.size());
  if (references.size() != values.size())
    return require_equal(Id::SetRealInputDerivatives, references.size(), values.size());
  return call(
      Call{Id::SetRealInputDerivatives, references}.if_declared(capabilities().can_interpolate_inputs),
      functions_->SetRealInputDerivatives,
      [&] {
        return functions_->SetRealInputDerivatives(component_, references.data(), references.size(),
                                                   orders.data(), values.data());
      },
      references, orders, values);
}

Status Fmi2Instance::get_output_derivatives(Span<const ValueReference> references,
                                            Span<const std::int32_t> orders, Span<double> values) noexcept {
  if (references.size() != orders.size())
    return require_equal(Id::GetRealOutputDerivatives, references.size(), orders.size());
  if (references.size() != values.size())
    return require_equal(Id::GetRealOutputDerivatives, references.size(), values.size());
  return call(
      Call{Id::GetRealOutputDerivatives, references}.if_declared(capabilities().max_output_derivative_order >
                                                                 0),
      functions_->GetRealOutputDerivatives,
      [&] {
        return functions_->GetRealOutputDerivatives(component_, references.data(), references.size(),
                                                    orders.data(), values.data());
      },
      references, orders, values);
}

}  // namespace lockstep::core
