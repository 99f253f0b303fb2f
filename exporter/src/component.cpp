// SPDX-License-Identifier: Apache-2.0
#include "component.hpp"

#include <algorithm>

#include "saved_state.hpp"

namespace lockstep::exporter {
namespace {

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
    case kClockActivation:
      return "between clock activations";
    case kConfiguration:
    case kReconfiguration:
      return "in configuration mode";
    case kIntermediateUpdate:
      return "during an intermediate update";
  }
  return "in an unknown mode";
}

}  // namespace

Component::Component(const Prototype& prototype, Kind kind, Sink sink)
    : prototype_(&prototype),
      kind_(kind),
      sink_(std::move(sink)),
      model_(prototype.model->clone()),
      has_accepted_(prototype.description.traits().has_accepted) {
  bind_members();
}

void Component::bind_reals(std::size_t variable, std::vector<double*>& out) {
  auto* first = static_cast<double*>(elements(variable));
  for (std::size_t i = 0; i < element_count(variable); ++i)
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
  continuous_inputs_.clear();
  time_member_ = m.time_offset() ? reinterpret_cast<double*>(base_ + *m.time_offset()) : nullptr;
  for (const int s : m.states()) {
    const auto index = static_cast<std::size_t>(s);
    const auto derivative = static_cast<std::size_t>(variable(index).derivative);
    const std::size_t begin = states_.size();
    bind_reals(index, states_);
    bind_reals(derivative, derivatives_);
    state_blocks_.push_back({begin, states_.size(), variable(derivative).is_state()});
    nominals_.resize(states_.size(), variable(index).nominal.value_or(1.0));
  }
  for (const int i : m.event_indicators())
    bind_reals(static_cast<std::size_t>(i), indicators_);
  for (std::size_t i = 0; i < m.variables().size(); ++i) {
    const VariableInfo& v = variable(i);
    if (is_continuous_input(i)) {
      for (std::size_t element = 0; element < element_count(i); ++element)
        continuous_inputs_.push_back({i, element, 0.0});
    }
    const bool matters = v.is_state() || v.derivative_of >= 0 || v.causality == Causality::kOutput;
    if (!matters || v.is_unchecked || v.storage->type != Type::kFloat64) continue;
    std::vector<double*> values;
    bind_reals(i, values);
    for (const double* value : values)
      checked_.push_back({value, i});
  }
  states_before_event_.resize(states_.size());
  give_resources();
  is_current_ = false;
}

void Component::log(Status status, std::string_view category, std::string_view text) {
  const auto& on = log_categories_;
  if (status != Status::kError && std::find(on.begin(), on.end(), category) == on.end()) return;
  if (sink_) sink_(status, std::string(category).c_str(), std::string(text).c_str());
}

void Component::set_logging(bool on, const std::vector<std::string>& categories) {
  std::vector<std::string> named = categories;
  if (named.empty()) {
    named = {"logStatusError", "logStatusDiscard", "logEvents"};
    for (const LogCategory& c : description().log_categories())
      named.push_back(c.name);
  }
  for (const std::string& category : named) {
    const auto at = std::find(log_categories_.begin(), log_categories_.end(), category);
    if (on && at == log_categories_.end()) log_categories_.push_back(category);
    if (!on && at != log_categories_.end()) log_categories_.erase(at);
  }
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
  run_.is_event_due = next == kEventMode;
  mark_changed();
  evaluate();
  check_finite(Status::kError);
}

void Component::reset() {
  model_->assign(*prototype_->model);
  run_ = RunState{};
  end_input_motions();
  bind_members();
}

void Component::enter_configuration() {
  run_.mode_before_configuration = run_.mode;
  run_.mode = run_.mode == kInstantiated ? kConfiguration : kReconfiguration;
}

void Component::exit_configuration() {
  resize_arrays();
  run_.mode = run_.mode_before_configuration;
}

