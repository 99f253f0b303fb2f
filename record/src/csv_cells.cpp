// SPDX-License-Identifier: Apache-2.0
#include "csv_cells.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "lockstep/core/number_text.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::record {
namespace {

using core::Variable;
using core::VariableType;
using Cell = CsvScanner::Cell;

bool is_float(VariableType type) noexcept {
  return type == VariableType::kFloat64 || type == VariableType::kFloat32;
}

struct Range {
  std::int64_t min;
  std::uint64_t max;
};

template <class T>
constexpr Range range() {
  return {static_cast<std::int64_t>(std::numeric_limits<T>::min()),
          static_cast<std::uint64_t>(std::numeric_limits<T>::max())};
}

Range range_of(VariableType type) {
  switch (type) {
    case VariableType::kInt8:
      return range<std::int8_t>();
    case VariableType::kUInt8:
      return range<std::uint8_t>();
    case VariableType::kInt16:
      return range<std::int16_t>();
    case VariableType::kUInt16:
      return range<std::uint16_t>();
    case VariableType::kInt32:
      return range<std::int32_t>();
    case VariableType::kUInt32:
      return range<std::uint32_t>();
    case VariableType::kUInt64:
      return range<std::uint64_t>();
    default:
      return range<std::int64_t>();
  }
}

/// Whether every element fits the type: integers their width, floating-point numbers finite.
bool fits(VariableType type, const core::Value& value) {
  const Range allowed = range_of(type);
  if (const auto* const integers = std::get_if<std::vector<std::int64_t>>(&value)) {
    for (const std::int64_t integer : *integers)
      if (integer < allowed.min || (integer > 0 && static_cast<std::uint64_t>(integer) > allowed.max))
        return false;
  } else if (const auto* const unsigned_integers = std::get_if<std::vector<std::uint64_t>>(&value)) {
    for (const std::uint64_t integer : *unsigned_integers)
      if (integer > allowed.max) return false;
  } else if (const auto* const numbers = std::get_if<std::vector<double>>(&value)) {
    const double largest = type == VariableType::kFloat32
                               ? static_cast<double>(std::numeric_limits<float>::max())
                               : std::numeric_limits<double>::max();
    for (const double number : *numbers)
      if (!(std::abs(number) <= largest)) return false;
  }
  return true;
}

std::string expectation(VariableType type) {
  if (is_float(type)) return "a finite " + std::string{to_string(type)};
  const Range allowed = range_of(type);
  return "from " + std::to_string(allowed.min) + " to " + std::to_string(allowed.max);
}

std::size_t size_of(const core::Value& value) {
  return std::visit([](const auto& elements) { return elements.size(); }, value);
}

/// Puts the elements of `from` at `first`, making room.
void store(core::Value& to, const core::Value& from, std::size_t first) {
  std::visit(
      [&](auto& elements) {
        const auto& source = std::get<std::decay_t<decltype(elements)>>(from);
        if (elements.size() < first + source.size()) elements.resize(first + source.size());
        for (std::size_t i = 0; i < source.size(); ++i)
          elements[first + i] = source[i];
      },
      to);
}

void add_unfit(const Cell& cell, const Variable& variable, Problems& problems) {
  problems.add(
      cell, "out-of-range",
      quoted(cell.text) + " for '" + std::string{variable.name} + "' is not " + expectation(variable.type),
      "inputs must be finite and within the range of their type");
}

/// The case that large files are made of: one floating-point number, without any allocation.
void read_float(const Cell& cell, std::size_t position, core::InputTable::Column& column,
                Problems& problems) {
  const Variable& variable = *column.variable;
  const std::optional<double> value = core::parse_double(cell.text);
  if (!value) {
    const bool comma = cell.text.find(',') != std::string_view::npos;
    problems.add(cell, "bad-number",
                 quoted(cell.text) + " is not a number; '" + std::string{variable.name} + "' is a " +
                     std::string{to_string(variable.type)},
                 comma ? "write decimals with a point" : "write numbers like 0.25 or 2.5e-1");
    return;
  }
  const double largest = variable.type == VariableType::kFloat32 ? std::numeric_limits<float>::max()
                                                                 : std::numeric_limits<double>::max();
  if (!(std::abs(*value) <= largest)) return add_unfit(cell, variable, problems);
  auto& elements = std::get<std::vector<double>>(column.values);
  if (elements.size() <= position) elements.resize(position + 1);
  elements[position] = *value;
}

}  // namespace

std::string quoted(std::string_view text, std::size_t shown) {
  if (text.size() <= shown) return '\'' + std::string{text} + '\'';
  return '\'' + std::string{text.substr(0, shown)} + "...'";
}

void read_cell(const Cell& cell, const CellTarget& target, std::size_t row,
               const core::ModelDescription& description, core::InputTable::Column& column,
               Problems& problems) {
  const Variable& variable = *column.variable;
  const bool whole_array = variable.is_array() && !target.element;
  const std::size_t first = row * column.width + target.element.value_or(0);
  if (is_float(variable.type) && !whole_array) return read_float(cell, first, column, problems);

  Variable wanted = variable;
  if (!whole_array) wanted.dimensions = {};
  Span<const core::EnumerationItem> items;
  if (variable.declared_type != core::kNone)
    items = description.type_definitions()[variable.declared_type].items;
  try {
    const core::Value value = core::parse_value(wanted, cell.text, items);
    if (size_of(value) != (whole_array ? column.width : 1)) {
      problems.add(cell, "element-count",
                   quoted(cell.text) + " has " + std::to_string(size_of(value)) + " elements; '" +
                       std::string{variable.name} + "' has " + std::to_string(column.width),
                   "separate the elements by blanks, row by row");
    } else if (!fits(variable.type, value)) {
      add_unfit(cell, variable, problems);
    } else {
      store(column.values, value, first);
    }
  } catch (const Error& error) {
    problems.add(cell, "bad-value", error.message(), "");
  }
}

}  // namespace lockstep::record
