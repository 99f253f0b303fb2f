// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lockstep/core/span.hpp"

namespace lockstep::core {

/// A variable that every step reads from the model (Stepper::output). Costs what a bound group costs; valid
/// as long as its stepper.
template <class T>
class Output {
 public:
  explicit Output(Span<const T> elements) noexcept : elements_{elements} {}
  /// After the last step; of an array, the first element.
  const T& value() const noexcept { return elements_[0]; }
  const T& operator[](std::size_t element) const noexcept { return elements_[element]; }
  std::size_t size() const noexcept { return elements_.size(); }
  Span<const T> elements() const noexcept { return elements_; }

 private:
  Span<const T> elements_;
};

/// A variable that every step hands to the model (Stepper::input): the value stays until it is changed.
template <class T>
class Input {
 public:
  explicit Input(Span<T> elements) noexcept : elements_{elements} {}
  /// From the next step on; of an array, the first element.
  void set(const T& value) const { elements_[0] = value; }
  T& operator[](std::size_t element) const noexcept { return elements_[element]; }
  std::size_t size() const noexcept { return elements_.size(); }
  Span<T> elements() const noexcept { return elements_; }

 private:
  Span<T> elements_;
};

}  // namespace lockstep::core
