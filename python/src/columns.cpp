// SPDX-License-Identifier: Apache-2.0
#include "columns.hpp"

#include <exception>
#include <type_traits>

#include "lockstep/core/element_type.hpp"

namespace lockstep::python {
namespace {

// std::vector<bool> has no array of its elements.
template <class T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

template <class T>
void append(const void* element, void* values) {
  static_cast<std::vector<Stored<T>>*>(values)->push_back(*static_cast<const T*>(element));
}

}  // namespace

void Columns::begin(Span<const core::RecordColumn> columns) {
  columns_.clear();
  columns_.reserve(columns.size());  // sources point into it
  for (const core::RecordColumn& column : columns) {
    core::with_element_type(column.type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      columns_.push_back({column.name, column.unit, column.type, std::vector<Stored<T>>{}});
      sources_.push_back(
          {column.element, &std::get<std::vector<Stored<T>>>(columns_.back().data), append<T>});
    });
  }
}

bool Columns::row(double time_s) noexcept {
  try {
    for (const Source& source : sources_)
      source.append(source.element, source.values);
    time_s_.push_back(time_s);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

const Columns::Column* Columns::find(std::string_view name) const noexcept {
  for (const Column& column : columns_)
    if (column.name == name) return &column;
  return nullptr;
}

}  // namespace lockstep::python
