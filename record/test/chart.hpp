// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lockstep/record/memory_recorder.hpp"

namespace lockstep::test {}

namespace lockstep::record::test {

using namespace lockstep::test;

struct Column {
  std::string name, unit;
  core::VariableType type{core::VariableType::kFloat64};
};

/// A recorder with `columns` and rows 0, 1, 2 at 0, 0.5, 1 s; every value is the number of its row.
inline MemoryRecorder recorded(const std::vector<Column>& columns) {
  double number = 0.0;
  bool truth = false;
  std::int32_t integer = 0;
  const std::string text = "text";
  std::vector<core::RecordColumn> record_columns;
  for (const Column& column : columns) {
    const void* element = &number;
    if (column.type == core::VariableType::kBoolean) element = &truth;
    if (column.type == core::VariableType::kInt32) element = &integer;
    if (column.type == core::VariableType::kString) element = &text;
    record_columns.push_back({column.name, column.unit, column.type, element});
  }
  MemoryRecorder recorder{{1000, 100'000}};
  recorder.begin(record_columns);
  for (int k = 0; k < 3; ++k) {
    number = integer = k;
    truth = k != 0;
    if (!recorder.row(0.5 * k)) throw std::logic_error{"a recorder in memory takes every row"};
  }
  recorder.end();
  return recorder;
}

}  // namespace lockstep::record::test
