// SPDX-License-Identifier: Apache-2.0
#include "co_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::exporter {
namespace {

/// A model that makes more events than this within one communication step is stuck (a ball that never comes
/// to rest).
constexpr int kMaxEventsPerStep = 100000;
constexpr int kMaxEventIterations = 1000;

}  // namespace

CoSimulation::CoSimulation(Component& component)
    : c_(&component), integrator_(make_integrator(component.description().solver())) {}

void CoSimulation::start() {
  events_in_step_ = 0;
  if (c_->description().traits().has_on_event) handle_events();
}

bool CoSimulation::advance(double from, double size) {
  if (!std::isfinite(from) || !(size > 0.0) || std::isinf(size)) {
    throw CallRefused("the communication step size must be positive and finite");
  }
  // A last step that ends at the stop time up to rounding is welcome.
  if (from + size > c_->run_state().stop_time + 1e-6 * size + rounding_of(from)) {
    throw CallRefused("the step goes past the stop time");
  }
  events_in_step_ = 0;
  leaves_event_ = false;
  has_handled_event_ = false;
  end_ = from + size;
  c_->begin_input_motions(from);  // first: the time moves the inputs that are under way
  if (from != c_->time()) c_->set_time(from);
  if (c_->description().traits().has_step) {
    Step step(from, size, *c_);
    c_->model().step(step);
    c_->set_time(end_);
    if (step.terminate_requested()) c_->terminate();
  } else {
    advance_continuous(from, size);
  }
  c_->end_input_motions();
  c_->evaluate();
  c_->check_finite(Status::kError);
  return importer_.uses_event_mode && (leaves_event_ || has_handled_event_);
}

void CoSimulation::advance_continuous(double from, double size) {
  // Inputs may have jumped since the last step, or the importer did not care for an event: it happens now.
  if (c_->take_input_event() || signs_changed() || c_->run_state().next_event <= from + rounding_of(from))
    handle_events();
  c_->accept();
  if (is_stopped()) return;
  const bool has_nothing_to_find = c_->indicator_count() == 0 && !importer_.after_internal_step &&
                                   c_->run_state().next_event > end_ + rounding_of(end_);
  if (c_->state_count() == 0 && has_nothing_to_find) {
    c_->set_time(end_);
    c_->accept();
    return;
  }
  const Solver& solver = c_->description().solver();
  double count = solver.substeps_per_step();
  if (count == 0.0) count = std::max(1.0, std::ceil(size / solver.max_step() - 1e-9));
  if (c_->state_count() == 0 && c_->indicator_count() == 0) count = 1.0;
  const double h = size / count;
  if (has_nothing_to_find) {
    for (double k = 1.0; k <= count; ++k) {
      integrator_->step(*c_, h, k == count ? end_ : from + k * h);
      c_->accept();
    }
    return;
  }
  for (double k = 1.0; k <= count && !is_stopped() && c_->time() < end_; ++k) {
    const double to = k == count ? from + size : from + k * h;
    if (importer_.set_inputs_ahead) c_->plan_input_motions(std::min(to, end_), importer_.set_inputs_ahead);
    internal_step(h, std::min(to, end_));
    if (importer_.set_inputs_ahead) c_->end_input_motions();
    if (importer_.after_internal_step) importer_.after_internal_step(c_->time(), end_);
  }
}

void CoSimulation::internal_step(double h, double to) {
  bool is_whole = true;
  while (!is_stopped()) {
    const double from = c_->time();
    const double event = c_->run_state().next_event;
    const bool has_event = event <= to + rounding_of(to);
    const double target = has_event ? std::clamp(event, from, to) : to;
    if (target > from) {
      save_states();
      // A whole internal step uses the exact h; after an event only the rest is left.
      const bool uses_h = is_whole && target == to && std::abs(target - from - h) <= rounding_of(to);
      integrator_->step(*c_, uses_h ? h : target - from, target);
      is_whole = false;
      if (signs_changed()) {
        locate_event(from, target);
        continue;
      }
      c_->accept();
    }
    if (!has_event && c_->time() >= to) return;
    if (has_event) meet_event();
  }
}

void CoSimulation::meet_event() {
  const bool is_last = c_->time() >= end_;
  leaves_event_ = importer_.uses_event_mode && (importer_.allows_early_return || is_last);
  if (!leaves_event_) handle_events();
}

void CoSimulation::locate_event(double from, double to) {
  double low = from;
  double high = to;
  // Bisection: the event is taken at the far end of the last bracket, where the sign has already changed.
  while (high - low > rounding_of(high)) {
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) break;
    restore_states(from);
    integrator_->step(*c_, middle - from, middle);
    (signs_changed() ? high : low) = middle;
  }
  restore_states(from);
  integrator_->step(*c_, high - from, high);
  meet_event();
}

void CoSimulation::handle_events() {
  if (++events_in_step_ > kMaxEventsPerStep) {
    throw CallFailed(Status::kError, "the model makes events without end within one communication step");
  }
  has_handled_event_ = true;
  int iterations = 0;
  while (c_->handle_event().repeat) {
    if (++iterations > kMaxEventIterations) {
      throw CallFailed(Status::kError, "on_event() asks to be repeated for ever at one instant");
    }
  }
  remember_signs();
}

bool CoSimulation::signs_changed() {
  const auto& was_positive = c_->indicator_signs();
  if (was_positive.empty()) return false;
  c_->evaluate();
  for (std::size_t i = 0; i < was_positive.size(); ++i) {
    if ((c_->indicator(i) > 0.0) != (was_positive[i] != 0)) return true;
  }
  return false;
}

void CoSimulation::remember_signs() {
  c_->evaluate();
  auto& is_positive = c_->indicator_signs();
  is_positive.resize(c_->indicator_count());
  for (std::size_t i = 0; i < is_positive.size(); ++i)
    is_positive[i] = c_->indicator(i) > 0.0 ? 1 : 0;
}

void CoSimulation::save_states() {
  saved_.resize(c_->state_count());
  for (std::size_t i = 0; i < saved_.size(); ++i)
    saved_[i] = c_->state(i);
}

void CoSimulation::restore_states(double time) {
  for (std::size_t i = 0; i < saved_.size(); ++i)
    c_->state(i) = saved_[i];
  c_->set_time(time);
}

}  // namespace lockstep::exporter
