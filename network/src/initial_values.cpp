// SPDX-License-Identifier: Apache-2.0
#include "initial_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lockstep/core/number_text.hpp"

namespace lockstep::network {
namespace {

constexpr int kMaxIterations = 50;
constexpr double kTolerance = 1e-10;  ///< relative, where the models allow it
constexpr double kAcceptable = 1e-6;  ///< relative, when nothing better is found
/// Derivatives by differences are wrong by 1e-16 / kChange: a pivot this small may be 0.
constexpr double kSingular = 1e-8;
constexpr double kChange = 1e-6;  ///< share of a value by which it is changed for a derivative

/// Gaussian elimination with partial pivoting; false where the matrix is singular.
bool solve(std::vector<double> matrix, std::vector<double>& values) {
  const std::size_t n = values.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::fabs(matrix[i * n + k]) > std::fabs(matrix[pivot * n + k])) pivot = i;
    if (!(std::fabs(matrix[pivot * n + k]) > kSingular)) return false;
    for (std::size_t j = 0; j < n; ++j)
      std::swap(matrix[k * n + j], matrix[pivot * n + j]);
    std::swap(values[k], values[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = matrix[i * n + k] / matrix[k * n + k];
      for (std::size_t j = k; j < n; ++j)
        matrix[i * n + j] -= factor * matrix[k * n + j];
      values[i] -= factor * values[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j)
      values[k] -= matrix[k * n + j] * values[j];
    values[k] /= matrix[k * n + k];
  }
  return true;
}

class Initialization {
 public:
  Initialization(Coupling& coupling, const core::ExperimentSetup& setup)
      : coupling_{coupling}, setup_{setup} {
    for (std::size_t d = 0; d < coupling.links.size(); ++d) {
      if (!coupling.graph.algebraic[coupling.links[d].wire]) continue;
      unknowns_.push_back(d);
      x_.push_back(*coupling.links[d].start);
    }
    initialized_.assign(coupling.components.size(), false);
  }

  void enter() {
    for (const auto& component : coupling_.components)
      if (component->stepper().capabilities().initialization_mode)
        component->stepper().enter_initialization(setup_);
  }
  /// Passes values on until they no longer change, with the unknowns as they are.
  void settle();
  void solve_loops();
  void leave();
  const std::vector<std::string>& early() const noexcept { return early_; }

 private:
  void give_inputs(std::size_t component);
  bool settled() const noexcept;
  void write(const Link& link, double value) const noexcept {
    *link.start = value;
    if (link.end != nullptr) *link.end = value;
  }
  /// Scaled by the size of the values.
  double residual(std::vector<double>& difference);
  std::vector<double> matrix(const std::vector<double>& difference);
  [[noreturn]] void give_up(double norm) const;

