// SPDX-License-Identifier: Apache-2.0
#include "stepper/fmu_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "description/value_reference.hpp"
#include "instance/instance_base.hpp"
#include "lockstep/core/error.hpp"
#include "stepper/element_types.hpp"
#include "stepper/typed_buffer.hpp"
#include "value_range.hpp"

namespace lockstep::core {
namespace {

/// For what happens between steps: only subclasses know where the last one ended, and so does the caller.
constexpr double kNow = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void refuse_set(const Variable& variable, const char* state, const char* expected) {
  throw Error{ErrorCode::kBadUsage,
              fmt::format("variable '{}' is a {} {} and cannot be set {}; {}", variable.name,
                          to_string(variable.variability), to_string(variable.causality), state, expected)};
}

void require_settable_before_start(const Variable& variable, bool also_calculated) {
  const bool fixed_by_model = variable.variability == Variability::kConstant ||
                              (variable.initial == Initial::kCalculated && !also_calculated) ||
                              variable.causality == Causality::kIndependent;
  if (fixed_by_model) {
    refuse_set(variable, "at the start",
               "expected an input, a parameter or a variable with initial exact or approx");
  }
}

void require_settable_while_running(const Variable& variable) {
  if (variable.causality == Causality::kInput) return;
  if (variable.causality == Causality::kParameter && variable.variability == Variability::kTunable) return;
  refuse_set(variable, "after initialisation",
             "expected an input or a tunable parameter; set it before the start");
}

}  // namespace

StepperCapabilities capabilities_of(const ModelDescription& description, InterfaceKind kind,
                                    const InstanceOptions& options) {
  const InterfaceCapabilities& interface = *description.interface(kind);
  const bool solver_inside = kind == InterfaceKind::kModelExchange;
  const bool event_mode = interface.has_event_mode && options.event_mode_used;
  StepperCapabilities can;
  can.kind = kind;
  can.variable_step_size = solver_inside || interface.variable_step_size;
  can.fixed_internal_step_s = interface.fixed_internal_step_s;
  can.save = interface.can_get_and_set_state;
  can.early_return =
      solver_inside || event_mode || (interface.might_return_early && options.early_return_allowed);
  can.next_event_time = solver_inside || event_mode;
  can.directional_derivatives = interface.provides_directional_derivatives;
  can.input_ramps =
      solver_inside || (description.fmi_version() == FmiVersion::k3 ? interface.provides_intermediate_update
                                                                    : interface.can_interpolate_inputs);
  can.initialization_mode = description.fmi_version() != FmiVersion::k1;
  return can;
}

namespace {

/// One limit for both: with isolation the host watches the worker, without it the instance is watched here.
std::unique_ptr<const StepperOptions> watched(StepperOptions options) {
  options.instance.call_limit_s = options.isolation.call_limit_s;
  return std::make_unique<const StepperOptions>(std::move(options));
}

}  // namespace

FmuStepper::FmuStepper(std::shared_ptr<const Fmu> fmu, InterfaceKind kind, StepperOptions options)
    : Stepper{options.instance.name.empty() ? std::string{fmu->description().model_name()}
                                            : options.instance.name,
              fmu->shared_description(), capabilities_of(fmu->description(), kind, options.instance)},
      fmu_{std::move(fmu)},
      options_{watched(std::move(options))},
      log_{options_->instance.log},
      instance_{Instance::create(fmu_, kind, options_->instance)},
      non_finite_{options_->non_finite},
      set_calculated_{options_->set_calculated} {}

FmuStepper::~FmuStepper() {
  if (succeeded(terminate()) || !log_) return;
  try {
    log_({LogLevel::kWarning, instance_->name(), "terminate", FmuStepper::fault()});
  } catch (...) {  // a destructor does not throw, and there is nobody else to tell
  }
}

const CallRing& FmuStepper::calls() const noexcept {
  return static_cast<const InstanceBase&>(*instance_).calls();
}

void FmuStepper::enter(Phase phase) noexcept {
  phase_ = phase;
  set_hurdle(1, phase != Phase::kRunning);
}

std::vector<std::uint64_t> FmuStepper::dimensions(const Variable& variable) const {
  std::vector<std::uint64_t> sizes;
  for (const Dimension& dimension : variable.dimensions) {
    sizes.push_back(dimension.size);
    for (const auto& [parameter, value] : set_values_) {
      if (is_structural(*parameter) && dimension.source == parameter->value_reference) {
        sizes.back() = std::get<std::vector<std::uint64_t>>(value).front();
      }
    }
  }
  return sizes;
}

void FmuStepper::on_bound(Group& group) {
  if (phase_ != Phase::kSetUp) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("a group of {} variables is bound after initialize(); bind before it",
                            group.variables.size())};
  }
  if (group.variables.empty()) return;
  const Span<const ValueReference> clocks = group.variables.front()->clocks;
  for (const Variable* variable : group.variables) {
    if (!std::equal(clocks.begin(), clocks.end(), variable->clocks.begin(), variable->clocks.end())) {
      throw Error{
          ErrorCode::kBadUsage,
          fmt::format("variables '{}' and '{}' belong to different clocks; bind one group for each clock",
                      group.variables.front()->name, variable->name)};
    }
  }
  const bool output = group.role == Group::Role::kOutput;
  if (group.role == Group::Role::kRamp) return ramp_groups_.push_back(&group);
  if (group.type == VariableType::kClock) return;
  if (!clocks.empty()) return clocked_groups_.push_back(&group);
  (output ? output_groups_ : input_groups_).push_back(&group);
}

