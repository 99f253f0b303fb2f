// SPDX-License-Identifier: Apache-2.0
#include "integrator.hpp"

#include <vector>

#include "rosenbrock.hpp"

namespace lockstep::exporter {
namespace {

/// x_i += h f_i(x_0 .. x_{i-1} new, x_i .. x_n old), one declared state variable after the other.
class SemiImplicitEuler final : public Integrator {
 public:
  void step(Component& c, double h, double to) override {
    for (const Component::StateBlock& block : c.state_blocks()) {
      if (!block.derivative_is_state) c.evaluate();
      for (std::size_t i = block.begin; i < block.end; ++i)
        c.state(i) += h * c.derivative(i);
      c.mark_changed();
    }
    c.set_time(to);
  }
};

/// Classical fourth-order Runge-Kutta.
class Rk4 final : public Integrator {
 public:
  void step(Component& c, double h, double to) override {
    const std::size_t n = c.state_count();
    start_.resize(n);
    sum_.resize(n);
    const double from = c.time();
    for (std::size_t i = 0; i < n; ++i)
      start_[i] = c.state(i);
    stage(c, h, 1.0, 0.5, from + 0.5 * h);
    stage(c, h, 2.0, 0.5, from + 0.5 * h);
    stage(c, h, 2.0, 1.0, to);
    c.evaluate();
    for (std::size_t i = 0; i < n; ++i)
      c.state(i) = start_[i] + h / 6.0 * (sum_[i] + c.derivative(i));
    c.set_time(to);
  }

 private:
  /// Adds weight * k to the sum and moves to start + fraction * h * k.
  void stage(Component& c, double h, double weight, double fraction, double time) {
    c.evaluate();
    stage_.resize(start_.size());
    for (std::size_t i = 0; i < start_.size(); ++i)
      stage_[i] = c.derivative(i);
    for (std::size_t i = 0; i < start_.size(); ++i) {
      sum_[i] = (weight == 1.0 ? 0.0 : sum_[i]) + weight * stage_[i];
      c.state(i) = start_[i] + fraction * h * stage_[i];
    }
    c.set_time(time);
  }

  // A derivative may itself be a state (der(a) of a pendulum), so it is copied before any state is written.
  std::vector<double> start_, sum_, stage_;
};

}  // namespace

std::unique_ptr<Integrator> make_integrator(const Solver& solver) {
  switch (solver.method()) {
    case Solver::Method::kSemiImplicitEuler:
      return std::make_unique<SemiImplicitEuler>();
    case Solver::Method::kStiff:
      return std::make_unique<Rosenbrock>(solver.relative_tolerance());
    case Solver::Method::kRk4:
      break;
  }
  return std::make_unique<Rk4>();
}

}  // namespace lockstep::exporter
