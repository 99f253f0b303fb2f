// SPDX-License-Identifier: Apache-2.0
// The functions of Stepper that take names and keep the time themselves.
#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::core {

const Variable& Stepper::named(std::string_view variable) const {
  const std::string names[] = {std::string{variable}};
  return *select(*description_, names).front();
}

void Stepper::set(std::string_view variable, double value) {
  set(variable, std::string_view{to_text(value)});
}

void Stepper::set(std::string_view variable, std::string_view text) {
  const Variable& found = named(variable);
  set(found, parse_value(*description_, found, text));
}

void Stepper::set(std::string_view variable, const Value& value) {
  set(named(variable), value);
}

Value Stepper::get(std::string_view variable) {
  return get(named(variable));
}

void Stepper::start(double start_time_s) {
  ExperimentSetup setup;
  setup.start_time_s = start_time_s;
  initialize(setup);
  grid_.reset();
  started_s_ = start_time_s;
}

double Stepper::time_s() const noexcept {
  return grid_ ? grid_->at(grid_index_) : started_s_.value_or(0.0);
}

bool Stepper::step(double step_s) {
  if (!started_s_) start();
  if (!grid_ || grid_->step_s() != step_s) {
    grid_.emplace(time_s(), Rational::from_seconds(step_s));
    grid_index_ = 0;
  }
  const StepOutcome outcome = step(grid_->interval(grid_index_));
  if (!succeeded(outcome.status)) throw Error{ErrorCode::kFmuFailed, fault()};
  ++grid_index_;
  return !outcome.terminated;
}

}  // namespace lockstep::core
