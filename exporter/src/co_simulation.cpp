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

/// Times that differ by rounding only are the same instant: importers compute communication points as start +
/// k * step.
double rounding_of(double t) {
  return 8.0 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(t));
}

}  // namespace

CoSimulation::CoSimulation(Component& component)
    : c_(&component), integrator_(make_integrator(component.description().solver())) {}

void CoSimulation::start() {
  events_in_step_ = 0;
  if (c_->description().traits().has_on_event) handle_events();
}

void CoSimulation::advance(double from, double size) {
  events_in_step_ = 0;
  if (from != c_->time()) c_->set_time(from);
  if (c_->description().traits().has_step) {
    Step step(from, size, *c_);
    c_->model().step(step);
    c_->set_time(from + size);
    c_->evaluate();
    if (step.terminate_requested()) c_->terminate();
  } else {
    advance_continuous(from, size);
  }
  c_->check_finite(Status::kError);
}

void CoSimulation::advance_continuous(double from, double size) {
  const Solver& solver = c_->description().solver();
  double count = solver.substeps_per_step();
  if (count == 0.0) count = std::max(1.0, std::ceil(size / solver.max_step() - 1e-9));
  const double h = size / count;
  // Inputs may have jumped since the last step: that is an event at its very beginning.
  c_->evaluate();
  if (c_->take_input_event() || signs_changed()) handle_events();
  for (double k = 1.0; k <= count && !c_->run_state().is_terminating; ++k) {
    const double to = k == count ? from + size : from + k * h;
    internal_step(h, to);
  }
}

void CoSimulation::internal_step(double h, double to) {
  bool is_whole = true;
  while (!c_->run_state().is_terminating) {
    const double from = c_->time();
    const double event = c_->run_state().next_event;
    const bool has_event = event <= to + rounding_of(to);
    const double target = has_event ? std::clamp(event, from, to) : to;
    if (target > from) {
      save_states();
      // A whole internal step uses the exact h; after an event only the rest is left.
      integrator_->step(*c_, is_whole && target == to ? h : target - from, target);
      is_whole = false;
      if (signs_changed()) {
        locate_event(from, target);
        continue;
      }
    }
    if (!has_event && c_->time() >= to) return;
    if (has_event) handle_events();
  }
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
  handle_events();
}

void CoSimulation::handle_events() {
  if (++events_in_step_ > kMaxEventsPerStep) {
    throw CallFailed(Status::kError, "the model makes events without end within one communication step");
  }
  int iterations = 0;
  while (c_->handle_event().repeat) {
    if (++iterations > kMaxEventIterations) {
      throw CallFailed(Status::kError, "on_event() asks to be repeated for ever at one instant");
    }
  }
  remember_signs();
}

bool CoSimulation::signs_changed() const noexcept {
  for (std::size_t i = 0; i < was_positive_.size(); ++i) {
    if ((c_->indicator(i) > 0.0) != (was_positive_[i] != 0)) return true;
  }
  return false;
}

void CoSimulation::remember_signs() {
  c_->evaluate();
  was_positive_.resize(c_->indicator_count());
  for (std::size_t i = 0; i < was_positive_.size(); ++i)
    was_positive_[i] = c_->indicator(i) > 0.0 ? 1 : 0;
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
