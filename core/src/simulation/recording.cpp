// SPDX-License-Identifier: Apache-2.0
#include "simulation/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lockstep/core/element_name.hpp"
#include "lockstep/core/error.hpp"
#include "stepper/element_types.hpp"

namespace lockstep::core {
namespace {

/// A variable to record: all of it, or one element of an array.
struct Recorded {
  const Variable* variable;
  std::optional<std::size_t> element;
};

/// "y[2]", the name of a column, is the second element of the array y.
std::optional<Recorded> find_element(const Stepper& stepper, const std::string& text) {
  const std::optional<ElementName> name = split_element_name(text);
  const Variable* const array = name ? stepper.description().find(name->array) : nullptr;
  if (array == nullptr || !array->is_array()) return std::nullopt;
  const std::vector<std::uint64_t> sizes = stepper.dimensions(*array);
  const std::optional<std::size_t> element = element_position(sizes, name->indices);
  if (!element) {
    throw Error{ErrorCode::kNotFound,
                fmt::format("'{}' is outside the array; indices start at 1 and '{}' has the size [{}]", text,
                            array->name, fmt::join(sizes, ","))};
  }
  return Recorded{array, element};
}

std::vector<Recorded> recorded_variables(const Stepper& stepper, Span<const std::string> names) {
  const ModelDescription& description = stepper.description();
  std::vector<Recorded> recorded;
  if (names.empty()) {
    for (const Variable& variable : description.variables())
      if (variable.causality == Causality::kOutput) recorded.push_back({&variable, {}});
    return recorded;
  }
  std::vector<std::string> unknown;
  for (const std::string& name : names) {
    if (const Variable* variable = description.find(name)) {
      recorded.push_back({variable, {}});
    } else if (const std::optional<Recorded> element = find_element(stepper, name)) {
      recorded.push_back(*element);
    } else {
      unknown.push_back(name);
    }
  }
  static_cast<void>(select(description, unknown));  // throws for all of them at once
  return recorded;
}

// A group is one type and one set of clocks.
using GroupKey = std::pair<VariableType, std::vector<ValueReference>>;

}  // namespace

Recording::Recording(Stepper& stepper, const SimulationOptions& options)
    : events_{dynamic_cast<EventSource*>(&stepper)}, event_rows_{options.event_rows} {
  rows_.sinks = options.sinks;
  points_.sinks = options.point_sinks;
  const ModelDescription& description = stepper.description();
  const std::vector<Recorded> recorded = recorded_variables(stepper, options.output_variables);
  std::map<GroupKey, std::vector<const Variable*>> groups;
  std::set<const Variable*> bound;
  for (const auto& [variable, element] : recorded) {
    if (!bound.insert(variable).second) continue;
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
  for (const auto& [variable, element] : recorded) {
    const auto [first, count] = places[variable];
    const std::size_t size =
        with_element_type(variable->type, [](auto tag) { return sizeof(typename decltype(tag)::type); });
    const std::string unit{variable->unit == kNone ? std::string_view{}
                                                   : description.units()[variable->unit].name};
    const std::vector<std::uint64_t> sizes = stepper.dimensions(*variable);
    const std::size_t end = element ? *element + 1 : count;
    for (std::size_t i = element.value_or(0); i < end; ++i)
      columns_.push_back({element_name(variable->name, sizes, i), unit, variable->type, first + i * size});
  }
}

Recording::~Recording() {
  if (events_ != nullptr) events_->observe_events(nullptr);
  for (; !begun_.empty(); begun_.pop_back()) {
    try {
      begun_.back()->end();
    } catch (const std::exception&) {
      // Another exception is on its way already; it says what went wrong first.
    }
  }
}

void Recording::begin() {
  for (const Rows* const rows : {&rows_, &points_}) {
    for (RowSink* const sink : rows->sinks) {
      sink->begin(columns_);
      begun_.push_back(sink);
    }
  }
  const bool wanted = (event_rows_ && !rows_.sinks.empty()) || !points_.sinks.empty();
  if (events_ != nullptr && wanted) events_->observe_events(this);
}

void Recording::take(Rows& rows, double time_s, bool is_after_event) noexcept {
  ++rows.count;
  rows.last_s = time_s;
  rows.last_is_after_event = is_after_event;
  for (RowSink* const sink : rows.sinks)
    if (!sink->row(time_s) && failed_ == nullptr) failed_ = sink;
}

void Recording::event(double time_s, EventSide side) noexcept {
  const bool after = side == EventSide::kAfter;
  // What an instant ends with is the left side of the event that follows at the same instant.
  if (event_rows_ && (after || !rows_.has(time_s))) take(rows_, time_s, after);
  if (after || !points_.has(time_s)) take(points_, time_s, after);
}

void Recording::point(double time_s, bool due) {
  // An event at the very end of the step has brought this row already.
  const auto missing = [time_s](const Rows& rows) { return !rows.has(time_s) || !rows.last_is_after_event; };
  if (due && missing(rows_)) take(rows_, time_s, false);
  if (missing(points_)) take(points_, time_s, false);
  if (failed_ == nullptr) return;
  failed_->end();  // knows the reason, and throws it
  throw Error{ErrorCode::kSystem,
              fmt::format("the recording cannot go on at t = {} s; is the disk full?", time_s)};
}

void Recording::end() {
  while (!begun_.empty()) {
    RowSink* const sink = begun_.back();
    begun_.pop_back();
    sink->end();
  }
}

}  // namespace lockstep::core
