// SPDX-License-Identifier: Apache-2.0
#include "instance/fmi3_instance.hpp"

#include <fmt/format.h>

#include <cmath>

#include "instance/callbacks.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {

namespace {

extern "C" void fmi3_log_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                                 fmi3String message) {
  if (environment == nullptr) return;
  static_cast<InstanceContext*>(environment)->log.foreign(callbacks::status_of(status), category, message);
}

extern "C" void fmi3_intermediate_update(fmi3InstanceEnvironment environment, fmi3Float64 time,
                                         fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                         fmi3Boolean step_finished, fmi3Boolean can_return_early,
                                         fmi3Boolean* early_return_requested,
                                         fmi3Float64* early_return_time) {
  auto* context = static_cast<InstanceContext*>(environment);
  if (early_return_requested != nullptr) *early_return_requested = false;
  if (context == nullptr || context->intermediate_update == nullptr || context->instance == nullptr) return;
  const bool leave = context->intermediate_update->on_intermediate_update(
      *context->instance, {time, set_requested, get_allowed, step_finished, can_return_early});
  if (!leave || !can_return_early) return;
  if (early_return_requested != nullptr) *early_return_requested = true;
  if (early_return_time != nullptr) *early_return_time = time;
}

extern "C" void fmi3_clock_update(fmi3InstanceEnvironment environment) {
  auto* context = static_cast<InstanceContext*>(environment);
  if (context != nullptr && context->scheduler != nullptr) context->scheduler->on_clock_update();
}

bool has_clocks(const ModelDescription* description) {
  if (description == nullptr) return false;
  for (const Variable& variable : description->variables()) {
    if (variable.type == VariableType::kClock) return true;
  }
  return false;
}

}  // namespace

const InstanceBase::Dialect Fmi3Instance::kDialect{"FMI 3.0", fmi3_name, fmi3_capability, fmi3Fatal};

Fmi3Instance::Fmi3Instance(InstanceSpec spec)
    : StatefulInstance{spec, kDialect}, functions_{&library().fmi3()} {
  check_functions();
  if (kind() == InterfaceKind::kCoSimulation) do_step_ = functions_->DoStep;
  get_float64_ = functions_->GetFloat64;
  set_float64_ = functions_->SetFloat64;
  if (do_step_ == nullptr) enter(kNoStep);
  if (get_float64_ == nullptr || set_float64_ == nullptr) enter(kNoReal);
  instantiate(spec);
}

void Fmi3Instance::check_functions() const {
  const Fmi3Functions& f = *functions_;
  const auto need = [](Id id, auto* function) {
    return std::pair{static_cast<std::uint8_t>(id), function != nullptr};
  };
  const auto make = kind() == InterfaceKind::kCoSimulation
                        ? need(Id::InstantiateCoSimulation, f.InstantiateCoSimulation)
                    : kind() == InterfaceKind::kModelExchange
                        ? need(Id::InstantiateModelExchange, f.InstantiateModelExchange)
                        : need(Id::InstantiateScheduledExecution, f.InstantiateScheduledExecution);
  const auto run = kind() == InterfaceKind::kCoSimulation ? need(Id::DoStep, f.DoStep)
                   : kind() == InterfaceKind::kModelExchange
                       ? need(Id::UpdateDiscreteStates, f.UpdateDiscreteStates)
                       : need(Id::ActivateModelPartition, f.ActivateModelPartition);
  require_functions({make, run, need(Id::FreeInstance, f.FreeInstance),
                     need(Id::EnterInitializationMode, f.EnterInitializationMode),
                     need(Id::ExitInitializationMode, f.ExitInitializationMode)});
}

Fmi3Instance::~Fmi3Instance() {
  if (handle_ == nullptr) return;
  if (fatal()) {
    leave_to_fatal_library();
    return;
  }
  const std::lock_guard lock{library().lifecycle_mutex()};
  static_cast<void>(guarded_call(Call{Id::FreeInstance}.also_after_error(), functions_->FreeInstance, [&] {
    functions_->FreeInstance(handle_);
    return fmi3OK;
  }));
}

