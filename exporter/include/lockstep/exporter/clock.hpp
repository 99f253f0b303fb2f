// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep::exporter {

/// An FMI 3.0 clock: a moment that several models share. Declared like any variable, then
///
///   m.input("sample", sample).constant_interval(0.001);     // ticks every millisecond
///   m.input("trigger", trigger).triggered();                // ticks when the importer says so
///   m.input("timeout", timeout).countdown();                // ticks tick_in(seconds) after the model asked
///   m.output("done", done).triggered();                     // the model ticks
///   m.output("u", u).clocks(sample);                        // changes when sample ticks
///
/// A tick of an input clock calls on_event(), where ticks() says which clock it was; each tick is seen once.
class Clock {
 public:
  /// True while on_event() runs because of this clock.
  bool ticks() const noexcept { return is_active_; }
  /// Output clocks, in on_event(): ticks now.
  void tick() noexcept { is_active_ = true; }
  /// Countdown and changing input clocks, in initialize() or on_event(): the next tick is `seconds` >= 0 from
  /// now.
  void tick_in(double seconds) noexcept {
    interval_ = seconds;
    has_new_interval_ = true;
    is_interval_known_ = true;
  }
  /// Seconds between ticks: as declared, as the importer chose, or as last asked for.
  double interval() const noexcept { return interval_; }

 private:
  friend class ClockAccess;
  double interval_{0.0};
  double shift_{0.0};
  bool is_active_{false};
  bool has_new_interval_{false};
  bool is_interval_known_{false};
};

/// For the kit: what an author has no business with.
class ClockAccess {
 public:
  static void set_active(Clock& c, bool active) noexcept { c.is_active_ = active; }
  static void set_interval(Clock& c, double seconds) noexcept { c.interval_ = seconds; }
  static void set_shift(Clock& c, double seconds) noexcept { c.shift_ = seconds; }
  static double shift(const Clock& c) noexcept { return c.shift_; }
  static bool has_new_interval(const Clock& c) noexcept { return c.has_new_interval_; }
  static bool is_interval_known(const Clock& c) noexcept { return c.is_interval_known_; }
  static void interval_was_told(Clock& c) noexcept { c.has_new_interval_ = false; }
  template <class Field>
  static void each_field(Clock& c, Field&& field) {
    field(c.interval_);
    field(c.shift_);
    field(c.is_active_);
    field(c.has_new_interval_);
    field(c.is_interval_known_);
  }
  static void forget_interval(Clock& c) noexcept { c.is_interval_known_ = c.has_new_interval_ = false; }
};

/// How the interval between ticks of a clock comes about; words of the standard.
enum class IntervalVariability : std::uint8_t {
  kTriggered,
  kConstant,
  kFixed,
  kTunable,
  kChanging,
  kCountdown
};

struct ClockInfo {
  IntervalVariability interval{IntervalVariability::kTriggered};
  double period{0.0};        ///< seconds; 0: not given
  double shift{0.0};         ///< seconds from the start to the first tick
  std::uint64_t counter{0};  ///< period = counter / resolution, if given as a fraction
  std::uint64_t resolution{0};
  std::uint32_t priority{0};
};

}  // namespace lockstep::exporter
