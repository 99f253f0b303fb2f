// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "lockstep/core/stepper.hpp"

namespace lockstep::adapter {

/// The outputs of one type (and one set of clocks) and the stepper's buffer of their values.
class OutputGroup {
 public:
  virtual ~OutputGroup() = default;
  /// Set-up: one more output; returns its place.
  virtual std::size_t add_variable(const core::Variable& variable) = 0;
  /// Once; element counts are taken from the stepper.
  virtual void bind(core::Stepper& stepper) = 0;
  /// The first element as a number; 0 for texts and bytes.
  virtual double number(std::size_t place) const noexcept = 0;
  /// Where the value of a bound scalar of type Float64 is; null for all else.
  virtual const double* scalar_float64(std::size_t place) const noexcept = 0;
  /// All elements; the memory of `value` is used again.
  virtual void read(std::size_t place, core::Value& value) const = 0;
};

std::unique_ptr<OutputGroup> make_output_group(core::VariableType type);

}  // namespace lockstep::adapter
