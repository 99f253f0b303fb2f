// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lockstep::exporter {

/// Where messages of a model go: the importer's log, if the importer asked for the category.
class Log {
 public:
  virtual ~Log() = default;
  virtual void message(std::string_view category, std::string_view text) = 0;
};

/// What on_event(Event&) is told, and how it answers. An event happens when an event indicator changes its
/// sign, when a requested time is reached, when the importer enters event mode (an input jumped), and once
/// after initialisation. The handler looks at the model's own members and changes states and discrete
/// variables as it sees fit; the kit notices which continuous states changed.
class Event {
 public:
  Event(double time, Log& log) : time_(time), log_(&log) {}

  double time() const noexcept { return time_; }
  /// Asks for on_event() at time t [s], after time(). Holds until the next event of any kind; ask again
  /// there. A time in the past or NaN is an error: throws std::logic_error.
  void next_at(double t) {
    constexpr double kRounding = 1e-9;  // times on a grid may come out a few last places early
    if (!(t >= time_ - kRounding * (1.0 + std::abs(time_)))) {
      throw std::logic_error("on_event() at time " + std::to_string(time_) + " asks for next_at(" +
                             std::to_string(t) +
                             "), which is not in the future; add to event.time(), or call repeat() to be "
                             "called again at the same time");
    }
    next_ = t;
  }
  /// Asks for one more on_event() at the same instant, after everybody has seen the new values.
  void repeat() noexcept { repeat_ = true; }
  /// Ends the simulation here, in good order.
  void terminate() noexcept { terminate_ = true; }
  /// A message in one of the categories declared with Description::log_category().
  void log(std::string_view category, std::string_view text) { log_->message(category, text); }

  double next() const noexcept { return next_; }
  bool repeat_requested() const noexcept { return repeat_; }
  bool terminate_requested() const noexcept { return terminate_; }

 private:
  double time_;
  Log* log_;
  double next_{std::numeric_limits<double>::infinity()};
  bool repeat_{false};
  bool terminate_{false};
};

/// What step(Step&) is told: the interval to cover [s]. Inputs hold the values set before the step, so those
/// of its start; outputs are read after it, at its end.
class Step {
 public:
  Step(double from, double size, Log& log) : from_(from), size_(size), log_(&log) {}

  double from() const noexcept { return from_; }
  double size() const noexcept { return size_; }
  double to() const noexcept { return from_ + size_; }
  /// Ends the simulation after this step, in good order.
  void terminate() noexcept { terminate_ = true; }
  bool terminate_requested() const noexcept { return terminate_; }
  /// See Event::log().
  void log(std::string_view category, std::string_view text) { log_->message(category, text); }

 private:
  double from_, size_;
  Log* log_;
  bool terminate_{false};
};

}  // namespace lockstep::exporter
