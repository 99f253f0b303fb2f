// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "csv_columns.hpp"
#include "csv_scanner.hpp"
#include "lockstep/core/input_table.hpp"
#include "lockstep/core/model_description.hpp"
#include "problems.hpp"

namespace lockstep::record {

/// Reads one cell of an input column into `row` of the table: a finite value of the variable's type and, for
/// a whole array, of its shape. Anything else goes to `problems` and leaves a gap in the table, which then is
/// never used.
void read_cell(const CsvScanner::Cell& cell, const CellTarget& target, std::size_t row,
               const core::ModelDescription& description, core::InputTable::Column& column,
               Problems& problems);

/// The text in quotes for a message, cut after so many bytes.
std::string quoted(std::string_view text, std::size_t shown = 40);

}  // namespace lockstep::record
