// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lockstep/core/row_sink.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::core {

/// The recorded variables of a run and the sinks that take their rows. Sinks that were begun are always
/// ended: by end(), or by the destructor when an exception is on its way (what was recorded is never lost).
class Recording {
 public:
  /// Binds the named variables or elements (empty: all outputs) as groups of one type each. Sinks must
  /// outlive the recording. Throws Error{kNotFound} for names the model does not have.
  Recording(Stepper& stepper, Span<const std::string> names, std::vector<RowSink*> sinks);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Opens the sinks. Throws what they throw.
  void begin();
  /// Throws Error{kSystem} when a sink cannot go on.
  void row(double time_s);
  void end();
  std::uint64_t rows() const noexcept { return rows_; }

 private:
  std::vector<RecordColumn> columns_;
  std::vector<RowSink*> sinks_;
  std::size_t begun_{0};
  std::uint64_t rows_{0};
};

}  // namespace lockstep::core
