// SPDX-License-Identifier: Apache-2.0
#include "simulation/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lockstep/core/error.hpp"
#include "stepper/element_types.hpp"

namespace lockstep::core {
namespace {

std::vector<const Variable*> recorded_variables(const ModelDescription& description,
                                                Span<const std::string> names) {
  if (!names.empty()) return select(description, names);
  std::vector<const Variable*> outputs;
  for (const Variable& variable : description.variables()) {
    if (variable.causality == Causality::kOutput) outputs.push_back(&variable);
  }
  return outputs;
}

// "x" for a scalar, "x[2,1]" for the elements of an array, counted from 1, row-major.
std::string element_name(const Variable& variable, const std::vector<std::uint64_t>& sizes,
                         std::uint64_t element) {
  if (sizes.empty()) return std::string{variable.name};
  std::vector<std::uint64_t> indices(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0;) {
    indices[d] = element % sizes[d] + 1;
    element /= sizes[d];
  }
  return fmt::format("{}[{}]", variable.name, fmt::join(indices, ","));
}

// A group is one type and one set of clocks.
using GroupKey = std::pair<VariableType, std::vector<ValueReference>>;

}  // namespace

Recording::Recording(Stepper& stepper, Span<const std::string> names, std::vector<RowSink*> sinks)
    : sinks_{std::move(sinks)} {
  const ModelDescription& description = stepper.description();
  const std::vector<const Variable*> variables = recorded_variables(description, names);
  std::map<GroupKey, std::vector<const Variable*>> groups;
  for (const Variable* variable : variables) {
    groups[{variable->type, {variable->clocks.begin(), variable->clocks.end()}}].push_back(variable);
  }
  std::map<const Variable*, std::pair<const char*, std::size_t>> places;  // first element, number of elements
  for (const auto& [key, members] : groups) {
    with_element_type(key.first, [&, &members = members](auto tag) {
      using T = typename decltype(tag)::type;
      const T* element = stepper.bind_outputs<T>(members).data();
      for (const Variable* variable : members) {
        const auto count = static_cast<std::size_t>(stepper.element_count(*variable));
        places[variable] = {reinterpret_cast<const char*>(element), count};
        element += count;
      }
    });
  }
  for (const Variable* variable : variables) {
    const auto [first, count] = places[variable];
    const std::size_t size =
        with_element_type(variable->type, [](auto tag) { return sizeof(typename decltype(tag)::type); });
    const std::string unit{variable->unit == kNone ? std::string_view{}
                                                   : description.units()[variable->unit].name};
    const std::vector<std::uint64_t> sizes = stepper.dimensions(*variable);
    for (std::size_t i = 0; i < count; ++i) {
      columns_.push_back({element_name(*variable, sizes, i), unit, variable->type, first + i * size});
    }
  }
}

Recording::~Recording() {
  for (; begun_ > 0; --begun_) {
    try {
      sinks_[begun_ - 1]->end();
    } catch (const std::exception&) {
      // Another exception is on its way already; it says what went wrong first.
    }
  }
}

void Recording::begin() {
  for (RowSink* sink : sinks_) {
    sink->begin(columns_);
    ++begun_;
  }
}

void Recording::row(double time_s) {
  ++rows_;
  for (RowSink* sink : sinks_) {
    if (!sink->row(time_s)) {
      sink->end();  // knows the reason, and throws it
      throw Error{ErrorCode::kSystem,
                  fmt::format("the recording cannot go on at t = {} s; is the disk full?", time_s)};
    }
  }
}

void Recording::end() {
  while (begun_ > 0)
    sinks_[--begun_]->end();
}

}  // namespace lockstep::core
