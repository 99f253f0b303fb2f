// SPDX-License-Identifier: Apache-2.0
#include "instance/fmi1_instance.hpp"

#include "instance/callbacks.hpp"
#include "instance/resource_uri.hpp"

namespace lockstep::core {

namespace {

constexpr const char* kMimeType = "application/x-fmu-sharedlibrary";
constexpr double kDefaultTolerance = 1e-4;

extern "C" void fmi1_log_message(fmi1Component component, fmi1String instance_name, fmi1Status status,
                                 fmi1String category, fmi1String message, ...) {
  auto* context =
      static_cast<InstanceContext*>(LibraryTable::of_process().environment_of(component, instance_name));
  if (context == nullptr) return;
  std::va_list arguments;
  va_start(arguments, message);
  context->log.foreign(callbacks::status_of(status), category, message, arguments);
  va_end(arguments);
}

extern "C" void fmi1_step_finished(fmi1Component component, fmi1Status status) {
  auto* context =
      static_cast<InstanceContext*>(LibraryTable::of_process().environment_of(component, nullptr));
  if (context != nullptr) context->step_finished.store(status);
}

}  // namespace

const InstanceBase::Dialect Fmi1Instance::kDialect{"FMI 1.0", fmi1_name, fmi1_capability, fmi1Pending};

Fmi1Instance::Fmi1Instance(InstanceSpec spec)
    : ScalarInstance{spec, kDialect},
      token_{spec.token},
      location_{file_uri(spec.root)},
      // Only a tool can keep an FMU waiting; 0 would be for ever.
      timeout_ms_{capabilities().tool_coupling ? 1000.0 * spec.options.tool_timeout_s : 0.0},
      visible_{spec.options.visible},
      logging_on_{spec.options.logging_on} {
  const Fmi1Functions& functions = library().fmi1(std::string{capabilities().model_identifier});
  check(functions);
  bind(functions);
  instantiate();
  if (component_ == nullptr) {
    LibraryTable::of_process().unregister_environment(&context());
    throw_not_instantiated(static_cast<std::uint8_t>(steps() ? Id::InstantiateSlave : Id::InstantiateModel));
  }
}

Fmi1Instance::~Fmi1Instance() {
  if (fatal()) {
    leave_to_fatal_library();
    return;
  }
  free();
  LibraryTable::of_process().unregister_environment(&context());
}

void Fmi1Instance::check(const Fmi1Functions& f) {
  const auto need = [](Id id, auto* function) {
    return std::pair{static_cast<std::uint8_t>(id), function != nullptr};
  };
  if (steps()) {
    require_functions({need(Id::InstantiateSlave, f.InstantiateSlave),
                       need(Id::InitializeSlave, f.InitializeSlave),
                       need(Id::FreeSlaveInstance, f.FreeSlaveInstance), need(Id::DoStep, f.DoStep)});
  } else {
    require_functions({need(Id::InstantiateModel, f.InstantiateModel), need(Id::Initialize, f.Initialize),
                       need(Id::FreeModelInstance, f.FreeModelInstance),
                       need(Id::EventUpdate, f.EventUpdate)});
  }
  if (f.GetVersion != nullptr)
    check_answer(static_cast<std::uint8_t>(Id::GetVersion), f.GetVersion(), fmi1Version, false);
  // Another platform has other types: every call would go wrong.
  const Id id = steps() ? Id::GetTypesPlatform : Id::GetModelTypesPlatform;
  const auto platform = steps() ? f.GetTypesPlatform : f.GetModelTypesPlatform;
  if (platform != nullptr) check_answer(static_cast<std::uint8_t>(id), platform(), fmi1TypesPlatform, true);
}

void Fmi1Instance::instantiate() noexcept {
  const Fmi1Functions& f = *functions_;
  const std::lock_guard lock{library().lifecycle_mutex()};
  LibraryTable::of_process().register_component(nullptr, name(), &context());
  const auto made = [this](void* component) {
    component_ = component;
    return component != nullptr ? fmi1OK : fmi1Error;
  };
  if (steps()) {
    const fmi1CsCallbackFunctions functions{fmi1_log_message, callbacks::allocate, callbacks::release,
                                            fmi1_step_finished};
    static_cast<void>(guarded_call(
        Call{Id::InstantiateSlave}.also_after_error(), f.InstantiateSlave,
        [&] {
          return made(f.InstantiateSlave(name().c_str(), token_.c_str(), location_.c_str(), kMimeType,
                                         timeout_ms_, to_fmi(visible_), to_fmi(false), functions,
                                         to_fmi(logging_on_)));
        },
        name(), token_, location_, kMimeType, timeout_ms_, visible_, false, call_trace::Word{"functions"},
        logging_on_));
  } else {
    const fmi1MeCallbackFunctions functions{fmi1_log_message, callbacks::allocate, callbacks::release};
    static_cast<void>(guarded_call(
        Call{Id::InstantiateModel}.also_after_error(), f.InstantiateModel,
        [&] {
          return made(f.InstantiateModel(name().c_str(), token_.c_str(), functions, to_fmi(logging_on_)));
        },
        name(), token_, call_trace::Word{"functions"}, logging_on_));
  }
  LibraryTable::of_process().register_component(component_, name(), &context());
}

void Fmi1Instance::free() noexcept {
  if (component_ == nullptr) return;
  const std::lock_guard lock{library().lifecycle_mutex()};
  const Id id = steps() ? Id::FreeSlaveInstance : Id::FreeModelInstance;
  const auto function = steps() ? functions_->FreeSlaveInstance : functions_->FreeModelInstance;
  static_cast<void>(guarded_call(Call{id}.also_after_error(), function, [&] {
    function(component_);
    return fmi1OK;
  }));
  component_ = nullptr;
}

Status Fmi1Instance::enter_initialization_mode(const ExperimentSetup& setup) noexcept {
  setup_ = setup;
  initial_events_.reset();
  return steps() ? Status::kOk : set_time(setup.start_time_s);
}

Status Fmi1Instance::exit_initialization_mode() noexcept {
  return steps() ? initialize_slave() : initialize_model();
}

Status Fmi1Instance::initialize_slave() noexcept {
  const double stop_s = setup_.stop_time_s.value_or(0.0);
  const bool has_stop = setup_.stop_time_s.has_value();
  return guarded_call(
      Call{Id::InitializeSlave, setup_.start_time_s}, functions_->InitializeSlave,
      [&] { return functions_->InitializeSlave(component_, setup_.start_time_s, to_fmi(has_stop), stop_s); },
      setup_.start_time_s, has_stop, stop_s);
}

int Fmi1Instance::try_initialize(bool tolerance_controlled, double tolerance,
                                 fmi1EventInfo& answer) noexcept {
  const Call what{Id::Initialize};
  const CallRing::Ticket ticket = record(what);
  const int raw = shielded(
      [&] { return functions_->Initialize(component_, to_fmi(tolerance_controlled), tolerance, &answer); });
  if ((mode() & kRecord) != 0) ring_.end(ticket, static_cast<std::uint8_t>(raw));
  if ((mode() & kTrace) != 0)
    trace(what.function, raw, tolerance_controlled, tolerance, answer.iterationConverged != 0);
  return raw;
}

Status Fmi1Instance::initialize_model() noexcept {
  const Call what{Id::Initialize};
  if (const Status admitted = admit(what, true); admitted != Status::kOk) return admitted;
  ProcessStateGuard guard;
  fmi1EventInfo answer{};
  int raw =
      try_initialize(setup_.tolerance.has_value(), setup_.tolerance.value_or(kDefaultTolerance), answer);
  if ((raw == fmi1Discard || raw == fmi1Error) && !setup_.tolerance) {
    answer = {};
    raw = try_initialize(true, kDefaultTolerance, answer);
    if (raw <= fmi1Warning) {
      context().log.own(LogLevel::kWarning, "fmi1-tolerance",
                        "fmiInitialize refused toleranceControlled = false and was repeated with true");
    }
  }
  finish_guard(what.function, guard);
  const Status status = raw != fmi1OK ? note(what.function, raw) : Status::kOk;
  if (succeeded(status)) initial_events_ = event_info(answer);
  return status;
}

EventInfo Fmi1Instance::event_info(const fmi1EventInfo& answer) const noexcept {
  EventInfo info;
  info.discrete_states_need_update = answer.iterationConverged == fmi1False;
  info.terminate = answer.terminateSimulation != fmi1False;
  // Other variables may have become the states: their values and their scales are new.
  info.nominals_changed = answer.stateValueReferencesChanged != fmi1False;
  info.states_changed = answer.stateValuesChanged != fmi1False || info.nominals_changed;
  if (answer.upcomingTimeEvent != fmi1False) info.next_event_time_s = answer.nextEventTime;
  return info;
}

Status Fmi1Instance::enter_event_mode() noexcept {
  return steps() ? unsupported("event mode") : Status::kOk;
}

Status Fmi1Instance::enter_continuous_time_mode() noexcept {
  return steps() ? unsupported("continuous-time mode") : Status::kOk;
}

Status Fmi1Instance::update_discrete_states(EventInfo& info) noexcept {
  if (steps()) return unsupported("updating discrete states");
  if (initial_events_) {
    info = *initial_events_;
    initial_events_.reset();
    return Status::kOk;
  }
  fmi1EventInfo answer{};
  const Status status = call(
      Call{Id::EventUpdate}, functions_->EventUpdate,
      [&] { return functions_->EventUpdate(component_, fmi1False, &answer); }, answer.iterationConverged,
      answer.stateValuesChanged, answer.upcomingTimeEvent, answer.nextEventTime);
  info = succeeded(status) ? event_info(answer) : EventInfo{};
  return status;
}

Status Fmi1Instance::terminate() noexcept {
  const Id id = steps() ? Id::TerminateSlave : Id::Terminate;
  const auto function = steps() ? functions_->TerminateSlave : functions_->Terminate;
  return guarded_call(Call{id}, function, [&] { return function(component_); });
}

Status Fmi1Instance::reset() noexcept {
  Status status = Status::kOk;
  if (steps()) {
    status = guarded_call(Call{Id::ResetSlave}.also_after_error(), functions_->ResetSlave,
                          [&] { return functions_->ResetSlave(component_); });
  } else {
    if (fatal()) return Status::kFatal;
    free();
    instantiate();
    if (component_ == nullptr) status = note(static_cast<std::uint8_t>(Id::InstantiateModel), fmi1Error);
  }
  if (succeeded(status)) recover();
  initial_events_.reset();
  return status;
}

Status Fmi1Instance::get_nominals(Span<double> nominals) noexcept {
  return call(
      Call{Id::GetNominalContinuousStates}, functions_->GetNominalContinuousStates,
      [&] { return functions_->GetNominalContinuousStates(component_, nominals.data(), nominals.size()); },
      nominals);
}

Status Fmi1Instance::completed_integrator_step(bool, bool& enter_event_mode, bool& terminate) noexcept {
  fmi1Boolean enter = fmi1False;
  const Status status = call(
      Call{Id::CompletedIntegratorStep}, functions_->CompletedIntegratorStep,
      [&] { return functions_->CompletedIntegratorStep(component_, &enter); }, enter);
  enter_event_mode = enter != fmi1False;
  terminate = false;
  return status;
}

}  // namespace lockstep::core
