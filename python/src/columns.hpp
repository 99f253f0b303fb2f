// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "lockstep/core/row_sink.hpp"

namespace lockstep::python {

/// All rows of a run in memory, column by column: what Python shows as arrays. Knows nothing of Python.
class Columns final : public core::RowSink {
 public:
  /// Numbers as their own type, so that an array of Python is this memory.
  using Data = std::variant<std::vector<double>, std::vector<float>, std::vector<std::int8_t>,
                            std::vector<std::uint8_t>, std::vector<std::int16_t>, std::vector<std::uint16_t>,
                            std::vector<std::int32_t>, std::vector<std::uint32_t>, std::vector<std::int64_t>,
                            std::vector<std::uint64_t>, std::vector<std::string>,
                            std::vector<std::vector<std::uint8_t>>>;
  struct Column {
    std::string name, unit;
    core::VariableType type{core::VariableType::kFloat64};
    Data data;  ///< Booleans and clocks as 0 and 1 in bytes
  };

  void begin(Span<const core::RecordColumn> columns) override;
  /// False when there is no more memory.
  [[nodiscard]] bool row(double time_s) noexcept override;
  void end() override { complete_ = true; }
  /// No row comes any more, so that the columns stay where they are.
  bool complete() const noexcept { return complete_; }

  const std::vector<double>& time_s() const noexcept { return time_s_; }
  const std::vector<Column>& columns() const noexcept { return columns_; }
  /// Null when no column has this name.
  const Column* find(std::string_view name) const noexcept;

 private:
  struct Source {
    const void* element;
    void* values;                                       // the vector in the column
    void (*append)(const void* element, void* values);  // by its type
  };
  std::vector<double> time_s_;
  std::vector<Column> columns_;
  std::vector<Source> sources_;
  bool complete_{false};
};

}  // namespace lockstep::python
