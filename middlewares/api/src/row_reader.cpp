// SPDX-License-Identifier: Apache-2.0
#include "row_reader.hpp"

namespace lockstep::middlewares {

RowReader::RowReader(std::shared_ptr<runtime::Tap> tap, const std::vector<std::uint32_t>& ports)
    : reader_{std::move(tap)} {
  for (std::size_t column = 0; column < ports.size(); ++column) {
    if (columns_.size() <= ports[column]) columns_.resize(ports[column] + 1);
    columns_[ports[column]] = column;
  }
}

bool RowReader::next(SimTime latest) {
  SimTime previous = row_.stamp;
  if (!waits_ && !reader_.read(row_)) return false;
  // Stamps that go back belong to the new time; larger ones may still be of the old one.
  while (restarted_ && row_.stamp > latest && row_.stamp >= previous) {
    previous = row_.stamp;
    waits_ = false;
    if (!reader_.read(row_)) return false;
  }
  restarted_ = false;
  waits_ = row_.stamp > latest;
  return !waits_;
}

void RowReader::read(std::uint32_t port, core::Value& value) const {
  const runtime::TapColumn& column = reader_.tap().columns()[*columns_[port]];
  const bool is_real =
      column.info.type == core::VariableType::kFloat64 || column.info.type == core::VariableType::kFloat32;
  if (!is_real) {
    value = row_.value(column);
    return;
  }
  if (!std::holds_alternative<std::vector<double>>(value)) value = std::vector<double>{};
  auto& numbers = std::get<std::vector<double>>(value);
  numbers.resize(column.info.count);
  for (std::uint32_t i = 0; i < column.info.count; ++i)
    numbers[i] = row_.number(column, i);
}

}  // namespace lockstep::middlewares
