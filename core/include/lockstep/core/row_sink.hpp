// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lockstep/core/export.hpp"
#include "lockstep/core/span.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::core {

/// One recorded element: `element` points into a buffer of the stepper and is valid, and current, at every
/// row.
struct RecordColumn {
  std::string name;  ///< variable name; array elements as name[i,j], 1-based
  std::string unit;  ///< empty: none
  VariableType type{VariableType::kFloat64};
  const void* element{
      nullptr};  ///< double, float, std::[u]intN_t, bool, std::string or BinaryValue; enumerations int64
};

/// Takes the rows of a simulation: CSV, plot, memory.
class LOCKSTEP_CORE_EXPORT RowSink {
 public:
  virtual ~RowSink() = default;
  /// Once, before the first row. May throw Error.
  virtual void begin(Span<const RecordColumn> columns) = 0;
  /// One output point; read the elements now. False: cannot go on (disk full, ...); the simulation stops with
  /// an Error.
  [[nodiscard]] virtual bool row(double time_s) noexcept = 0;
  /// Once, after the last row, also when the simulation failed: what was recorded is never lost. May throw
  /// Error, which must say why row() answered false; may be called once more after that.
  virtual void end() = 0;
};

}  // namespace lockstep::core
