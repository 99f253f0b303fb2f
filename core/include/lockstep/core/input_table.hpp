// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "lockstep/core/value.hpp"

namespace lockstep::core {

/// Input trajectories of a simulation: columns of values over one common, non-decreasing time axis.
/// Continuous Float32/Float64 inputs are linear between rows, all others keep their value until the next row.
/// Two rows with the same time are a jump: the first is the left limit, the last holds from then on. Before
/// the first row the first value holds, after the last row the last.
struct InputTable {
  struct Column {
    const Variable* variable{nullptr};
    std::size_t width{1};  ///< elements of the variable
    /// values[row * width + element]; the alternative fits the variable's type (see Value).
    Value values;
  };
  std::vector<double> time_s;
  std::vector<Column> columns;

  bool empty() const noexcept { return time_s.empty() || columns.empty(); }
};

}  // namespace lockstep::core
