// SPDX-License-Identifier: Apache-2.0
#include "stepper/clock_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

bool is_periodic(ClockInterval kind) noexcept {
  return kind == ClockInterval::kConstant || kind == ClockInterval::kFixed || kind == ClockInterval::kTunable;
}

ExactTime to_time(const ClockTick& tick) noexcept {
  return tick.resolution > 0 ? ExactTime::fraction(tick.counter, tick.resolution)
                             : ExactTime::from_seconds(tick.interval_s);
}

std::uint32_t priority_of(const ClockSchedule::Clock& clock) noexcept {
  const ClockAttributes* attributes = clock.variable->clock;
  return attributes != nullptr && attributes->priority ? *attributes->priority
                                                       : std::numeric_limits<std::uint32_t>::max();
}

[[noreturn]] void bad_interval(const ClockSchedule::Clock& clock, const char* what, double value_s,
                               const char* expected) {
  throw Error{ErrorCode::kFmuFailed,
              fmt::format("clock '{}' ({}) has {} {} s; expected {}. The FMU cannot be run with this clock",
                          clock.variable->name, to_string(clock.kind), what, value_s, expected)};
}

}  // namespace

ClockSchedule::ClockSchedule(const ModelDescription& description) {
  for (const Variable& variable : description.variables()) {
    if (variable.type != VariableType::kClock) continue;
    Clock clock;
    clock.reference = variable.value_reference;
    clock.variable = &variable;
    clock.input = variable.causality == Causality::kInput;
    // Clocks of the FMU itself are always triggered, whatever a careless description says.
    if (clock.input && variable.clock != nullptr) clock.kind = variable.clock->interval;
    clocks_.push_back(clock);
  }
  std::stable_sort(clocks_.begin(), clocks_.end(),
                   [](const Clock& a, const Clock& b) { return priority_of(a) < priority_of(b); });
  references_.reserve(clocks_.size());
  activity_ = std::make_unique<bool[]>(clocks_.size());
}

std::size_t ClockSchedule::index_of(ValueReference clock) const noexcept {
  for (std::size_t i = 0; i < clocks_.size(); ++i)
    if (clocks_[i].reference == clock) return i;
  return kNotFound;
}

void ClockSchedule::watch(std::size_t clock) {
  if (!clocks_[clock].input) clocks_[clock].watched = true;
}

Status ClockSchedule::begin(Instance& instance, double start_s) {
  const ExactTime start = ExactTime::from_seconds(start_s);
  Status worst = Status::kOk;
  for (Clock& clock : clocks_) {
    clock.scheduled = clock.requested = clock.active = clock.ticked = false;
    if (!clock.input || clock.kind == ClockInterval::kTriggered) continue;
    worst = std::max(worst, begin_clock(instance, clock, start));
    if (!succeeded(worst)) break;
  }
  return worst;
}

Status ClockSchedule::begin_clock(Instance& instance, Clock& clock, const ExactTime& start) {
  const ClockAttributes& attributes = *clock.variable->clock;
  if (!is_periodic(clock.kind)) {
    IntervalQualifier qualifier{IntervalQualifier::kNotYetKnown};
    const Status status = ask_interval(instance, clock, qualifier);
    clock.scheduled = succeeded(status) && qualifier != IntervalQualifier::kNotYetKnown;
    if (clock.scheduled && !(clock.interval.seconds() >= 0.0))
      bad_interval(clock, "a first interval of", clock.interval.seconds(), "a number >= 0");
    clock.next = start + clock.interval;
    return status;
  }
  Status status = Status::kOk;
  ExactTime shift;
  const bool fraction_given =
      attributes.supports_fraction && attributes.resolution > 0 && attributes.interval_counter > 0;
  clock.interval_given = fraction_given || attributes.interval_decimal_s.has_value();
  if (fraction_given) {
    clock.interval = ExactTime::fraction(attributes.interval_counter, attributes.resolution);
    shift = ExactTime::fraction(attributes.shift_counter, attributes.resolution);
  } else if (clock.interval_given) {
    clock.interval = ExactTime::from_seconds(*attributes.interval_decimal_s);
    shift = ExactTime::from_seconds(attributes.shift_decimal_s);
  } else {
    IntervalQualifier qualifier{IntervalQualifier::kNotYetKnown};
    status = ask_interval(instance, clock, qualifier);
    ClockTick tick;
    if (succeeded(status)) status = std::max(status, instance.get_shift(clock.reference, tick));
    if (!succeeded(status)) return status;
    shift = to_time(tick);
  }
  const double interval_s = clock.interval.seconds();
  if (!(interval_s > 0.0) || !std::isfinite(interval_s))
    bad_interval(clock, "the interval", interval_s, "a number > 0");
  if (!(shift.seconds() >= 0.0)) bad_interval(clock, "the shift", shift.seconds(), "a number >= 0");
  clock.next = start + shift;
  clock.scheduled = true;
  return status;
}

