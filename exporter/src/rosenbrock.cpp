// SPDX-License-Identifier: Apache-2.0
#include "rosenbrock.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep::exporter {
namespace {

constexpr double kGamma = 0.5;
constexpr double kStageGamma[4] = {0.5, 1.5, 0.0, 0.0};
constexpr double kC[4][3] = {{0.0, 0.0, 0.0}, {4.0, 0.0, 0.0}, {1.0, -1.0, 0.0}, {1.0, -1.0, -8.0 / 3.0}};

// How much a step that was too inexact shrinks, and a shorter one grows again.
constexpr double kSafety = 0.9;
constexpr double kLeastFactor = 0.1;
constexpr double kLargestFactor = 4.0;
constexpr double kRest = 1.1;  // no tiny step is left over at the end
// Of the step asked for. Where a model has a kink the estimate does not get smaller with the step; the result
// is good enough there.
constexpr double kShortest = 1e-4;

}  // namespace

void Rosenbrock::factorize(double h) {
  const std::size_t n = start_.size();
  lu_.resize(n * n);
  for (std::size_t i = 0; i < n * n; ++i)
    lu_[i] = -jacobian_[i];
  for (std::size_t i = 0; i < n; ++i)
    lu_[i * n + i] += 1.0 / (kGamma * h);
  pivots_.resize(n);
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t p = c;
    for (std::size_t r = c + 1; r < n; ++r) {
      if (std::abs(lu_[r * n + c]) > std::abs(lu_[p * n + c])) p = r;
    }
    pivots_[c] = p;
    if (lu_[p * n + c] == 0.0) throw CallFailed(Status::kError, "the stiff solver met a singular matrix");
    if (p != c) std::swap_ranges(&lu_[c * n], &lu_[c * n] + n, &lu_[p * n]);
    for (std::size_t r = c + 1; r < n; ++r) {
      const double factor = lu_[r * n + c] /= lu_[c * n + c];
      for (std::size_t j = c + 1; j < n; ++j)
        lu_[r * n + j] -= factor * lu_[c * n + j];
    }
  }
}

void Rosenbrock::solve_stage(std::size_t stage, double h) {
  const std::size_t n = start_.size();
  std::vector<double>& k = k_[stage];
  k.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    k[i] = rate_[i] + h * kStageGamma[stage] * df_dt_[i];
    for (std::size_t j = 0; j < stage; ++j)
      k[i] += kC[stage][j] / h * k_[j][i];
  }
  for (std::size_t c = 0; c < n; ++c) {
    std::swap(k[c], k[pivots_[c]]);
    for (std::size_t r = c + 1; r < n; ++r)
      k[r] -= lu_[r * n + c] * k[c];
  }
  for (std::size_t r = n; r-- > 0;) {
    for (std::size_t j = r + 1; j < n; ++j)
      k[r] -= lu_[r * n + j] * k[j];
    k[r] /= lu_[r * n + r];
  }
}

double Rosenbrock::attempt(Component& c, double h, double to) {
  const std::size_t n = c.state_count();
  if (!differentiator_) differentiator_ = std::make_unique<Differentiator>(c);
  c.evaluate();
  differentiator_->load();
  differentiator_->jacobian(jacobian_, df_dt_);
  start_.resize(n);
  rate_.resize(n);
  for (std::size_t i = 0; i < n; ++i)
    start_[i] = c.state(i);
  factorize(h);

  // Moves to start + 2 k0 + last, at the end of the step, and takes the derivatives there.
  const auto move = [&](const std::vector<double>* last, const std::vector<double>* second_last) {
    for (std::size_t i = 0; i < n; ++i) {
      c.state(i) = start_[i] + 2.0 * k_[0][i] + (second_last != nullptr ? (*second_last)[i] : 0.0) +
                   (last != nullptr ? (*last)[i] : 0.0);
    }
    c.set_time(to);
    c.evaluate();
    for (std::size_t i = 0; i < n; ++i)
      rate_[i] = c.derivative(i);
  };
  for (std::size_t i = 0; i < n; ++i)
    rate_[i] = c.derivative(i);
  solve_stage(0, h);
  solve_stage(1, h);  // at the same point as the first
  move(nullptr, nullptr);
  solve_stage(2, h);
  move(&k_[2], nullptr);
  solve_stage(3, h);
  move(&k_[3], &k_[2]);

  // Without its last stage the method is of second order: the stage is an estimate of the error.
  double error = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double size = std::max(std::abs(start_[i]), std::abs(c.state(i)));
    const double ratio = std::abs(k_[3][i]) / (tolerance_ * (c.nominal(i) + size));
    if (!(ratio <= error)) error = ratio;  // a NaN stays
  }
  return error;
}

void Rosenbrock::step(Component& c, double h, double to) {
  const double shortest = kShortest * h;
  double at = c.time();
  double size = h;
  double end = to;
  for (;;) {
    const double error = attempt(c, size, end);
    const bool is_tiny = size <= shortest;
    if (error <= 1.0 || is_tiny) {
      if (end >= to) return;
      at = end;
    } else {
      for (std::size_t i = 0; i < start_.size(); ++i)
        c.state(i) = start_[i];
      c.set_time(at);
    }
    // Not a number however short the step: whoever asked for it will look at the states.
    if (is_tiny && std::isnan(error)) return c.set_time(to);
    const double factor = std::isnan(error) ? kLeastFactor : kSafety / std::cbrt(error);
    size = std::max(shortest, size * std::clamp(factor, kLeastFactor, kLargestFactor));
    const bool is_last = at + kRest * size >= to;
    end = is_last ? to : at + size;
    if (is_last) size = to - at;
  }
}

}  // namespace lockstep::exporter
