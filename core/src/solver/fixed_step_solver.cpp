// SPDX-License-Identifier: Apache-2.0
#include "solver/fixed_step_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace lockstep::core {

namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
// A step may be longer than the fixed step by this fraction: 0.3 / 0.1 must give three steps, not four.
constexpr double kStepSlack = 1e-9;
// The bracket halves at least every few trials; far more than any indicator needs to reach rounding.
constexpr int kMaxLocationTrials = 200;

bool all_finite(Span<const double> values) noexcept {
  for (const double value : values)
    if (!std::isfinite(value)) return false;
  return true;
}

}  // namespace

FixedStepSolver::FixedStepSolver(OdeProblem& problem, const OdeSolverSettings& settings)
    : problem_{problem},
      kind_{settings.kind},
      max_step_s_{settings.max_step_s},
      sides_{problem.indicator_count()},
      low_(problem.indicator_count()),
      high_(problem.indicator_count()),
      middle_(problem.indicator_count()) {
  for (auto* buffer : {&states_, &trial_, &located_, &stage_, &k1_, &k2_, &k3_, &k4_})
    buffer->resize(problem.state_count());
}

Evaluation FixedStepSolver::reinitialize(double time_s, Span<const double> states) noexcept {
  time_s_ = time_s;
  std::copy(states.begin(), states.end(), states_.begin());
  if (sides_.size() == 0) return Evaluation::kOk;
  const Evaluation evaluation = problem_.indicators(time_s, states_, low_);
  if (evaluation != Evaluation::kOk) return evaluation;
  sides_.restart(low_);
  sides_.shift(low_);
  return Evaluation::kOk;
}

Advance FixedStepSolver::advance(double stop_time_s) noexcept {
  const double way_s = stop_time_s - time_s_;
  if (!(way_s > 0.0)) return Advance::kStopReached;
  const double steps = std::max(1.0, std::ceil(way_s / max_step_s_ * (1.0 - kStepSlack)));
  double end_s = time_s_ + way_s / steps;
  // The fixed step can be below the rounding of the time itself: then the next double is the shortest step.
  if (end_s <= time_s_) end_s = std::nextafter(time_s_, stop_time_s);
  if (steps < 2.0 || end_s > stop_time_s) end_s = stop_time_s;

  Evaluation evaluation = step_to(end_s, trial_);
  if (evaluation == Evaluation::kOk) evaluation = shifted_indicators(end_s, trial_, high_);
  if (evaluation != Evaluation::kOk) return fail(evaluation, end_s);
  if (sides_.any_changed(high_)) return locate(end_s);
  std::swap(low_, high_);
  accept(end_s, trial_);
  return end_s == stop_time_s ? Advance::kStopReached : Advance::kStepCompleted;
}

// Invariant: no indicator has changed at low (low_), at least one has at high (high_, state located_).
Advance FixedStepSolver::locate(double end_s) noexcept {
  double low_s = time_s_;
  double high_s = end_s;
  std::swap(located_, trial_);
  const double enough_s = 100.0 * kRounding * (std::fabs(end_s) + (end_s - time_s_));
  double weight = 1.0;  // Illinois rule: damp the end that stays, or the secant creeps up from one side
  int last_side = 0;
  for (int trial = 0; high_s - low_s > enough_s && trial < kMaxLocationTrials; ++trial) {
    const double guess_s = secant_guess(low_s, high_s, weight, enough_s);
    Evaluation evaluation = step_to(guess_s, trial_);
    if (evaluation == Evaluation::kOk) evaluation = shifted_indicators(guess_s, trial_, middle_);
    if (evaluation != Evaluation::kOk) return fail(evaluation, guess_s);
    const int side = sides_.any_changed(middle_) ? 1 : -1;
    weight = side != last_side ? 1.0 : side > 0 ? weight * 0.5 : weight * 2.0;
    last_side = side;
    if (side > 0) {
      high_s = guess_s;
      std::swap(high_, middle_);
      std::swap(located_, trial_);
    } else {
      low_s = guess_s;
      std::swap(low_, middle_);
    }
  }
  accept(high_s, located_);
  return Advance::kRootFound;
}