Status ClockSchedule::ask_interval(Instance& instance, Clock& clock, IntervalQualifier& qualifier) noexcept {
  ClockTick tick;
  const Status status = instance.get_interval(clock.reference, tick);
  if (!succeeded(status)) return status;
  qualifier = tick.qualifier;
  if (qualifier != IntervalQualifier::kNotYetKnown) clock.interval = to_time(tick);
  return status;
}

std::optional<double> ClockSchedule::next_tick_s() const noexcept {
  std::optional<double> earliest;
  for (const Clock& clock : clocks_)
    if (clock.scheduled && (!earliest || clock.next.seconds() < *earliest)) earliest = clock.next.seconds();
  return earliest;
}

bool ClockSchedule::due(double time_s) const noexcept {
  for (const Clock& clock : clocks_)
    if (clock.scheduled && clock.next.seconds() <= time_s) return true;
  return false;
}

void ClockSchedule::request(std::size_t clock) noexcept {
  clocks_[clock].requested = true;
}

bool ClockSchedule::any_requested() const noexcept {
  for (const Clock& clock : clocks_)
    if (clock.requested) return true;
  return false;
}

Status ClockSchedule::activate(Instance& instance, double time_s, std::uint64_t& ticks) noexcept {
  references_.clear();
  for (Clock& clock : clocks_) {
    const bool ticks_now = clock.requested || (clock.scheduled && clock.next.seconds() <= time_s);
    if (!ticks_now) continue;
    clock.requested = false;
    clock.active = clock.ticked = true;
    activity_[references_.size()] = true;
    references_.push_back(clock.reference);
  }
  if (references_.empty()) return Status::kOk;
  ticks += references_.size();
  return instance.set_clock(references_, Span<const bool>{activity_.get(), references_.size()});
}

Status ClockSchedule::poll(Instance& instance, std::uint64_t& ticks) noexcept {
  references_.clear();
  for (const Clock& clock : clocks_)
    if (clock.watched) references_.push_back(clock.reference);
  if (references_.empty()) return Status::kOk;
  const Status status = instance.get_clock(references_, Span<bool>{activity_.get(), references_.size()});
  if (!succeeded(status)) return status;
  std::size_t answer = 0;
  for (Clock& clock : clocks_) {
    if (!clock.watched) continue;
    clock.active = activity_[answer++];
    clock.ticked = clock.ticked || clock.active;
    if (clock.active) ++ticks;
  }
  return status;
}

Status ClockSchedule::reschedule(Instance& instance, double time_s, bool parameters_changed) noexcept {
  Status worst = Status::kOk;
  for (Clock& clock : clocks_) {
    const bool was_active = clock.active;
    clock.active = false;
    worst = std::max(worst, reschedule_clock(instance, clock, time_s, parameters_changed, was_active));
    if (!succeeded(worst)) break;
  }
  return worst;
}

Status ClockSchedule::reschedule_clock(Instance& instance, Clock& clock, double time_s,
                                       bool parameters_changed, bool was_active) noexcept {
  Status status = Status::kOk;
  IntervalQualifier qualifier{IntervalQualifier::kUnchanged};
  switch (clock.kind) {
    case ClockInterval::kConstant:
    case ClockInterval::kFixed:
    case ClockInterval::kTunable:
      if (was_active) clock.next = clock.next + clock.interval;
      if (clock.kind != ClockInterval::kTunable || clock.interval_given || !parameters_changed) return status;
      status = ask_interval(instance, clock, qualifier);
      if (qualifier == IntervalQualifier::kChanged)
        clock.next = ExactTime::from_seconds(time_s) + clock.interval;
      break;
    case ClockInterval::kChanging:
      if (!was_active) return status;
      status = ask_interval(instance, clock, qualifier);
      clock.scheduled = qualifier != IntervalQualifier::kNotYetKnown;
      clock.next = clock.next + clock.interval;
      break;
    case ClockInterval::kCountdown:
      if (was_active) clock.scheduled = false;
      status = ask_interval(instance, clock, qualifier);
      if (qualifier == IntervalQualifier::kChanged) {
        clock.next = ExactTime::from_seconds(time_s) + clock.interval;
        clock.scheduled = true;
      }
      break;
    case ClockInterval::kTriggered:
      return status;
  }
  const double interval_s = clock.interval.seconds();
  const bool usable = interval_s > 0.0 || (interval_s == 0.0 && !is_periodic(clock.kind));
  return usable || qualifier != IntervalQualifier::kChanged ? status : std::max(status, Status::kError);
}

void ClockSchedule::forget_ticks() noexcept {
  for (Clock& clock : clocks_)
    clock.ticked = false;
}

}  // namespace lockstep::core