  Coupling& coupling_;
  const core::ExperimentSetup& setup_;
  std::vector<std::size_t> unknowns_;  // links of algebraic loops
  std::vector<double> x_;
  std::vector<bool> initialized_;  // components without initialisation mode
  std::vector<std::string> early_;
};

void Initialization::give_inputs(std::size_t component) {
  const Coupling::Range range = coupling_.links_of[component];
  for (std::size_t d = range.first; d < range.last; ++d) {
    const Link& link = coupling_.links[d];
    if (!coupling_.graph.algebraic[link.wire]) write(link, coupling_.evaluate(link));
  }
  coupling_.move_others(component);
}

bool Initialization::settled() const noexcept {
  for (const Link& link : coupling_.links) {
    const double value = coupling_.evaluate(link);
    const bool same = value == *link.start || (std::isnan(value) && std::isnan(*link.start));
    if (!coupling_.graph.algebraic[link.wire] && !same) return false;
  }
  return true;
}

void Initialization::settle() {
  for (std::size_t i = 0; i < unknowns_.size(); ++i)
    write(coupling_.links[unknowns_[i]], x_[i]);
  // One round is enough where the order of the components has no exceptions.
  for (std::size_t round = 0; round <= coupling_.components.size() + 1; ++round) {
    for (const std::size_t c : coupling_.graph.order) {
      core::Stepper& stepper = coupling_.components[c]->stepper();
      if (initialized_[c]) continue;
      give_inputs(c);
      if (stepper.capabilities().initialization_mode) {
        stepper.evaluate_initial();
        continue;
      }
      stepper.initialize(setup_);
      initialized_[c] = true;
      if (coupling_.links_of[c].first != coupling_.links_of[c].last)
        early_.push_back(coupling_.components[c]->name());
    }
    if (settled()) return;
  }
}

double Initialization::residual(std::vector<double>& difference) {
  settle();
  double norm = 0.0;
  for (std::size_t i = 0; i < unknowns_.size(); ++i) {
    const Link& link = coupling_.links[unknowns_[i]];
    const double value = coupling_.evaluate(link);
    difference[i] = value - x_[i];
    const double scaled = std::fabs(difference[i]) / std::max(std::fabs(value), link.nominal);
    norm = scaled <= norm ? norm : scaled;  // NaN stays
  }
  return norm;
}

// I - J by differences.
std::vector<double> Initialization::matrix(const std::vector<double>& difference) {
  const std::size_t n = unknowns_.size();
  std::vector<double> result(n * n), changed(n);
  for (std::size_t j = 0; j < n; ++j) {
    const double value = x_[j];
    x_[j] += kChange * std::max(std::fabs(value), coupling_.links[unknowns_[j]].nominal);
    const double change = x_[j] - value;
    residual(changed);
    x_[j] = value;
    for (std::size_t i = 0; i < n; ++i)
      result[i * n + j] = -(changed[i] - difference[i]) / change;
  }
  return result;
}

void Initialization::give_up(double norm) const {
  std::string cycles;
  for (const auto& loop : coupling_.graph.loops)
    cycles += "\n  " + cycle_text(loop, coupling_.wires);
  throw Error{
      ErrorCode::kFmuFailed,
      fmt::format("the algebraic loop has no solution that was found at the start; its values differ by {} "
                  "(relative). Give start values near a solution, or break it (loops: break):{}",
                  core::to_text(norm), cycles)};
}

void Initialization::solve_loops() {
  if (unknowns_.empty()) return settle();
  std::vector<double> difference(unknowns_.size());
  double norm = residual(difference);
  double best = norm;
  for (int iteration = 0; iteration < kMaxIterations && !(norm <= kTolerance); ++iteration) {
    std::vector<double> step = difference;
    if (!solve(matrix(difference), step)) step = difference;
    const std::vector<double> before = x_;
    // Shorter steps where a whole one makes it worse.
    double share = 1.0;
    do {
      for (std::size_t i = 0; i < x_.size(); ++i)
        x_[i] = before[i] + share * step[i];
      norm = residual(difference);
      share *= 0.5;
    } while (!(norm < best) && share > 1e-3);
    if (!(norm < best)) break;
    best = norm;
  }
  if (!(norm <= kAcceptable)) give_up(norm);
}

void Initialization::leave() {
  for (const std::size_t c : coupling_.graph.order) {
    if (initialized_[c]) continue;
    give_inputs(c);
    coupling_.components[c]->stepper().exit_initialization();
  }
}

}  // namespace

void initialize_components(Coupling& coupling, const core::ExperimentSetup& setup, LoopPolicy loops,
                           std::vector<std::string>& notes) {
  Initialization start{coupling, setup};
  start.enter();
  if (loops == LoopPolicy::kBreak)
    start.settle();
  else
    start.solve_loops();
  start.leave();
  for (const std::string& name : start.early())
    notes.push_back(
        fmt::format("'{}' has no initialisation mode; it was initialised once, with the values its inputs "
                    "had then",
                    name));
}

}  // namespace lockstep::network
