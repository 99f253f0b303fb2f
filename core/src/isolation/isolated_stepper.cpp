// SPDX-License-Identifier: Apache-2.0
#include "isolation/isolated_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fmu_impl.hpp"
#include "instance/fp_control.hpp"
#include "isolation/inputs_text.hpp"
#include "isolation/isolated_stepper_impl.hpp"
#include "lockstep/core/error.hpp"
#include "stepper/fmu_stepper.hpp"

namespace lockstep::core {
namespace isolation {
namespace {

/// A worker that shows more of them in one step is out of its mind: in this process such a step ends by
/// StepperOptions::max_event_iterations or max_solver_steps.
constexpr std::uint64_t kMostEventsOfAStep = 10'000'000;

}  // namespace

IsolatedStepper::IsolatedStepper(std::shared_ptr<const Fmu> fmu, InterfaceKind kind, StepperOptions options)
    : Stepper{options.instance.name.empty() ? std::string{fmu->description().model_name()}
                                            : options.instance.name,
              fmu->shared_description(), capabilities_of(fmu->description(), kind, options.instance)},
      fmu_{std::move(fmu)},
      options_{std::move(options)} {
  options_.kind = kind;
  // Here, where the files stay locked in the cache as long as fmu_ lives, and sources may be compiled.
  static_cast<void>(fmu_->impl().files(kind));
  start_worker();
}

IsolatedStepper::~IsolatedStepper() {
  if (worker_ != nullptr) worker_->end();
}

void IsolatedStepper::start_worker() {
  worker_.reset();  // the old one is gone before the new one comes
  ++worker_number_;
  running_ = fatal_ = false;
  worker_ = std::make_unique<WorkerLink>(name(), description().fmi_version(), options_.isolation,
                                         options_.instance.log);
  WorkerSetup setup{std::filesystem::absolute(fmu_->path()), fmu_->impl().archive.identity(),
                    fmu_->impl().options, options_};
  if (!setup.open.cache.directory.empty())
    setup.open.cache.directory = std::filesystem::absolute(setup.open.cache.directory);
  // In the worker there is always a sink; messages the host drops must still be in failure().
  setup.options.instance.repeat_log = setup.options.instance.repeat_log || !options_.instance.log;
  FrameWriter request = worker_->begin(Request::kCreate, "loading the FMU", kNoTime);
  write(request, setup);
  static_cast<void>(worker_->finish_or_throw(request));
}

const Variable& IsolatedStepper::own(const Variable& variable) const {
  const Span<const Variable> all = description().variables();
  if (&variable >= all.begin() && &variable < all.end()) return variable;
  // The same file may have been opened twice.
  const Variable* const same = description().find(variable.name);
  if (same != nullptr && same->value_reference == variable.value_reference && same->type == variable.type)
    return *same;
  throw Error{ErrorCode::kBadUsage,
              fmt::format("variable '{}' belongs to another model than '{}'", variable.name, name())};
}

std::uint32_t IsolatedStepper::index_of(const Variable& variable) const {
  return static_cast<std::uint32_t>(&own(variable) - description().variables().begin());
}

std::vector<std::uint64_t> IsolatedStepper::dimensions(const Variable& variable) const {
  std::vector<std::uint64_t> sizes;
  for (const Dimension& dimension : variable.dimensions) {
    sizes.push_back(dimension.size);
    for (const auto& [parameter, value] : set_values_) {
      const bool structural = parameter->causality == Causality::kStructuralParameter;
      if (structural && dimension.source == parameter->value_reference)
        sizes.back() = std::get<std::vector<std::uint64_t>>(value).front();
    }
  }
  return sizes;
}

void IsolatedStepper::send_set(const Variable& variable, const Value& value) {
  FrameWriter request = worker_->begin(Request::kSet, "setting a variable", kNoTime);
  request.value(index_of(variable));
  write(request, value);
  static_cast<void>(worker_->finish_or_throw(request));
}

void IsolatedStepper::set(const Variable& variable, const Value& value) {
  send_set(variable, value);
  if (running_) return;
  for (auto& [known, old_value] : set_values_) {
    if (known == &own(variable)) {
      old_value = value;
      return;
    }
  }
  set_values_.emplace_back(&own(variable), value);
}

Value IsolatedStepper::get(const Variable& variable) {
  FrameWriter request = worker_->begin(Request::kGet, "reading a variable", kNoTime);
  request.value(index_of(variable));
  FrameReader reply = worker_->finish_or_throw(request);
  Value value = read_value(reply);
  const std::uint64_t count = element_count(variable);
  const bool fits = value.index() == start_value(variable).index() &&
                    std::visit([&](const auto& values) { return values.size() == count; }, value);
  if (!reply.ok() || !fits) {
    worker_->garbled();
    worker_->throw_report();
  }
  return value;
}

void IsolatedStepper::send_bind(const Group& group) {
  FrameWriter request = worker_->begin(Request::kBind, "binding variables", kNoTime);
  request.value(group.role);
  request.value(group.type);
  request.value<std::uint64_t>(group.variables.size());
  for (const Variable* variable : group.variables)
    request.value(index_of(*variable));
  FrameReader reply = worker_->finish_or_throw(request);
  if (reply.value<std::uint64_t>() == group.element_count && reply.ok()) return;
  worker_->garbled();
  worker_->throw_report();
}

void IsolatedStepper::on_bound(Group& group) {
  send_bind(group);
  (group.role == Group::Role::kOutput ? outputs_ : inputs_).push_back(&group);
}

void IsolatedStepper::write_inputs(FrameWriter& frame) const noexcept {
  for (const Group* group : inputs_)
    write_elements(frame, *group);
}

bool IsolatedStepper::outputs_finite() const noexcept {
  return options_.non_finite != NonFinitePolicy::kError || elements_finite(outputs_);
}

void IsolatedStepper::take_ticks() noexcept {
  for (const Group* group : inputs_)
    if (group->type == VariableType::kClock)
      std::fill_n(static_cast<bool*>(group->data), group->element_count, false);
}

bool IsolatedStepper::read_state(FrameReader& reply) noexcept {
  try {
    statistics_ = reply.value<StepperStatistics>();
    next_event_time_s_ = read_optional(reply);
    for (const Group* group : outputs_)
      read_elements(reply, *group);
  } catch (...) {  // no memory for texts
    reply.fail();
  }
  return reply.ok();
}

void IsolatedStepper::initialize(const ExperimentSetup& setup) {
  enter_initialization(setup);
  exit_initialization();
}

void IsolatedStepper::enter_initialization(const ExperimentSetup& setup) {
  start_time_s_ = setup.start_time_s;
  FrameWriter request =
      worker_->begin(Request::kEnterInitialization, "entering initialisation mode", setup.start_time_s);
  request.value(FpControl::current());
  request.value(setup.start_time_s);
  write(request, setup.stop_time_s);
  write(request, setup.tolerance);
  static_cast<void>(worker_->finish_or_throw(request));
}

void IsolatedStepper::exchange_initial(Request kind, bool finite) {
  FrameWriter request = worker_->begin(kind, "initialising", start_time_s_);
  write_inputs(request);
  FrameReader reply = worker_->finish_or_throw(request);
  if (read_state(reply) && (!finite || outputs_finite())) return;
  worker_->garbled();
  worker_->throw_report();
}

void IsolatedStepper::evaluate_initial() {
  exchange_initial(Request::kEvaluateInitial, false);
}

void IsolatedStepper::exit_initialization() {
  exchange_initial(Request::kExitInitialization, true);
  time_s_ = start_time_s_;
  running_ = true;
}

StepOutcome IsolatedStepper::step(const StepInterval& interval) noexcept {
  if (!worker_->alive()) return {interval.from_s, Status::kError, false};
  FrameWriter request = worker_->begin(Request::kStep, "a step", interval.from_s);
  request.value(interval);
  request.value(early_return_allowed());
  request.value(event_observer() != nullptr);
  write_inputs(request);
  take_ticks();
  FrameReader reply = worker_->finish(request);
  const bool whole = show_events(reply, interval);
  if (!worker_->alive()) return {interval.from_s, Status::kError, false};
  if (!whole) {
    worker_->garbled();
    return {interval.from_s, Status::kError, false};
  }
  const StepOutcome outcome = read_outcome(reply, interval);
  if (!read_state(reply) || (succeeded(outcome.status) && !outputs_finite())) {
    worker_->garbled();
    return {interval.from_s, Status::kError, false};
  }
  fatal_ = outcome.status == Status::kFatal;
  time_s_ = outcome.reached_s;
  return outcome;
}

bool IsolatedStepper::show_events(FrameReader& reply, const StepInterval& interval) noexcept {
  for (std::uint64_t shown = 0; shown < kMostEventsOfAStep && worker_->alive(); ++shown) {
    const auto part = reply.value<StepPart>();
    if (part == StepPart::kEnd) return true;
    const auto time_s = reply.value<double>();
    const auto side = reply.value<EventSide>();
    const bool sound = part == StepPart::kEvent && event_observer() != nullptr && time_s >= interval.from_s &&
                       time_s <= interval.to_s && side <= EventSide::kAfter;
    if (!sound || !read_state(reply) || !outputs_finite()) return false;
    event_observer()->event(time_s, side);
    reply = worker_->finish(worker_->begin(Request::kContinue, "a step", time_s));
  }
  return false;
}

void IsolatedStepper::reset() {
  next_event_time_s_.reset();
  if (worker_->alive() && !fatal_) {
    static_cast<void>(worker_->finish_or_throw(worker_->begin(Request::kReset, "a reset", kNoTime)));
    running_ = false;
    return;
  }
  start_worker();
  for (const auto& [variable, value] : set_values_)
    send_set(*variable, value);
  for (const std::unique_ptr<Group>& group : groups())
    send_bind(*group);
}

Status IsolatedStepper::terminate() noexcept {
  if (!running_ || !worker_->alive()) return Status::kOk;
  running_ = false;
  FrameReader reply = worker_->finish(worker_->begin(Request::kTerminate, "ending the simulation", kNoTime));
  if (!worker_->alive()) return Status::kError;
  const bool done = reply.flag();
  const auto status = reply.value<std::uint8_t>();
  return done && status <= static_cast<std::uint8_t>(Status::kFatal) ? static_cast<Status>(status)
                                                                     : Status::kError;
}

Status IsolatedStepper::directional_derivative(Span<const ValueReference> unknowns,
                                               Span<const ValueReference> knowns, Span<const double> seed,
                                               Span<double> sensitivity) noexcept {
  if (!running_ || !worker_->alive() || !capabilities().directional_derivatives) return Status::kError;
  FrameWriter request =
      worker_->begin(Request::kDirectionalDerivative, "reading a directional derivative", kNoTime);
  request.value<std::uint64_t>(unknowns.size());
  request.value<std::uint64_t>(knowns.size());
  request.value<std::uint64_t>(seed.size());
  request.value<std::uint64_t>(sensitivity.size());
  request.bytes(unknowns.data(), unknowns.size() * sizeof(ValueReference));
  request.bytes(knowns.data(), knowns.size() * sizeof(ValueReference));
  request.bytes(seed.data(), seed.size() * sizeof(double));
  FrameReader reply = worker_->finish(request);
  if (!worker_->alive() || !reply.flag()) return Status::kError;
  const auto status = reply.value<std::uint8_t>();
  reply.bytes(sensitivity.data(), sensitivity.size() * sizeof(double));
  return reply.ok() && status <= static_cast<std::uint8_t>(Status::kFatal) ? static_cast<Status>(status)
                                                                           : Status::kError;
}

std::string IsolatedStepper::fault() const {
  if (!worker_->alive()) {
    const std::string inputs = inputs_text(inputs_);
    return worker_->report() + (inputs.empty() || !running_ ? "" : "\n" + inputs);
  }
  FrameReader reply = worker_->finish(worker_->begin(Request::kFault, "reading the fault", kNoTime));
  if (!worker_->alive()) return worker_->report();
  std::string text = reply.flag() ? reply.text() : std::string{};
  const std::string hint = worker_->denial_hint();
  if (!text.empty() && !hint.empty()) text += "\n" + hint;
  return text;
}

}  // namespace isolation

std::unique_ptr<Stepper> make_isolated_stepper(std::shared_ptr<const Fmu> fmu, InterfaceKind kind,
                                               StepperOptions options) {
  return std::make_unique<isolation::IsolatedStepper>(std::move(fmu), kind, std::move(options));
}

}  // namespace lockstep::core
