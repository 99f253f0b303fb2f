// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "lockstep/adapter/adapter.hpp"

namespace lockstep::adapter {

/// The inputs of one type (and one set of clocks): their trajectories and, once bound, the stepper's buffer.
/// One FMI call a step.
class InputGroup {
 public:
  virtual ~InputGroup() = default;

  /// Set-up: one more input; returns its place.
  virtual std::size_t add_variable(const core::Variable& variable, std::size_t width, bool linear) = 0;
  /// Set-up: array sizes may have changed. Points of those that did are gone.
  virtual void resize(std::size_t place, std::size_t width) = 0;
  /// Once.
  virtual void bind(core::Stepper& stepper) = 0;

  virtual PointResult add(std::size_t place, SimTime at, const core::Value& value) = 0;
  virtual PointResult add_number(std::size_t place, SimTime at, double value) = 0;
  /// A point at `at` with `value` unless there is one at or before it. An empty value is the start value the
  /// stepper knows.
  virtual void seed(std::size_t place, SimTime at, const core::Value* value) = 0;
  /// Writes all values at the instant into the stepper's buffer.
  virtual void sample(std::int64_t now_ns, double fraction_ns) noexcept = 0;
  virtual void clear() noexcept = 0;
};

std::unique_ptr<InputGroup> make_input_group(core::VariableType type, const AdapterOptions& options);

}  // namespace lockstep::adapter
