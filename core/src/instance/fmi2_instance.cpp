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

}  // namespace

const InstanceBase::Dialect Fmi2Instance::kDialect{"FMI 2.0", fmi2_name, fmi2_capability, fmi2Pending};

Fmi2Instance::Fmi2Instance(InstanceSpec spec) : ScalarInstance{spec, kDialect} {
  const Fmi2Functions& f = library().fmi2();
  const auto need = [](Id id, auto* function) {
    return std::pair{static_cast<std::uint8_t>(id), function != nullptr};
  };
  require_functions({need(Id::Instantiate, f.Instantiate), need(Id::FreeInstance, f.FreeInstance),
                     need(Id::EnterInitializationMode, f.EnterInitializationMode),
                     need(Id::ExitInitializationMode, f.ExitInitializationMode),
                     kind() == InterfaceKind::kCoSimulation
                         ? need(Id::DoStep, f.DoStep)
                         : need(Id::NewDiscreteStates, f.NewDiscreteStates)});
  bind(f);
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
      name(), static_cast<int>(type), token, resources, call_trace::Word{"functions"}, options.visible,
      options.logging_on);
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

}  // namespace lockstep::core
