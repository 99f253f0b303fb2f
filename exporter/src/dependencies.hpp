// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "prototype.hpp"

namespace lockstep::exporter {

/// An element of a variable, in a list of dependencies.
struct Source {
  std::size_t variable;
  std::size_t element;
};

/// What each element of each Real variable is computed from, by variable index and element.
using SourceTable = std::vector<std::vector<std::vector<Source>>>;

struct Dependencies {
  SourceTable simulating;    ///< from inputs, states, parameters, discrete Reals and time
  SourceTable initializing;  ///< from inputs and everything with a start value
};

/// Finds them by running the model with Trace numbers. Nothing if they cannot be known for sure: the model is
/// no template, compares Reals (another branch may depend on others), or has variables or memory that are no
/// Reals.
std::optional<Dependencies> find_dependencies(const Prototype& prototype);

}  // namespace lockstep::exporter