// Where the indicator that is furthest beyond zero would cross on a straight line, kept inside the bracket.
double FixedStepSolver::secant_guess(double low_s, double high_s, double weight,
                                     double enough_s) const noexcept {
  double fraction = 0.0;  // of the bracket, from the high end
  for (std::size_t i = 0; i < high_.size(); ++i) {
    if (!sides_.changed(i, high_[i])) continue;
    const double span = std::fabs(high_[i]) + weight * std::fabs(low_[i]);
    if (span > 0.0) fraction = std::max(fraction, std::fabs(high_[i]) / span);
  }
  if (!std::isfinite(fraction)) fraction = 0.5;
  // A guess on top of an end would leave the bracket as wide as it is; half the tolerance inside ends the
  // search.
  const double width_s = high_s - low_s;
  const double margin = 0.5 * enough_s / width_s;
  return high_s - std::clamp(fraction, margin, 1.0 - margin) * width_s;
}

Evaluation FixedStepSolver::step_to(double end_s, std::vector<double>& into) noexcept {
  const double length_s = end_s - time_s_;
  if (states_.empty()) return Evaluation::kOk;
  const Evaluation evaluation = slope(time_s_, states_, k1_);
  if (evaluation != Evaluation::kOk) return evaluation;
  if (kind_ == SolverKind::kRk4) return runge_kutta(end_s, into);
  for (std::size_t i = 0; i < into.size(); ++i)
    into[i] = states_[i] + length_s * k1_[i];
  return Evaluation::kOk;
}

Evaluation FixedStepSolver::runge_kutta(double end_s, std::vector<double>& into) noexcept {
  const double length_s = end_s - time_s_;
  struct Stage {
    const std::vector<double>& slope;
    double fraction;
    std::vector<double>& next;
  };
  const Stage stages[] = {{k1_, 0.5, k2_}, {k2_, 0.5, k3_}, {k3_, 1.0, k4_}};
  for (const Stage& stage : stages) {
    const double part_s = stage.fraction * length_s;
    for (std::size_t i = 0; i < stage_.size(); ++i)
      stage_[i] = states_[i] + part_s * stage.slope[i];
    const double at_s = std::min(time_s_ + part_s, end_s);  // the sum may round beyond the end
    const Evaluation evaluation = slope(at_s, stage_, stage.next);
    if (evaluation != Evaluation::kOk) return evaluation;
  }
  for (std::size_t i = 0; i < into.size(); ++i)
    into[i] = states_[i] + length_s / 6.0 * (k1_[i] + 2.0 * (k2_[i] + k3_[i]) + k4_[i]);
  return Evaluation::kOk;
}

Evaluation FixedStepSolver::slope(double time_s, Span<const double> states,
                                  std::vector<double>& into) noexcept {
  const Evaluation evaluation = problem_.derivatives(time_s, states, into);
  if (evaluation != Evaluation::kOk) return evaluation;
  return all_finite(into) ? Evaluation::kOk : Evaluation::kRetry;
}

Evaluation FixedStepSolver::shifted_indicators(double time_s, Span<const double> states,
                                               Span<double> into) noexcept {
  if (into.empty()) return Evaluation::kOk;
  const Evaluation evaluation = problem_.indicators(time_s, states, into);
  if (evaluation == Evaluation::kOk) sides_.shift(into);
  return evaluation;
}

void FixedStepSolver::accept(double time_s, std::vector<double>& states) noexcept {
  time_s_ = time_s;
  std::swap(states_, states);
}

Advance FixedStepSolver::fail(Evaluation evaluation, double time_s) noexcept {
  failed_with_ = evaluation;
  failed_at_s_ = time_s;
  return evaluation == Evaluation::kFailed ? Advance::kModelFailed : Advance::kModelRefused;
}

std::string FixedStepSolver::failure() const {
  const char* name = kind_ == SolverKind::kRk4 ? "rk4" : "euler";
  if (failed_with_ == Evaluation::kOk) return {};
  if (failed_with_ == Evaluation::kFailed)
    return fmt::format("{}: the model failed in the step from {} s to {} s", name, time_s_, failed_at_s_);
  return fmt::format(
      "{}: the model cannot be evaluated, or its derivatives are not finite, in the step from {} s to {} s; "
      "take a smaller fixed step or a solver with error control (cvode)",
      name, time_s_, failed_at_s_);
}

}  // namespace lockstep::core