void Fmi3Instance::instantiate(const InstanceSpec& spec) {
  const Fmi3Functions& f = *functions_;
  const InstanceOptions& options = spec.options;
  if (!options.intermediate_variables.empty() && options.intermediate_update == nullptr) {
    throw Error{ErrorCode::kBadUsage, fmt::format("{}: intermediate variables need a handler; set "
                                                  "InstanceOptions::intermediate_update as well",
                                                  name())};
  }
  if (kind() == InterfaceKind::kScheduledExecution) {
    if (options.scheduler == nullptr) {
      throw Error{ErrorCode::kBadUsage,
                  fmt::format("{}: Scheduled Execution needs InstanceOptions::scheduler", name())};
    }
    preemption_ = std::make_unique<PreemptionSlot>(*options.scheduler);
  }
  const std::string token{spec.token};
  // A native path with a separator at its end, or none: FMI 2 had an URI here.
  const std::string folder = (spec.root / "resources" / "").string();
  const char* resources = spec.has_resources ? folder.c_str() : nullptr;
  const std::lock_guard lock{library().lifecycle_mutex()};
  ProcessStateGuard guard;
  if (f.GetVersion != nullptr) {
    const char* version = f.GetVersion();
    const bool minor =
        version != nullptr && std::string_view{version}.substr(0, 4) == "3.0.";  // 3.0.1 and the like
    if (!minor) check_answer(static_cast<std::uint8_t>(Id::GetVersion), version, fmi3Version, false);
  }
  const Id id = kind() == InterfaceKind::kCoSimulation ? instantiate_co_simulation(spec, token, resources)
                : kind() == InterfaceKind::kModelExchange
                    ? instantiate_model_exchange(spec, token, resources)
                    : instantiate_scheduled_execution(spec, token, resources);
  finish_guard(static_cast<std::uint8_t>(id), guard);
  if (handle_ == nullptr) throw_not_instantiated(static_cast<std::uint8_t>(id));
  if (options.logging_on && !options.log_categories.empty() && f.SetDebugLogging != nullptr) {
    const std::vector<fmi3String> categories = callbacks::pointers(options.log_categories);
    if (f.SetDebugLogging(handle_, true, categories.size(), categories.data()) > fmi3Warning) {
      context().log.own(LogLevel::kWarning, "load",
                        "fmi3SetDebugLogging refused the log categories asked for");
    }
  }
}

// The trace shows every argument of the three functions below, in order; callbacks by what they are.
using call_trace::Word;

fmi3Status Fmi3Instance::made(fmi3Instance handle) noexcept {
  handle_ = handle;
  return handle != nullptr ? fmi3OK : fmi3Error;
}

Fmi3Function Fmi3Instance::instantiate_model_exchange(const InstanceSpec& spec, const std::string& token,
                                                      const char* resources) {
  auto* const function = functions_->InstantiateModelExchange;
  const InstanceOptions& options = spec.options;
  static_cast<void>(call(
      Call{Id::InstantiateModelExchange}, function,
      [&] {
        return made(function(name().c_str(), token.c_str(), resources, options.visible, options.logging_on,
                             &context(), fmi3_log_message));
      },
      name(), token, resources, options.visible, options.logging_on, Word{"environment"},
      Word{"logMessage"}));
  return Id::InstantiateModelExchange;
}

Fmi3Function Fmi3Instance::instantiate_scheduled_execution(const InstanceSpec& spec, const std::string& token,
                                                           const char* resources) {
  auto* const function = functions_->InstantiateScheduledExecution;
  const InstanceOptions& options = spec.options;
  static_cast<void>(call(
      Call{Id::InstantiateScheduledExecution}, function,
      [&] {
        return made(function(name().c_str(), token.c_str(), resources, options.visible, options.logging_on,
                             &context(), fmi3_log_message, fmi3_clock_update, preemption_->lock(),
                             preemption_->unlock()));
      },
      name(), token, resources, options.visible, options.logging_on, Word{"environment"}, Word{"logMessage"},
      Word{"clockUpdate"}, Word{"lockPreemption"}, Word{"unlockPreemption"}));
  return Id::InstantiateScheduledExecution;
}