void FmuStepper::set(const Variable& variable, const Value& value) {
  require_value_reference(variable);
  const std::size_t count = element_count(variable);
  const std::shared_ptr<void> buffer = make_typed_buffer(variable.type, count);
  store_value(variable, value, buffer.get(), count);
  warn_outside_range(variable, value);
  if (phase_ == Phase::kRunning) {
    require_settable_while_running(variable);
    require(set_while_running(variable, buffer.get(), count), "setting a variable", kNow);
    return;
  }
  require_settable_before_start(variable, set_calculated_);
  if (is_structural(variable) && !groups().empty()) {
    refuse_set(variable, "after a group was bound",
               "set structural parameters first: they change array sizes");
  }
  for (auto& [known, old_value] : set_values_) {
    if (known == &variable) {
      old_value = value;
      return;
    }
  }
  set_values_.emplace_back(&variable, value);
}

void FmuStepper::warn_outside_range(const Variable& variable, const Value& value) const {
  const std::string outside = log_ ? outside_range(variable, value) : std::string{};
  if (outside.empty()) return;
  log_({LogLevel::kWarning, instance_->name(), "out-of-range",
        fmt::format("variable '{}' is set to {}, which is outside its range, {}; the model may not be valid "
                    "there",
                    variable.name, outside, range_text(variable))});
}

Status FmuStepper::set_while_running(const Variable& variable, const void* data, std::size_t count) noexcept {
  return set_elements(*instance_, variable.type, {&variable.value_reference, 1}, data, count);
}

Value FmuStepper::get(const Variable& variable) {
  require_value_reference(variable);
  const std::size_t count = element_count(variable);
  const std::shared_ptr<void> buffer = make_typed_buffer(variable.type, count);
  require(get_elements(*instance_, variable.type, {&variable.value_reference, 1}, buffer.get(), count),
          "reading a variable", kNow);
  return load_value(variable.type, buffer.get(), count);
}

void FmuStepper::resume() noexcept {
  failed_call_ = nullptr;
  non_finite_group_ = nullptr;
  enter(Phase::kRunning);
}

void FmuStepper::reset() {
  failed_call_ = nullptr;
  non_finite_group_ = nullptr;
  if (phase_ == Phase::kSetUp) return;
  if (description().fmi_version() == FmiVersion::k1 && kind() == InterfaceKind::kModelExchange) {
    // FMI 1.0 Model Exchange has no reset: a fresh instance is the only way back.
    static_cast<void>(terminate());
    instance_ = Instance::create(fmu_, kind(), options_->instance);
  } else if (!succeeded(instance_->reset())) {
    throw Error{ErrorCode::kFmuFailed,
                fmt::format("{}: reset failed\n{}", instance_->name(), instance_->failure())};
  }
  enter(Phase::kSetUp);
}

BinaryValue FmuStepper::pack_state() {
  return {};
}

void FmuStepper::unpack_state(Span<const std::uint8_t> /*bytes*/, double /*time_s*/) {
  throw Error{ErrorCode::kUnsupported, instance_->name() + ": the state cannot be restored from bytes"};
}

Status FmuStepper::terminate() noexcept {
  if (phase_ != Phase::kRunning) return Status::kOk;
  enter(Phase::kEnded);
  return failed(instance_->terminate(), "ending the simulation", kNow);
}

