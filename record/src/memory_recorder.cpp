// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/memory_recorder.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::record {
namespace {

using core::VariableType;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kShownText = 200;

template <class T>
double as_double(const void* element) noexcept {
  return static_cast<double>(*static_cast<const T*>(element));
}

double load(VariableType type, const void* element) noexcept {
  switch (type) {
    case VariableType::kFloat64:
      return *static_cast<const double*>(element);
    case VariableType::kFloat32:
      return as_double<float>(element);
    case VariableType::kInt8:
      return as_double<std::int8_t>(element);
    case VariableType::kUInt8:
      return as_double<std::uint8_t>(element);
    case VariableType::kInt16:
      return as_double<std::int16_t>(element);
    case VariableType::kUInt16:
      return as_double<std::uint16_t>(element);
    case VariableType::kInt32:
      return as_double<std::int32_t>(element);
    case VariableType::kUInt32:
      return as_double<std::uint32_t>(element);
    case VariableType::kInt64:
    case VariableType::kEnumeration:
      return as_double<std::int64_t>(element);
    case VariableType::kUInt64:
      return as_double<std::uint64_t>(element);
    case VariableType::kBoolean:
    case VariableType::kClock:
      return as_double<bool>(element);
    case VariableType::kString:
    case VariableType::kBinary:
      break;
  }
  return kNaN;
}

}  // namespace

void MemoryRecorder::begin(Span<const core::RecordColumn> columns) {
  for (const core::RecordColumn& column : columns) {
    series_.push_back({column.name, column.unit, column.type, kNaN, kNaN, kNaN, {}, {}});
    const std::size_t index = series_.size() - 1;
    if (series_.back().is_number()) columns_.push_back({column.type, column.element, index, {}, {}});
    if (column.type == VariableType::kString) {
      text_columns_.push_back({static_cast<const std::string*>(column.element), index});
      series_.back().last_text.reserve(kShownText);
    }
  }
  if (options_.max_points == 0) {
    rows_per_bucket_ = std::numeric_limits<std::uint64_t>::max();
    return;
  }
  constexpr std::size_t kFewest = 64;
  const std::size_t share = options_.max_total_points / (columns_.size() + 1);
  capacity_ = std::max(std::min(options_.max_points, share), kFewest) / 4 * 4;
  // Room now, so that row() never allocates; three more for the end of the run.
  time_s_.reserve(capacity_ + 3);
  for (const Column& column : columns_)
    series_[column.series].points.reserve(capacity_ + 3);
}

bool MemoryRecorder::row(double time_s) noexcept {
  if (rows_in_bucket_ == 0) bucket_start_s_ = time_s;
  last_time_s_ = time_s;
  for (Column& column : columns_)
    column.bucket.add(column.last = load(column.type, column.element));
  for (const TextColumn& column : text_columns_)
    series_[column.series].last_text.assign(*column.element, 0, kShownText);
  ++rows_;
  if (++rows_in_bucket_ == rows_per_bucket_) close_bucket();
  return true;
}

void MemoryRecorder::close_bucket() noexcept {
  const bool one_row = rows_in_bucket_ == 1;
  if (capacity_ > 0) {
    time_s_.push_back(bucket_start_s_);
    if (!one_row) time_s_.push_back(last_time_s_);
  }
  for (Column& column : columns_) {
    if (capacity_ > 0) {
      std::vector<double>& points = series_[column.series].points;
      points.push_back(column.bucket.first());
      if (!one_row) points.push_back(column.bucket.second());
    }
    column.whole.add(column.bucket);
    column.bucket = {};
  }
  rows_in_bucket_ = 0;
  if (capacity_ > 0 && time_s_.size() >= capacity_) merge_points();
}

void MemoryRecorder::merge_points() noexcept {
  halve_times(time_s_);
  for (const Column& column : columns_)
    halve_points(series_[column.series].points);
  rows_per_bucket_ = rows_per_bucket_ == 1 ? 4 : 2 * rows_per_bucket_;  // a bucket of one row is one point
}

void MemoryRecorder::end() {
  if (rows_ == 0) return;
  const bool merged = rows_per_bucket_ > 1 && capacity_ > 0;
  if (rows_in_bucket_ > 0) close_bucket();
  if (merged) time_s_.push_back(last_time_s_);  // curves end at the value they end with
  for (const Column& column : columns_) {
    Series& series = series_[column.series];
    series.last = column.last;
    if (merged) series.points.push_back(series.last);
    series.min = column.whole.low();
    series.max = column.whole.high();
  }
}

}  // namespace lockstep::record
