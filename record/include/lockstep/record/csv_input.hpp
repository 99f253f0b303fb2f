// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "lockstep/core/input_table.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::record {

/// Limits for hostile or mistaken files; all settable. Each is a diagnostic when exceeded.
struct CsvLimits {
  std::size_t max_bytes{std::size_t{2} << 30U};
  std::size_t max_columns{100'000};
  std::size_t max_rows{100'000'000};
  std::size_t max_problems{20};  ///< reading stops there: a file with that many has one cause
};

/// Reads input trajectories for `description` from a CSV file; "-" is standard input.
///
/// The first line names the columns: first `time` (seconds; or the name of the model's independent variable),
/// then inputs of the model, quoted where a name holds a comma. An array is one column whose cells hold all
/// elements separated by blanks, row-major, or one column for each element, named `name[i,j]`, 1-based.
/// Values are in the variables' units; Booleans true/false/1/0, enumerations by item name or number, Binary
/// in hexadecimal. Times must not decrease; two rows at the same time are a jump (see InputTable).
///
/// Nothing is guessed and nothing skipped: everything wrong in the file (an unknown, repeated or non-input
/// column, a missing array element, a wrong number of cells, a cell that is not a finite value of the
/// variable's type, decreasing time, a third row at one time) is collected and thrown once as
/// Error{kBadInput} whose diagnostics carry file, line, column, a stable id `csv-...` and a fix. Throws
/// Error{kNotFound, kUnreadable} when the file cannot be read. The table points into `description`.
core::InputTable read_input_csv(const std::filesystem::path& path, const core::ModelDescription& description,
                                const CsvLimits& limits = {});

/// The same from text already in memory; `file` is for messages.
core::InputTable parse_input_csv(std::string_view text, const std::string& file,
                                 const core::ModelDescription& description, const CsvLimits& limits = {});

}  // namespace lockstep::record
