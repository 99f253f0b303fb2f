// SPDX-License-Identifier: Apache-2.0
#include "component.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lockstep::exporter {
namespace {

std::string number(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

const char* name_of(Mode mode) {
  switch (mode) {
    case kInstantiated:
      return "before initialisation";
    case kInitialization:
      return "in initialisation mode";
    case kEventMode:
      return "in event mode";
    case kContinuousTime:
      return "in continuous-time mode";
    case kStepMode:
      return "while simulating";
    case kTerminated:
      return "after the end of the simulation";
    case kFailed:
      return "after an error";
  }
  return "in an unknown mode";
}

}  // namespace

Component::Component(const Prototype& prototype, Kind kind, Sink sink)
    : prototype_(&prototype), kind_(kind), sink_(std::move(sink)), model_(prototype.model->clone()) {
  bind_members();
}

void Component::bind_reals(std::size_t variable, std::vector<double*>& out) {
  const Storage& storage = *this->variable(variable).storage;
  auto* first = static_cast<double*>(elements(variable));
  for (std::size_t i = 0; i < storage.count(base_ + this->variable(variable).offset); ++i)
    out.push_back(first + i);
}

/// Looks every address up once; to be repeated when the model object moves or an array changes its size.
void Component::bind_members() {
  const Description& m = description();
  base_ = static_cast<std::uint8_t*>(model_->object());
  states_.clear();
  derivatives_.clear();
  indicators_.clear();
  nominals_.clear();
  state_blocks_.clear();
  checked_.clear();
  time_member_ = m.time_variable() < 0
                     ? nullptr
                     : static_cast<double*>(elements(static_cast<std::size_t>(m.time_variable())));
  for (const int s : m.states()) {
    const auto index = static_cast<std::size_t>(s);
    state_blocks_.push_back(states_.size());
    bind_reals(index, states_);
    bind_reals(static_cast<std::size_t>(variable(index).derivative), derivatives_);
    nominals_.resize(states_.size(), variable(index).nominal.value_or(1.0));
  }
  state_blocks_.push_back(states_.size());
  for (const int i : m.event_indicators())
    bind_reals(static_cast<std::size_t>(i), indicators_);
  for (std::size_t i = 0; i < m.variables().size(); ++i) {
    const VariableInfo& v = variable(i);
    const bool matters = v.is_state() || v.derivative_of >= 0 || v.causality == Causality::kOutput;
    if (!matters || v.storage->type != Type::kFloat64) continue;
    std::vector<double*> values;
    bind_reals(i, values);
    for (const double* value : values)
      checked_.push_back({value, i});
  }
  states_before_event_.resize(states_.size());
  is_current_ = false;
}

void Component::log(Status status, std::string_view category, std::string_view text) {
  if (status == Status::kOk) {
    const auto& wanted = log_categories_;
    if (!logs_everything_ && std::find(wanted.begin(), wanted.end(), category) == wanted.end()) return;
  }
  if (sink_) sink_(status, std::string(category).c_str(), std::string(text).c_str());
}

void Component::set_logging(bool on, std::vector<std::string> categories) {
  logs_everything_ = on && categories.empty();
  log_categories_.clear();
  if (on) log_categories_ = std::move(categories);
}

void Component::set_experiment(double start_time, double stop_time) {
  run_.start_time = start_time;
  run_.stop_time = stop_time;
  set_time(start_time);
}

void Component::enter_initialization() {
  run_.mode = kInitialization;
  mark_changed();
}

void Component::exit_initialization(Mode next) {
  model_->initialize();
  run_.mode = next;
  mark_changed();
  evaluate();
  check_finite(Status::kError);
}

void Component::reset() {
  model_->assign(*prototype_->model);
  run_ = RunState{};
  bind_members();
}

void Component::demand(const char* function, std::uint32_t modes) const {
  if ((run_.mode & modes) == 0)
    throw CallRefused(std::string(function) + " may not be called " + name_of(run_.mode));
}

void* Component::elements(std::size_t index) noexcept {
  const VariableInfo& v = variable(index);
  return v.storage->elements(base_ + v.offset);
}

void Component::about_to_set(std::size_t index) {
  const VariableInfo& v = variable(index);
  bool allowed = false;
  switch (run_.mode) {
    case kInstantiated:
      allowed = v.variability != Variability::kConstant && v.initial != Initial::kCalculated &&
                v.causality != Causality::kIndependent;
      break;
    case kInitialization:
      allowed = v.causality == Causality::kInput ||
                (v.initial == Initial::kExact && v.variability != Variability::kConstant);
      break;
    case kEventMode:
    case kStepMode:
      allowed = v.causality == Causality::kInput ||
                (v.causality == Causality::kParameter && v.variability == Variability::kTunable);
      break;
    case kContinuousTime:
      allowed = v.causality == Causality::kInput && v.variability == Variability::kContinuous;
      break;
    case kTerminated:
    case kFailed:
      break;
  }
  if (!allowed) throw CallRefused("variable '" + v.name + "' cannot be set " + name_of(run_.mode));
  if (run_.mode == kStepMode && v.variability != Variability::kContinuous)
    has_input_event_ = description().traits().has_on_event;
  mark_changed();
}

void Component::about_to_get() {
  if (is_current_ || run_.mode == kInstantiated) return;
  if (run_.mode == kInitialization) model_->initialize();
  evaluate();
}

void Component::set_time(double time) {
  run_.time = time;
  if (time_member_ != nullptr) *time_member_ = time;
  mark_changed();
}

void Component::evaluate() {
  if (is_current_) return;
  model_->equations();
  is_current_ = true;
}

void Component::check_finite(Status status) const {
  for (const Checked& c : checked_) {
    if (std::isfinite(*c.value)) continue;
    throw CallFailed(status, "variable '" + variable(c.variable).name + "' is " + number(*c.value) +
                                 " at time " + number(run_.time));
  }
}

Component::EventResult Component::handle_event() {
  for (std::size_t i = 0; i < states_.size(); ++i)
    states_before_event_[i] = *states_[i];
  evaluate();
  Event event(run_.time, *this);
  model_->on_event(event);
  mark_changed();
  evaluate();
  bool changed = false;
  for (std::size_t i = 0; i < states_.size(); ++i)
    changed |= states_before_event_[i] != *states_[i];
  run_.next_event = event.next();
  run_.is_terminating |= event.terminate_requested();
  return {event.repeat_requested(), event.terminate_requested(), changed, event.next()};
}

}  // namespace lockstep::exporter
