// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "coupling.hpp"

namespace lockstep::network {

/// J = d(values that the sources have at the end of a step) / d(values that the inputs are given for it), for
/// the unknowns of a master that iterates, and the solution of (I - J) dx = r. Columns of a component without
/// states come from its directional derivatives where it has them; others from steps with changed inputs,
/// which need Component::save at the start of the step.
class InterfaceJacobian {
 public:
  /// `unknowns`: links. Allocates all it needs.
  void prepare(const Coupling& coupling, const std::vector<std::size_t>& unknowns);

  /// Afterwards the components are where they are after a step with Coupling::used. False when one fails.
  bool compute(Coupling& coupling, const core::StepInterval& interval) noexcept;
  /// `values`: r in, dx out. False where I - J is singular.
  bool solve(std::vector<double>& values) noexcept;

  bool usable_for(double size_s) const noexcept { return size_s_ == size_s; }
  void forget() noexcept { size_s_ = 0.0; }

 private:
  /// A source of an unknown among the outputs of one component.
  struct Effect {
    std::size_t row;
    const double* from;
    double factor;
    std::size_t place;  // in the sensitivities of the component
    double base;        // *from at the inputs that are not changed
  };
  struct Column {
    std::size_t unknown, link;
    core::ValueReference input;
    std::size_t element, element_count;  // of the input
  };
  struct Part {
    std::size_t component;
    bool by_derivatives;
    std::vector<Column> columns;
    std::vector<Effect> effects;
    std::vector<core::ValueReference> outputs;
    std::vector<double> seed, sensitivities;
  };
  bool by_derivatives(Coupling& coupling, Part& part) noexcept;
  bool by_differences(Coupling& coupling, Part& part, const core::StepInterval& interval) noexcept;
  bool factorize() noexcept;
  double& at(std::size_t row, std::size_t column) noexcept { return matrix_[row * size_ + column]; }

  std::size_t size_{0};
  double size_s_{0.0};  // of the step it is for; 0: none
  std::vector<Part> parts_;
  std::vector<double> matrix_;  // J, then the factors of I - J
  std::vector<std::size_t> pivots_;
};

}  // namespace lockstep::network
