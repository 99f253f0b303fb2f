// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "component.hpp"

namespace lockstep::exporter {

/// An element of a Real variable.
struct RealElement {
  std::size_t variable;
  std::size_t element;
};

/// Exact derivatives of a model at the component's current point, by the model's twin compiled with dual
/// numbers.
class Differentiator {
 public:
  /// Throws CallRefused when the model is no template and so has no twin.
  explicit Differentiator(Component& component);

  /// Takes over the component's values; all seeds are zero afterwards. To be called whenever the component
  /// has changed.
  void load();

  /// out = J seed with J the partial derivatives of unknowns with respect to knowns.
  void directional(const std::vector<RealElement>& unknowns, const std::vector<RealElement>& knowns,
                   const double* seed, double* out);
  /// out = J^T seed.
  void adjoint(const std::vector<RealElement>& unknowns, const std::vector<RealElement>& knowns,
               const double* seed, double* out);
  /// Total derivative with respect to time along the model's motion: states move with their derivatives,
  /// inputs with the slopes the importer gave.
  double time_derivative(RealElement unknown);
  /// Row-major n x n matrix of d(derivative i)/d(state j), and d(derivative i)/dt at fixed states.
  void jacobian(std::vector<double>& df_dx, std::vector<double>& df_dt);

 private:
  Dual& at(RealElement e);
  void seed_input_motion();
  void clear_seeds();
  void evaluate();
  std::vector<RealElement> state_elements() const;
  std::vector<RealElement> derivative_elements() const;

  Component* component_;
  const Description* offsets_;
  std::unique_ptr<AnyModel> dual_;
  std::uint8_t* base_;
  ByteWriter buffer_;
};

}  // namespace lockstep::exporter
