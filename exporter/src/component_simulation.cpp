// SPDX-License-Identifier: Apache-2.0
// Component: what happens while simulating: time, states, events, clocks.
#include <cstdio>

#include "component.hpp"

namespace lockstep::exporter {
namespace {

std::string number(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return "infinite";

  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

}  // namespace

double InputMotion::value_at(double time) const noexcept {
  double term = 1.0;
  double value = start_value;
  for (std::size_t k = 0; k < derivatives.size(); ++k) {
    term *= (time - start_time) / static_cast<double>(k + 1);
    value += derivatives[k] * term;
  }
  return value;
}

double InputMotion::slope_at(double time) const noexcept {
  double term = 1.0;
  double slope = 0.0;
  for (std::size_t k = 0; k < derivatives.size(); ++k) {
    slope += derivatives[k] * term;
    term *= (time - start_time) / static_cast<double>(k + 1);
  }
  return slope;
}

bool Component::is_continuous_input(std::size_t variable) const noexcept {
  const VariableInfo& v = this->variable(variable);
  const bool real = v.storage->type == Type::kFloat64 || v.storage->type == Type::kFloat32;
  return v.causality == Causality::kInput && real && v.variability == Variability::kContinuous;
}

void Component::set_input_derivative(std::size_t variable, std::size_t element, std::size_t order,
                                     double value) {
  if (!is_continuous_input(variable)) {
    throw CallRefused("variable '" + this->variable(variable).name +
                      "' is no continuous Real input, so its derivatives cannot be set");
  }
  auto& all = input_motions_;
  auto at = std::find_if(all.begin(), all.end(), [&](const InputMotion& m) {
    return m.variable == variable && m.element == element;
  });
  if (at == all.end()) at = all.insert(all.end(), InputMotion{variable, element, 0.0, 0.0, {}});
  if (at->derivatives.size() < order) at->derivatives.resize(order, 0.0);
  at->derivatives[order - 1] = value;
}

double Component::real_element(std::size_t variable, std::size_t element) {
  const void* const first = elements(variable);
  const bool single = this->variable(variable).storage->type == Type::kFloat32;
  return single ? static_cast<double>(static_cast<const float*>(first)[element])
                : static_cast<const double*>(first)[element];
}

void Component::set_real_element(std::size_t variable, std::size_t element, double value) {
  void* const first = elements(variable);
  if (this->variable(variable).storage->type == Type::kFloat32) {
    static_cast<float*>(first)[element] = static_cast<float>(value);
  } else {
    static_cast<double*>(first)[element] = value;
  }
}

void Component::begin_input_motions(double time) {
  for (InputMotion& m : input_motions_) {
    m.start_time = time;
    m.start_value = real_element(m.variable, m.element);
  }
}

void Component::plan_input_motions(double to, const std::function<void(double)>& set_inputs) {
  end_input_motions();
  for (ContinuousInput& input : continuous_inputs_)
    input.value = real_element(input.variable, input.element);
  set_inputs(to);
  const double length = to - run_.time;
  for (const ContinuousInput& input : continuous_inputs_) {
    const double change = real_element(input.variable, input.element) - input.value;
    if (change == 0.0 || !(length > 0.0)) continue;
    input_motions_.push_back({input.variable, input.element, input.value, run_.time, {change / length}});
  }
  move_inputs();
  mark_changed();
}

void Component::move_inputs() {
  for (const InputMotion& m : input_motions_)
    set_real_element(m.variable, m.element, m.value_at(run_.time));
}

namespace {

void demand_size(const char* what, std::size_t given, std::size_t expected) {
  if (given == expected) return;
  throw CallRefused("there are " + std::to_string(expected) + " " + what + ", not " + std::to_string(given));
}

}  // namespace

void Component::read_states(double* x, std::size_t n) {
  demand_size("continuous states", n, states_.size());
  about_to_get();
  for (std::size_t i = 0; i < n; ++i)
    x[i] = *states_[i];
}

void Component::write_states(const double* x, std::size_t n) {
  demand_size("continuous states", n, states_.size());
  for (std::size_t i = 0; i < n; ++i)
    *states_[i] = x[i];
  mark_changed();
}

void Component::read_derivatives(double* x, std::size_t n) {
  demand_size("continuous states", n, states_.size());
  about_to_get();
  // A trial point outside of the model's domain is no error: the solver may try a smaller step.
  check_finite(Status::kDiscard);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = *derivatives_[i];
}

void Component::read_indicators(double* z, std::size_t n) {
  demand_size("event indicators", n, indicators_.size());
  about_to_get();
  for (std::size_t i = 0; i < n; ++i)
    z[i] = *indicators_[i];
}

void Component::read_nominals(double* x, std::size_t n) const {
  demand_size("continuous states", n, states_.size());
  for (std::size_t i = 0; i < n; ++i)
    x[i] = nominals_[i];
}

void Component::check_finite(Status status) const {
  for (const Checked& c : checked_) {
    if (std::isfinite(*c.value)) continue;
    throw CallFailed(status, "variable '" + variable(c.variable).name + "' is " + number(*c.value) +
                                 " at time " + number(run_.time));
  }
}

void Component::enter_event_mode() noexcept {
  run_.mode = kEventMode;
  run_.is_event_due = true;
}

void Component::run_event_handler() {
  for (std::size_t i = 0; i < states_.size(); ++i)
    states_before_event_[i] = *states_[i];
  // An event a rounding error ahead is due, and the model shall see the very time it asked for.
  const double time = run_.time;
  if (run_.next_event > time && run_.next_event <= time + rounding_of(time)) set_time(run_.next_event);
  evaluate();
  Event event(run_.time, *this);
  model_->on_event(event);
  if (run_.time != time) set_time(time);
  mark_changed();
  accept();
  run_.is_event_due = false;
  end_ticks(Causality::kInput);
  mark_changed();
  evaluate();
  for (std::size_t i = 0; i < states_.size(); ++i)
    event_result_.states_changed |= states_before_event_[i] != *states_[i];
  event_result_.repeat |= event.repeat_requested();
  event_result_.terminate |= event.terminate_requested();
  event_result_.next_event = event.next();
  run_.next_event = event.next();
  run_.is_terminating |= event.terminate_requested();
}

Component::EventResult Component::handle_event() {
  if (run_.is_event_due || !description().has_clocks()) run_event_handler();
  end_ticks(Causality::kOutput);
  const EventResult result = std::exchange(event_result_, EventResult{});
  run_.is_event_due = result.repeat;
  return {result.repeat, result.terminate, result.states_changed, run_.next_event};
}

void Component::end_ticks(Causality causality) noexcept {
  if (!description().has_clocks()) return;
  for (std::size_t i = 0; i < description().variables().size(); ++i) {
    const VariableInfo& v = variable(i);
    if (v.storage->type == Type::kClock && v.causality == causality) ClockAccess::set_active(clock(i), false);
  }
}

Clock& Component::clock(std::size_t index) {
  return *static_cast<Clock*>(elements(index));
}

void Component::set_clock(std::size_t index, bool is_active) {
  Clock& c = clock(index);
  ClockAccess::set_active(c, is_active);
  if (!is_active) return;
  // What comes after this tick is for the model to say.
  const IntervalVariability interval = variable(index).clock.interval;
  if (interval == IntervalVariability::kCountdown) ClockAccess::forget_interval(c);
  run_.is_event_due = true;
}

void Component::activate_partition(std::size_t index, double time) {
  set_time(time);
  set_clock(index, true);
  run_event_handler();
  event_result_ = EventResult{};
}

bool Component::has_clock_news() {
  for (std::size_t i = 0; i < description().variables().size(); ++i) {
    const VariableInfo& v = variable(i);
    if (v.storage->type != Type::kClock) continue;
    if (v.causality == Causality::kOutput ? clock(i).ticks() : ClockAccess::has_new_interval(clock(i)))
      return true;
  }
  return false;
}

}  // namespace lockstep::exporter
