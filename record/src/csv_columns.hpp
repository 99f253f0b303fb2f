// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "csv_scanner.hpp"
#include "lockstep/core/input_table.hpp"
#include "lockstep/core/model_description.hpp"
#include "problems.hpp"

namespace lockstep::record {

/// Where the cells of one CSV column go.
struct CellTarget {
  std::size_t column{0};               ///< index into InputTable::columns
  std::optional<std::size_t> element;  ///< one element, row-major; empty: the whole variable
  bool usable{false};                  ///< false: the header cell was wrong, its cells are not looked at
};

struct BoundHeader {
  std::vector<core::InputTable::Column> columns;  ///< values are empty, of the right alternative
  std::vector<CellTarget> targets;                ///< one for each header cell after time
};

/// Finds the inputs a header names; `header[0]` is the time column. What is wrong goes to `problems`.
BoundHeader bind_header(Span<const CsvScanner::Cell> header, const core::ModelDescription& description,
                        Problems& problems);

}  // namespace lockstep::record
