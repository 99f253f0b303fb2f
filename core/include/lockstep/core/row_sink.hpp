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

/// Takes the rows of a simulation: CSV, MCAP, plot, memory.
///
/// Call order: begin() once, then row() and flush() in any order, end(). One thread at a time.
class LOCKSTEP_CORE_EXPORT RowSink {
 public:
  virtual ~RowSink() = default;
  /// Once, before the first row. May throw Error.
  virtual void begin(Span<const RecordColumn> columns) = 0;
  /// One output point; read the elements now. False: cannot go on (disk full, ...); nothing more is accepted,
  /// and end() throws the reason. The caller decides whether the simulation goes on without this sink.
  [[nodiscard]] virtual bool row(double time_s) noexcept = 0;
  /// Hands all rows so far to the system, so that they survive the end of this process. A failure shows in
  /// the next row() and in end(). Nothing to do for a sink that keeps its rows in memory.
  virtual void flush() noexcept {}
  /// For a signal handler, before the process ends: completes the file as far as possible and makes no calls
  /// but those POSIX allows there. No row comes after it.
  virtual void end_now() noexcept {}
  /// Once, after the last row, also when the simulation failed: what was recorded is never lost. May throw
  /// Error, which names the file and says why row() answered false; may be called once more after that.
  virtual void end() = 0;
};

}  // namespace lockstep::core
