// SPDX-License-Identifier: Apache-2.0
#include "stepper/co_simulation_stepper.hpp"

#include <algorithm>
#include <atomic>

#include "instance/fmi1_instance.hpp"
#include "instance/fmi2_instance.hpp"
#include "instance/fmi3_instance.hpp"
#include "lockstep/core/error.hpp"
#include "stepper/co_simulation_base.hpp"
#include "stepper/finite.hpp"

/// Keeps what is rare out of the body of step(): fewer registers to save on every call.
#define LOCKSTEP_OUT_OF_LINE __attribute__((noinline, cold))

namespace lockstep::core {
namespace {

/// `ConcreteInstance` is the final class behind instance(): its doStep and get are inlined into the step.
/// kAll and kNothing fit options with all checks or without any.
template <class ConcreteInstance, Watch kWatch>
class CoSimulationStepper final : public CoSimulationBase {
 public:
  using CoSimulationBase::CoSimulationBase;

  // The usual case is one straight line: whatever is rare jumps away from it and does not come back.
  StepOutcome step(const StepInterval& interval) noexcept override {
    if (LOCKSTEP_UNLIKELY(hurdles() != 0)) {
      if (phase() != Phase::kRunning) return {interval.from_s, Status::kError, false};
      if ((hurdles() & kDetour) != 0) return step_in_full(interval);
      const Status status = only_inputs_.values.empty()
                                ? set_all_inputs(interval)
                                : concrete().set(only_inputs_.references, only_inputs_.values);
      if (status != Status::kOk) return step_after_inputs(interval, status);
    }
    ++plain_steps_;
    DoStepResult result;
    const int stepped =
        concrete().template try_step<kWatch>(interval.from_s, interval.size_s, !point_is_final_, result);
    if (LOCKSTEP_UNLIKELY(stepped != 0 || result.terminate || result.early_return))
      return go_on(interval, stepped, result);
    time_s_ = interval.to_s;
    const Float64Outputs& outputs = first_outputs_;
    const int got = concrete().template short_get<kWatch>(outputs.references, outputs.values, outputs.stamp);
    if (LOCKSTEP_UNLIKELY(got != 0)) return judge(got);
    if (checks_outputs() && LOCKSTEP_UNLIKELY(!all_finite(outputs.values))) return judge(got);
    if (LOCKSTEP_UNLIKELY(more_outputs_)) return finish(Status::kOk);
    return {interval.to_s, Status::kOk, false};
  }

 protected:
  void on_bound(Group& group) override {
    CoSimulationBase::on_bound(group);
    if (first_outputs_.group == &group)
      first_outputs_.stamp = ConcreteInstance::stamp_of_get(first_outputs_.references);
  }

 private:
  ConcreteInstance& concrete() noexcept { return static_cast<ConcreteInstance&>(instance()); }
  bool checks_outputs() const noexcept {
    return kWatch == Watch::kAll || (kWatch == Watch::kSome && check_outputs_);
  }

  LOCKSTEP_OUT_OF_LINE StepOutcome go_on(const StepInterval& interval, int stepped,
                                         DoStepResult result) noexcept {
    if (stepped != 0) {
      result = concrete().after_step(stepped, interval.from_s, interval.size_s, !point_is_final_, result);
    }
    return step_from(interval, Status::kOk, result);
  }

