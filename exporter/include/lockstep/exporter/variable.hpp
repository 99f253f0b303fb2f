// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/exporter/storage.hpp"

namespace lockstep::exporter {

/// Size of one array dimension: a number, or the structural parameter that holds it.
struct Dimension {
  std::uint64_t size{0};
  const void* parameter{nullptr};  ///< address of the structural parameter's member while describing
  int variable{-1};                ///< its index once the description is finished; -1: fixed
};

/// Everything the description says about one variable. Filled through Variable, read by the kit.
struct VariableInfo {
  std::string name;
  std::string description;
  Causality causality{Causality::kLocal};
  Variability variability{Variability::kContinuous};
  Initial initial{Initial::kNone};
  const Storage* storage{nullptr};
  const void* member{nullptr};  ///< address while describing
  std::size_t offset{0};        ///< from the start of the model object
  std::string unit, display_unit, quantity;
  std::optional<double> min, max, nominal;
  std::vector<Dimension> dimensions;
  std::string enumeration;                 ///< name of the declared enumeration type
  ClockInfo clock;                         ///< clocks only
  std::vector<const void*> clock_members;  ///< addresses of the clocks of a clocked variable
  std::vector<int> clocks;                 ///< their indices
  bool is_event_indicator{false};
  bool is_unchecked{false};      ///< may be NaN or infinite
  bool is_reinitialized{false};  ///< a state that on_event() may change
  const void* derivative_member{nullptr};
  const Storage* derivative_storage{nullptr};
  int derivative{-1};  ///< index of the variable that is this one's time derivative; >= 0: a continuous state
  int derivative_of{-1};  ///< index of the state this one is the derivative of

  bool is_state() const noexcept { return derivative >= 0; }
};

/// What `Description::output(...)` and its siblings return, to say more about the variable just declared.
/// Every function returns the variable again:
///
///   m.output("a", a, "Angle").unit("rad", "deg").derivative(v);
class Variable {
 public:
  explicit Variable(VariableInfo& info) : info_(&info) {}

  /// Unit in SI expressions as Modelica writes them, "N.m.s/rad", "kg.m2", "1/s", "degC", "%"; and optionally
  /// the one tools should show, "deg". An unknown unit is an error at build time.
  Variable& unit(std::string unit, std::string display_unit = {}) {
    info_->unit = std::move(unit);
    info_->display_unit = std::move(display_unit);
    return *this;
  }
  /// Physical quantity, e.g. "Torque".
  Variable& quantity(std::string name) { return info_->quantity = std::move(name), *this; }
  /// Range the model is meant for; tools warn outside of it, the FMU itself does not check.
  Variable& range(double min, double max) { return info_->min = min, info_->max = max, *this; }
  Variable& min(double min) { return info_->min = min, *this; }
  Variable& max(double max) { return info_->max = max, *this; }
  /// Typical magnitude, > 0; solvers scale error tolerances by it.
  Variable& nominal(double nominal) { return info_->nominal = nominal, *this; }

  /// Makes this a continuous state whose time derivative equations() leaves in `der`. Declare `der` as a
  /// variable of its own if it should have a name; otherwise it appears as the local variable "der(name)".
  template <class Real>
  Variable& derivative(Real& der) {
    info_->derivative_member = &der;
    info_->derivative_storage = &storage_of<Real>();
    return *this;
  }
  /// NaN and infinity are proper values of this output; without it they end the step with an error.
  Variable& unchecked() { return info_->is_unchecked = true, *this; }
  /// A sign change of this Real variable is an event: it is located in time and on_event() is called.
  Variable& event_indicator() { return info_->is_event_indicator = true, *this; }

  /// A parameter that may also change during the simulation, at events.
  Variable& tunable() { return info_->variability = Variability::kTunable, *this; }
  /// A Real that changes at events only.
  Variable& discrete() { return info_->variability = Variability::kDiscrete, *this; }
  /// Starts with its member's value, which may be set before the simulation, instead of being computed.
  /// States and parameters always do.
  Variable& exact() { return info_->initial = Initial::kExact, *this; }

  /// A state that initialize() computes from others.
  Variable& calculated() { return info_->initial = Initial::kCalculated, *this; }

  /// Sizes of an array, row-major: numbers or members declared as structural parameters. Without it an array
  /// has one dimension of its own length.
  template <class... Sizes>
  Variable& dimensions(const Sizes&... sizes) {
    info_->dimensions = {dimension(sizes)...};
    return *this;
  }
  /// Clocks: how the interval between ticks comes about, see Clock. A period may be a fraction counter /
  /// resolution of a second, which importers can schedule without rounding.
  Variable& constant_interval(double seconds) { return interval(IntervalVariability::kConstant, seconds); }
  Variable& constant_interval(std::uint64_t counter, std::uint64_t resolution) {
    info_->clock.counter = counter;
    info_->clock.resolution = resolution;
    return constant_interval(static_cast<double>(counter) / static_cast<double>(resolution));
  }
  Variable& fixed_interval(double seconds) { return interval(IntervalVariability::kFixed, seconds); }
  Variable& tunable_interval(double seconds) { return interval(IntervalVariability::kTunable, seconds); }
  Variable& changing_interval() { return interval(IntervalVariability::kChanging, 0.0); }
  Variable& countdown() { return interval(IntervalVariability::kCountdown, 0.0); }
  Variable& triggered() { return interval(IntervalVariability::kTriggered, 0.0); }
  /// Clocks: seconds from the start to the first tick of a periodic clock.
  Variable& shift(double seconds) { return info_->clock.shift = seconds, *this; }
  /// Clocks: order of model partitions in Scheduled Execution; 0 is the most urgent.
  Variable& priority(std::uint32_t priority) { return info_->clock.priority = priority, *this; }
  /// This discrete variable changes only when one of these clocks ticks.
  template <class... Clocks>
  Variable& clocks(const Clocks&... clocks) {
    info_->clock_members = {static_cast<const Clock*>(&clocks)...};
    return *this;
  }

  /// Name of the enumeration type declared with Description::enumeration().
  Variable& enumeration(std::string name) { return info_->enumeration = std::move(name), *this; }

 private:
  Variable& interval(IntervalVariability variability, double seconds) {
    info_->clock.interval = variability;
    info_->clock.period = seconds;
    return *this;
  }
  static Dimension dimension(const std::uint64_t& parameter) { return {0, &parameter, -1}; }
  static Dimension dimension(const int& fixed) { return {static_cast<std::uint64_t>(fixed), nullptr, -1}; }

  VariableInfo* info_;
};

}  // namespace lockstep::exporter
