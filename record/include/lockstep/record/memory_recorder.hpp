// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lockstep/core/row_sink.hpp"
#include "lockstep/record/extremes.hpp"

namespace lockstep::record {

/// Keeps what a summary and a plot need of a simulation, in bounded memory however long it runs.
///
/// The summary (smallest, largest and last value of every column) is exact. The points for plots are the rows
/// themselves as long as there are fewer than `max_points`; then neighbouring points are merged, four into
/// the two that are the smallest and the largest of them, in their order, and again whenever the memory is
/// full. So a spike of a single step stays visible after a hundred million steps. Merged points keep their
/// time to within one bucket, i.e. about 2 / max_points of the run.
///
/// Call order: begin() once, row()..., end(); results are valid after end(). row() does not allocate. One
/// thread at a time.
class MemoryRecorder final : public core::RowSink {
 public:
  struct Options {
    std::size_t max_points{0};  ///< for each column; 0: summary only; rounded down to a multiple of 4
    std::size_t max_total_points{
        4'000'000};  ///< for all columns together (8 bytes each), at least 64 a column
  };

  struct Series {
    std::string name;
    std::string unit;  ///< empty: none
    core::VariableType type{core::VariableType::kFloat64};
    /// Booleans and clocks count as 0 and 1. NaN in all three: no row, only NaN rows, or String and Binary.
    double min{std::numeric_limits<double>::quiet_NaN()};
    double max{std::numeric_limits<double>::quiet_NaN()};
    double last{std::numeric_limits<double>::quiet_NaN()};
    std::string last_text;       ///< String only; the first 200 bytes
    std::vector<double> points;  ///< as long as time_s(); empty for String and Binary
    bool is_number() const noexcept {
      return type != core::VariableType::kString && type != core::VariableType::kBinary;
    }
  };

  explicit MemoryRecorder(Options options) noexcept : options_{options} {}

  void begin(Span<const core::RecordColumn> columns) override;
  [[nodiscard]] bool row(double time_s) noexcept override;
  void end() override;

  std::uint64_t rows() const noexcept { return rows_; }
  const std::vector<double>& time_s() const noexcept { return time_s_; }
  const std::vector<Series>& series() const noexcept { return series_; }

 private:
  struct Column {
    core::VariableType type;
    const void* element;
    std::size_t series;  ///< index
    Extremes bucket;     ///< of the rows since the last stored point
    Extremes whole;      ///< of all rows before
    double last{0.0};
  };
  struct TextColumn {
    const std::string* element;
    std::size_t series;  ///< index
  };

  void close_bucket() noexcept;
  void merge_points() noexcept;

  Options options_;
  std::vector<Series> series_;
  std::vector<Column> columns_;  // numeric ones
  std::vector<TextColumn> text_columns_;
  std::vector<double> time_s_;
  std::size_t capacity_{0};  // points a column may have; a multiple of 4
  std::uint64_t rows_per_bucket_{1};
  std::uint64_t rows_in_bucket_{0};
  double bucket_start_s_{0.0};
  double last_time_s_{0.0};
  std::uint64_t rows_{0};
};

}  // namespace lockstep::record