Status FmuStepper::directional_derivative(Span<const ValueReference> unknowns,
                                          Span<const ValueReference> knowns, Span<const double> seed,
                                          Span<double> sensitivity) noexcept {
  if (phase_ != Phase::kRunning || !capabilities().directional_derivatives) return Status::kError;
  return failed(instance_->directional_derivative(unknowns, knowns, seed, sensitivity),
                "reading a directional derivative", kNow);
}

Status FmuStepper::set_group(const Group& group) noexcept {
  return set_elements(*instance_, group.type, group.references, group.data, group.element_count);
}

Status FmuStepper::get_group(const Group& group, double time_s) noexcept {
  const Status status =
      get_elements(*instance_, group.type, group.references, group.data, group.element_count);
  if (!succeeded(status) || non_finite_ == NonFinitePolicy::kAllow) return status;
  return std::max(status, check_finite(group, time_s));
}

Status FmuStepper::set_inputs() noexcept {
  Status worst = Status::kOk;
  for (const Group* group : input_groups_) {
    worst = std::max(worst, set_group(*group));
    if (!succeeded(worst)) break;
  }
  return worst;
}

Status FmuStepper::get_outputs(double time_s) noexcept {
  Status worst = Status::kOk;
  for (const Group* group : output_groups_) {
    worst = std::max(worst, get_group(*group, time_s));
    if (!succeeded(worst)) break;
  }
  return worst;
}

Status FmuStepper::check_finite(const Group& group, double time_s) noexcept {
  if (group.type == VariableType::kFloat64) return check_elements<double>(group, time_s);
  if (group.type == VariableType::kFloat32) return check_elements<float>(group, time_s);
  return Status::kOk;
}

template <class T>
Status FmuStepper::check_elements(const Group& group, double time_s) noexcept {
  const T* values = static_cast<const T*>(group.data);
  for (std::size_t i = 0; i < group.element_count; ++i) {
    if (!std::isfinite(values[i])) return report_non_finite(group, i, static_cast<double>(values[i]), time_s);
  }
  return Status::kOk;
}

Status FmuStepper::report_non_finite(const Group& group, std::size_t element, double value,
                                     double time_s) noexcept {
  if (non_finite_group_ == nullptr) {
    non_finite_group_ = &group;
    non_finite_element_ = element;
    non_finite_value_ = value;
    failed_time_s_ = time_s;
    if (non_finite_ == NonFinitePolicy::kWarn) warn_non_finite();
  }
  return non_finite_ == NonFinitePolicy::kError ? failed(Status::kError, "reading the outputs", time_s)
                                                : Status::kWarning;
}

void FmuStepper::warn_non_finite() noexcept {
  if (!log_) return;
  try {
    log_({LogLevel::kWarning, instance_->name(), "non-finite", non_finite_text()});
  } catch (...) {  // a sink that fails must not end the step; the outcome carries the warning too
  }
}

Status FmuStepper::failed(Status status, const char* what, double time_s) noexcept {
  if (succeeded(status)) return status;
  enter(Phase::kFailed);
  if (failed_call_ == nullptr) {
    failed_call_ = what;
    failed_status_ = status;
    failed_time_s_ = time_s;
  }
  return status;
}

void FmuStepper::require(Status status, const char* what, double time_s) {
  if (succeeded(failed(status, what, time_s))) return;
  throw Error{ErrorCode::kFmuFailed, fault()};
}

std::string FmuStepper::non_finite_text() const {
  std::uint64_t element = non_finite_element_;
  const Variable* variable = nullptr;
  for (const Variable* candidate : non_finite_group_->variables) {
    variable = candidate;
    const std::uint64_t count = element_count(*candidate);
    if (element < count) break;
    element -= count;
  }
  const std::string place = variable->is_array() ? fmt::format(" element {}", element + 1) : std::string{};
  return fmt::format(
      "{}: output '{}'{} is {} at t = {} s; expected a finite number. Check the inputs and parameters at "
      "that time",
      instance_->name(), variable->name, place, non_finite_value_, failed_time_s_);
}

std::string FmuStepper::fault() const {
  if (non_finite_group_ != nullptr && non_finite_ == NonFinitePolicy::kError) return non_finite_text();
  if (failed_call_ == nullptr) return {};
  const std::string when =
      std::isnan(failed_time_s_) ? std::string{} : fmt::format(" at t = {} s", failed_time_s_);
  return fmt::format("{}: {} failed with status {}{}\n{}", instance_->name(), failed_call_,
                     to_string(failed_status_), when, instance_->failure());
}

}  // namespace lockstep::core
