// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "columns.hpp"
#include "python.hpp"

namespace lockstep::python {

/// The rows of a run as Python sees them. Once the run has ended arrays are the memory of the columns, which
/// they keep alive; before, they are copies of the rows so far.
struct Result {
  std::shared_ptr<Columns> columns;
};

}  // namespace lockstep::python
