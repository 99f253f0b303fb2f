// SPDX-License-Identifier: Apache-2.0
#include "simulation/input_player.hpp"

#include <limits>
#include <map>

#include "stepper/element_types.hpp"

namespace lockstep::core {
namespace {

bool runs_on_lines(const Variable& variable) noexcept {
  return variable.type == VariableType::kFloat64 && variable.causality == Causality::kInput &&
         variable.variability == Variability::kContinuous;
}

}  // namespace

InputPlayer::InputPlayer(Stepper& stepper, const InputTable& table) : table_{table} {
  if (table.empty()) return;
  std::vector<const InputTable::Column*> lines;
  std::map<VariableType, std::vector<const InputTable::Column*>> stairs;
  for (const InputTable::Column& column : table.columns) {
    if (runs_on_lines(*column.variable))
      lines.push_back(&column);
    else
      stairs[column.variable->type].push_back(&column);
  }
  const auto variables_of = [](const std::vector<const InputTable::Column*>& columns) {
    std::vector<const Variable*> variables;
    for (const InputTable::Column* column : columns)
      variables.push_back(column->variable);
    return variables;
  };
  if (!lines.empty()) {
    const RampGroup group = stepper.bind_ramps(variables_of(lines));
    std::size_t offset = 0;
    for (const InputTable::Column* column : lines) {
      const auto& values = std::get<std::vector<double>>(column->values);
      lines_.push_back(
          {values.data(), column->width, group.at_start.data() + offset, group.at_end.data() + offset});
      offset += column->width;
    }
  }
  for (const auto& [type, columns] : stairs) {
    with_element_type(type, [&, &columns = columns](auto tag) {
      using T = typename decltype(tag)::type;
      T* target = stepper.bind_inputs<T>(variables_of(columns)).data();
      for (const InputTable::Column* column : columns) {
        stairs_.push_back({column, target});
        target += column->width;
      }
    });
  }
}

double InputPlayer::next_row_after(double time_s) const noexcept {
  if (table_.empty()) return std::numeric_limits<double>::infinity();
  std::size_t row = row_;
  while (row < table_.time_s.size() && table_.time_s[row] <= time_s)
    ++row;
  return row < table_.time_s.size() ? table_.time_s[row] : std::numeric_limits<double>::infinity();
}

// Value on the line that leaves `row` towards the next one.
double InputPlayer::interpolated(const Line& line, std::size_t row, std::size_t element,
                                 double time_s) const noexcept {
  const double left = line.values[row * line.width + element];
  const double t0 = table_.time_s[row];
  if (time_s <= t0 || row + 1 >= table_.time_s.size()) return left;
  const double right = line.values[(row + 1) * line.width + element];
  const double t1 = table_.time_s[row + 1];
  if (time_s >= t1) return right;
  return left + (right - left) * ((time_s - t0) / (t1 - t0));
}

void InputPlayer::write_stairs(const Stairs& stairs, std::size_t row, double time_s) noexcept {
  const Variable& variable = *stairs.column->variable;
  const std::size_t width = stairs.column->width;
  with_element_type(variable.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::visit(
        [&](const auto& values) {
          using From = typename std::decay_t<decltype(values)>::value_type;
          if constexpr (std::is_same_v<T, float> && std::is_same_v<From, double>) {
            const Line line{values.data(), width, nullptr, nullptr};
            const bool on_lines = variable.variability == Variability::kContinuous;
            for (std::size_t i = 0; i < width; ++i) {
              static_cast<T*>(stairs.target)[i] =
                  static_cast<T>(on_lines ? interpolated(line, row, i, time_s) : values[row * width + i]);
            }
          } else if constexpr (std::is_convertible_v<From, T>) {
            for (std::size_t i = 0; i < width; ++i) {
              static_cast<T*>(stairs.target)[i] = static_cast<T>(values[row * width + i]);
            }
          }
        },
        stairs.column->values);
  });
}

void InputPlayer::prepare(double from_s, double to_s) noexcept {
  if (table_.empty()) return;
  const std::vector<double>& times = table_.time_s;
  // The last row at or before from_s: of two equal times the second, the right limit.
  while (row_ + 1 < times.size() && times[row_ + 1] <= from_s)
    ++row_;
  std::size_t end_row = row_;  // the last row strictly before to_s: its line arrives at the left limit
  while (end_row + 1 < times.size() && times[end_row + 1] < to_s)
    ++end_row;
  for (const Line& line : lines_) {
    for (std::size_t i = 0; i < line.width; ++i) {
      line.at_start[i] = interpolated(line, row_, i, from_s);
      line.at_end[i] = interpolated(line, end_row, i, to_s);
    }
  }
  for (const Stairs& stairs : stairs_)
    write_stairs(stairs, row_, from_s);
}

}  // namespace lockstep::core
