// SPDX-License-Identifier: Apache-2.0
#include "stepper/model_exchange_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

bool same_bits(Span<const double> a, Span<const double> b) noexcept {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

Span<const double> at_start(const Stepper::Group& ramp) noexcept {
  return {static_cast<const double*>(ramp.data), ramp.element_count};
}
Span<const double> at_end(const Stepper::Group& ramp) noexcept {
  return {static_cast<const double*>(ramp.data) + ramp.element_count, ramp.element_count};
}

/// A description may say any number, and all of it is allocated and watched at every step.
void require_sensible_count(const Instance& instance, std::size_t count, const char* what) {
  constexpr std::size_t kMost = 10'000'000;
  if (count <= kMost) return;
  throw Error{ErrorCode::kUnsupported,
              fmt::format("{}: the FMU has {} {}, at most {} can be handled; check the model description",
                          instance.name(), count, what, kMost)};
}

}  // namespace

void ModelExchangeProblem::add_ramp(const Stepper::Group& group) {
  ramps_.push_back(&group);
  ramp_values_.emplace_back(group.element_count);
  ramp_now_.resize(std::max(ramp_now_.size(), group.element_count));
}

Status ModelExchangeProblem::set_up(Instance& instance, const ModelDescription& description,
                                    bool use_jacobian) {
  instance_ = &instance;
  known_ = in_interval_ = false;
  derivative_calls_ = 0;
  warning_ = Status::kOk;
  std::size_t states = 0;
  Status status = instance.continuous_state_count(states);
  if (succeeded(status)) status = std::max(status, instance.event_indicator_count(indicator_count_));
  if (!succeeded(status)) return status;
  require_sensible_count(instance, states, "continuous states");
  require_sensible_count(instance, indicator_count_, "event indicators");
  states_.assign(states, 0.0);
  seed_.assign(states, 0.0);
  state_references_.clear();
  derivative_references_.clear();
  if (use_jacobian) find_jacobian_references(description);
  // Initialisation mode set the ramps to their start.
  for (std::size_t i = 0; i < ramps_.size(); ++i)
    std::copy(at_start(*ramps_[i]).begin(), at_start(*ramps_[i]).end(), ramp_values_[i].begin());
  return status;
}

// No references, and thereby no Jacobian, when the description does not tell the state of each derivative.
void ModelExchangeProblem::find_jacobian_references(const ModelDescription& description) {
  std::uint64_t elements = 0;
  for (const Unknown& unknown : description.structure().continuous_state_derivatives) {
    if (unknown.variable == kNone) return state_references_.clear();
    const Variable& derivative = description.variables()[unknown.variable];
    if (derivative.derivative_of == kNone) return state_references_.clear();
    const Variable& state = description.variables()[derivative.derivative_of];
    if (derivative.type != VariableType::kFloat64) return state_references_.clear();
    derivative_references_.push_back(derivative.value_reference);
    state_references_.push_back(state.value_reference);
    elements += state.element_count();
  }
  if (elements != states_.size()) state_references_.clear();
}

void ModelExchangeProblem::begin_interval(double from_s, double to_s) noexcept {
  from_s_ = from_s;
  to_s_ = to_s;
  in_interval_ = true;
  warning_ = Status::kOk;
}

bool ModelExchangeProblem::ramps_jump() const noexcept {
  for (std::size_t i = 0; i < ramps_.size(); ++i)
    if (!same_bits(at_start(*ramps_[i]), ramp_values_[i])) return true;
  return false;
}

Status ModelExchangeProblem::set_ramps(double time_s) noexcept {
  for (std::size_t i = 0; i < ramps_.size(); ++i) {
    const Stepper::Group& ramp = *ramps_[i];
    const Span<const double> start = at_start(ramp);
    const Span<const double> end = at_end(ramp);
    const double part = (time_s - from_s_) / (to_s_ - from_s_);
    const Span<double> now{ramp_now_.data(), ramp.element_count};
    for (std::size_t k = 0; k < now.size(); ++k)
      now[k] = time_s >= to_s_ ? end[k] : start[k] + part * (end[k] - start[k]);
    if (same_bits(now, ramp_values_[i])) continue;
    const Status status = note(instance_->set(ramp.references, now), "setting the inputs");
    if (!succeeded(status)) return status;
    std::copy(now.begin(), now.end(), ramp_values_[i].begin());
  }
  return Status::kOk;
}

void ModelExchangeProblem::restore_ramp_values(const std::vector<std::vector<double>>& values) noexcept {
  ramp_values_ = values;
}

Status ModelExchangeProblem::set_point(double time_s, Span<const double> states) noexcept {
  if (!known_ || time_s != time_s_) {
    const Status status = note(instance_->set_time(time_s), "setting the time");
    if (!succeeded(status)) return status;
    time_s_ = time_s;
  }
  if (!states_.empty() && (!known_ || !same_bits(states, states_))) {
    known_ = false;
    const Status status = note(instance_->set_continuous_states(states), "setting the states");
    if (!succeeded(status)) return status;
    std::copy(states.begin(), states.end(), states_.begin());
  }
  known_ = true;
  return in_interval_ ? set_ramps(time_s) : Status::kOk;
}

Evaluation ModelExchangeProblem::derivatives(double time_s, Span<const double> states,
                                             Span<double> derivatives) noexcept {
  Status status = set_point(time_s, states);
  if (!succeeded(status)) return evaluation(status);
  ++derivative_calls_;
  status = note(instance_->get_derivatives(derivatives), "reading the derivatives");
  return evaluation(status);
}

Evaluation ModelExchangeProblem::indicators(double time_s, Span<const double> states,
                                            Span<double> indicators) noexcept {
  Status status = set_point(time_s, states);
  if (!succeeded(status)) return evaluation(status);
  status = note(instance_->get_event_indicators(indicators), "reading the event indicators");
  return evaluation(status);
}

Evaluation ModelExchangeProblem::jacobian(double time_s, Span<const double> states,
                                          Span<double> jacobian) noexcept {
  Status status = set_point(time_s, states);
  const std::size_t n = states_.size();
  for (std::size_t j = 0; j < n && succeeded(status); ++j) {
    seed_[j] = 1.0;
    status = note(instance_->directional_derivative(derivative_references_, state_references_, seed_,
                                                    jacobian.subspan(j * n, n)),
                  "reading a directional derivative");
    seed_[j] = 0.0;
  }
  return evaluation(status);
}

Status ModelExchangeProblem::note(Status status, const char* call) noexcept {
  if (status == Status::kOk) return status;
  if (status == Status::kWarning) {
    warning_ = status;
  } else {
    failed_status_ = status;
    failed_call_ = call;
  }
  return status;
}

Evaluation ModelExchangeProblem::evaluation(Status status) noexcept {
  if (succeeded(status)) return Evaluation::kOk;
  return status == Status::kDiscard ? Evaluation::kRetry : Evaluation::kFailed;
}

}  // namespace lockstep::core