void Component::set_resources(std::string path) {
  resources_ = std::move(path);
  give_resources();
}

void Component::give_resources() {
  const auto offset = description().resources_offset();
  if (offset) *reinterpret_cast<std::string*>(base_ + *offset) = resources_;
}

void Component::resize_arrays() {
  for (const VariableInfo& v : description().variables()) {
    if (!v.storage->is_resizable) continue;
    std::size_t count = 1;
    for (const Dimension& d : v.dimensions) {
      const auto parameter = static_cast<std::size_t>(d.variable);
      count *= d.variable < 0 ? d.size : *static_cast<const std::uint64_t*>(elements(parameter));
    }
    v.storage->resize(base_ + v.offset, count);
  }
  model_->configure();
  bind_members();
}

std::unique_ptr<SavedState> Component::save() const {
  auto state = std::make_unique<SavedState>();
  state->model = model_->clone();
  state->run = run_;
  state->indicator_signs = indicator_signs_;
  return state;
}

void Component::restore(const SavedState& state) {
  model_->assign(*state.model);
  run_ = state.run;
  indicator_signs_ = state.indicator_signs;
  end_input_motions();
  bind_members();
}

void Component::demand(std::uint32_t modes) const {
  if ((run_.mode & modes) == 0) throw CallRefused(std::string("not allowed ") + name_of(run_.mode));
}

void* Component::elements(std::size_t index) noexcept {
  const VariableInfo& v = variable(index);
  return v.storage->elements(base_ + v.offset);
}

std::size_t Component::element_count(std::size_t index) const noexcept {
  const VariableInfo& v = variable(index);
  return v.storage->count(base_ + v.offset);
}

void Component::demand_range(std::size_t index, std::uint64_t value) const {
  const VariableInfo& v = variable(index);
  if (v.causality != Causality::kStructuralParameter) return;
  const auto x = static_cast<double>(value);
  if ((v.min && x < *v.min) || (v.max && x > *v.max)) {
    throw CallRefused(std::to_string(value) + " is out of range for '" + v.name + "'");
  }
}

void Component::about_to_set(std::size_t index) {
  const VariableInfo& v = variable(index);
  bool allowed = false;
  const bool is_structural = v.causality == Causality::kStructuralParameter;
  switch (run_.mode) {
    case kConfiguration:
      allowed = is_structural;
      break;
    case kReconfiguration:
      allowed = is_structural && v.variability == Variability::kTunable;
      break;
    case kInstantiated:
      allowed = !is_structural && v.variability != Variability::kConstant &&
                v.initial != Initial::kCalculated && v.causality != Causality::kIndependent;
      break;
    case kInitialization:
      allowed = v.causality == Causality::kInput ||
                (!is_structural && v.initial == Initial::kExact && v.variability != Variability::kConstant);
      break;
    case kEventMode:
    case kStepMode:
    case kClockActivation:
      allowed = v.causality == Causality::kInput ||
                (v.causality == Causality::kParameter && v.variability == Variability::kTunable);
      break;
    case kContinuousTime:
    case kIntermediateUpdate:
      allowed = v.causality == Causality::kInput && v.variability == Variability::kContinuous;
      break;
    case kTerminated:
    case kFailed:
      break;
  }
  if (!allowed) throw CallRefused("variable '" + v.name + "' cannot be set " + name_of(run_.mode));
  if (run_.mode == kStepMode && v.variability != Variability::kContinuous) run_.has_input_event = true;
  if (run_.mode == kEventMode) run_.is_event_due = true;
  mark_changed();
}

void Component::about_to_get() {
  if (run_.mode == kEventMode && run_.is_event_due && description().has_clocks()) run_event_handler();
  if (is_current_ ||
      (run_.mode & (kInstantiated | kConfiguration | kReconfiguration | kTerminated | kFailed)) != 0)
    return;
  if (run_.mode == kInitialization) model_->initialize();
  evaluate();
}

}  // namespace lockstep::exporter
