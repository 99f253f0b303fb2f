// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "differentiator.hpp"
#include "integrator.hpp"

namespace lockstep::exporter {

/// Linearly implicit method Rodas3: third order, L-stable, stiffly accurate (A. Sandu et al., Benchmarking
/// stiff ODE solvers for atmospheric chemistry problems II, 1997). One factorisation and three evaluations a
/// step, no iteration that could fail to converge. The Jacobian is exact. A step whose estimated error is
/// larger than `tolerance` times (nominal + magnitude) of a state is taken in shorter ones.
class Rosenbrock final : public Integrator {
 public:
  explicit Rosenbrock(double tolerance) : tolerance_(tolerance) {}
  void step(Component& c, double h, double to) override;

 private:
  /// One step. Returns its estimated error over what is allowed; NaN if a state is none.
  double attempt(Component& c, double h, double to);
  /// Solves (I / (gamma h) - J) k_s = f + sum_j c_sj / h k_j + h gamma_s df/dt.
  void solve_stage(std::size_t stage, double h);
  void factorize(double h);

  double tolerance_;
  std::unique_ptr<Differentiator> differentiator_;
  std::vector<double> start_, rate_, jacobian_, df_dt_, lu_;
  std::vector<std::size_t> pivots_;
  std::vector<double> k_[4];
};

}  // namespace lockstep::exporter