  // After a get of the first outputs that was not OK or brought a number that is none.
  LOCKSTEP_OUT_OF_LINE StepOutcome judge(int got) noexcept {
    const Float64Outputs& outputs = first_outputs_;
    Status status = got == 0 ? Status::kOk : concrete().after_get(got);
    if (succeeded(status) && check_outputs_) status = std::max(status, check_finite(*outputs.group, time_s_));
    return finish(status);
  }
};

template <class ConcreteInstance>
std::unique_ptr<Stepper> make_for(std::shared_ptr<const Fmu> fmu, StepperOptions options,
                                  std::unique_ptr<InputRamps> ramps) {
  const int watched = static_cast<int>(options.instance.record_calls) +
                      static_cast<int>(options.instance.check_floating_point_mode) +
                      static_cast<int>(options.non_finite != NonFinitePolicy::kAllow);
  if (watched == 3) {
    return std::make_unique<CoSimulationStepper<ConcreteInstance, Watch::kAll>>(
        std::move(fmu), std::move(options), std::move(ramps));
  }
  if (watched == 0) {
    return std::make_unique<CoSimulationStepper<ConcreteInstance, Watch::kNothing>>(
        std::move(fmu), std::move(options), std::move(ramps));
  }
  return std::make_unique<CoSimulationStepper<ConcreteInstance, Watch::kSome>>(
      std::move(fmu), std::move(options), std::move(ramps));
}

std::unique_ptr<Stepper> make(std::shared_ptr<const Fmu> fmu, StepperOptions options) {
  const ModelDescription& description = fmu->description();
  const InterfaceCapabilities& capabilities = *description.interface(InterfaceKind::kCoSimulation);
  auto ramps = std::make_unique<InputRamps>(capabilities, description.fmi_version());
  if (ramps->means() == InputRamps::Means::kIntermediateUpdate) {
    for (const Variable& variable : description.variables()) {
      if (variable.causality == Causality::kInput && variable.intermediate_update) {
        options.instance.intermediate_variables.push_back(variable.value_reference);
      }
    }
    options.instance.intermediate_update = ramps.get();
  }
  switch (description.fmi_version()) {
    case FmiVersion::k1:
      return make_for<Fmi1Instance>(std::move(fmu), std::move(options), std::move(ramps));
    case FmiVersion::k2:
      return make_for<Fmi2Instance>(std::move(fmu), std::move(options), std::move(ramps));
    case FmiVersion::k3:
      break;
  }
  return make_for<Fmi3Instance>(std::move(fmu), std::move(options), std::move(ramps));
}

bool can_do_without_event_mode(const ModelDescription& description) noexcept {
  const Span<const Variable> variables = description.variables();
  return std::none_of(variables.begin(), variables.end(),
                      [](const Variable& variable) { return variable.type == VariableType::kClock; });
}

/// Null when this fails as well. What the FMU says while it is made was said at the first attempt already.
std::unique_ptr<Stepper> make_without_event_mode(std::shared_ptr<const Fmu> fmu, StepperOptions options) {
  const LogSink log = options.instance.log;
  const auto made = std::make_shared<std::atomic<bool>>(false);
  options.instance.event_mode_used = false;
  if (log) {
    options.instance.log = [log, made](const LogMessage& message) {
      if (*made) log(message);
    };
  }
  std::unique_ptr<Stepper> stepper;
  try {
    stepper = make(std::move(fmu), std::move(options));
  } catch (const Error&) {
    return nullptr;
  }
  *made = true;
  if (log) {
    log({LogLevel::kWarning, "lockstep", "event-mode-refused",
         "the FMU declares hasEventMode=\"true\" but cannot be instantiated with it; it runs without event "
         "mode"});
  }
  return stepper;
}

}  // namespace

std::unique_ptr<Stepper> make_co_simulation_stepper(std::shared_ptr<const Fmu> fmu, StepperOptions options) {
  const bool event_mode = options.instance.event_mode_used &&
                          fmu->description().interface(InterfaceKind::kCoSimulation)->has_event_mode;
  if (!event_mode || !can_do_without_event_mode(fmu->description()))
    return make(std::move(fmu), std::move(options));
  try {
    return make(fmu, options);
  } catch (const Error& error) {
    // FMUs exist that declare hasEventMode and refuse it when they are instantiated.
    if (error.code() != ErrorCode::kFmuFailed) throw;
    std::unique_ptr<Stepper> stepper = make_without_event_mode(std::move(fmu), std::move(options));
    if (stepper == nullptr) throw;
    return stepper;
  }
}

}  // namespace lockstep::core