Fmi3Function Fmi3Instance::instantiate_co_simulation(const InstanceSpec& spec, const std::string& token,
                                                     const char* resources) {
  auto* const function = functions_->InstantiateCoSimulation;
  const InstanceOptions& options = spec.options;
  const InterfaceCapabilities& can = capabilities();
  const bool events = options.event_mode_used && can.has_event_mode;
  if (!events && has_clocks(description())) {
    context().log.own(LogLevel::kWarning, "load",
                      "the FMU has clocks, but event mode is not used: they will not tick");
  }
  const bool early =
      options.early_return_allowed && (can.might_return_early || can.can_return_early_after_update);
  const bool updates = options.intermediate_update != nullptr && can.provides_intermediate_update;
  Span<const ValueReference> variables;
  if (updates && !options.intermediate_variables.empty()) variables = options.intermediate_variables;
  static_cast<void>(call(
      Call{Id::InstantiateCoSimulation}, function,
      [&] {
        return made(function(name().c_str(), token.c_str(), resources, options.visible, options.logging_on,
                             events, early, variables.data(), variables.size(), &context(), fmi3_log_message,
                             updates ? fmi3_intermediate_update : nullptr));
      },
      name(), token, resources, options.visible, options.logging_on, events, early, variables,
      variables.size(), Word{"environment"}, Word{"logMessage"},
      Word{updates ? "intermediateUpdate" : "NULL"}));
  return Id::InstantiateCoSimulation;
}

Status Fmi3Instance::enter_configuration_mode() noexcept {
  return call(Call{Id::EnterConfigurationMode}, functions_->EnterConfigurationMode,
              [&] { return functions_->EnterConfigurationMode(handle_); });
}

Status Fmi3Instance::exit_configuration_mode() noexcept {
  return call(Call{Id::ExitConfigurationMode}, functions_->ExitConfigurationMode,
              [&] { return functions_->ExitConfigurationMode(handle_); });
}

Status Fmi3Instance::enter_initialization_mode(const ExperimentSetup& setup) noexcept {
  const double tolerance = setup.tolerance.value_or(0.0);
  const double stop_s = setup.stop_time_s.value_or(0.0);
  return guarded_call(
      Call{Id::EnterInitializationMode, setup.start_time_s}, functions_->EnterInitializationMode,
      [&] {
        return functions_->EnterInitializationMode(handle_, setup.tolerance.has_value(), tolerance,
                                                   setup.start_time_s, setup.stop_time_s.has_value(), stop_s);
      },
      setup.tolerance.has_value(), tolerance, setup.start_time_s, setup.stop_time_s.has_value(), stop_s);
}

Status Fmi3Instance::exit_initialization_mode() noexcept {
  return guarded_call(Call{Id::ExitInitializationMode}, functions_->ExitInitializationMode,
                      [&] { return functions_->ExitInitializationMode(handle_); });
}

Status Fmi3Instance::terminate() noexcept {
  return guarded_call(Call{Id::Terminate}, functions_->Terminate,
                      [&] { return functions_->Terminate(handle_); });
}

Status Fmi3Instance::reset() noexcept {
  const Status status = guarded_call(Call{Id::Reset}.also_after_error(), functions_->Reset,
                                     [&] { return functions_->Reset(handle_); });
  if (succeeded(status)) recover();
  return status;
}

DoStepResult Fmi3Instance::watched_step(double from_s, double size_s, bool rollback_possible) noexcept {
  DoStepResult result{Status::kOk, false, false, false, from_s + size_s};
  if (do_step_ == nullptr) return {unsupported("doStep"), false, false, false, from_s};
  result.status = watched_call(
      Call{Id::DoStep, from_s}, do_step_,
      [&] {
        return do_step_(handle_, from_s, size_s, !rollback_possible, &result.event_handling_needed,
                        &result.terminate, &result.early_return, &result.reached_s);
      },
      from_s, size_s, !rollback_possible, result.event_handling_needed, result.terminate, result.early_return,
      result.reached_s);
  judge_step(result, from_s, size_s);
  return result;
}

void Fmi3Instance::judge_step(DoStepResult& result, double from_s, double size_s) noexcept {
  // After Discard the FMU is where it was; after an error nothing it said about the step counts.
  if (!succeeded(result.status)) {
    result = {result.status, false, false, false, from_s};
  } else if (!std::isfinite(result.reached_s)) {
    result.reached_s = from_s + size_s;
  }
}

Status Fmi3Instance::get_output_derivatives(References references, Span<const std::int32_t> orders,
                                            Span<double> values) noexcept {
  return call(
      Call{Id::GetOutputDerivatives, references}.if_declared(capabilities().max_output_derivative_order > 0),
      functions_->GetOutputDerivatives,
      [&] {
        return functions_->GetOutputDerivatives(handle_, references.data(), references.size(), orders.data(),
                                                values.data(), values.size());
      },
      references, orders, values);
}

}  // namespace lockstep::core
