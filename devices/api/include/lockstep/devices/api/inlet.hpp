// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lockstep/core/span.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/core/value.hpp"
#include "lockstep/devices/api/options.hpp"

namespace lockstep::devices {

/// A door for values from outside: a set point, a joystick, a text. Any thread may write it at any time; the
/// runtime latches the latest value once at the start of each step, so that all phases of a step see the
/// same. What was latched is also a signal of the same name, and recorded.
struct InletInfo {
  std::string name;  ///< quantity part; the runtime puts the device's name in front
  core::VariableType type{core::VariableType::kFloat64};  ///< any but Clock
  std::uint32_t count{1};
  std::string unit;
  std::string description;
  core::Value initial{};  ///< until somebody writes; an empty one: zeros, empty texts
  /// A value older than this is too old; empty: no value ever is. Counts from the first value on.
  std::optional<core::SimTime> timeout{};
  /// What happens then: kStop (the world stops), kSafe (the inlet shows `safe`) or kHold (it shows the old
  /// value; InletStatus::timed_out says so).
  FaultPolicy on_timeout{FaultPolicy::kHold};
  core::Value safe{};  ///< an empty one: `initial`
  /// Bytes of a text or byte string, at most 1 MiB, for which memory is taken; longer ones are refused where
  /// written.
  std::uint32_t max_length{255};
};

/// What is known of a latched value.
struct InletStatus {
  core::SimTime stamp{0};  ///< as its writer gave it; else the time of the step that latched it
  core::SimTime age{0};    ///< time of the step - stamp, at least 0
  bool written{false};     ///< somebody has written since the start
  bool fresh{false};       ///< there is a new value in this step
  bool timed_out{false};
};

/// The latched side of an inlet, for the device that declared it. Valid as long as the runtime.
template <class T>
class InletReading {
 public:
  InletReading() = default;
  InletReading(const T* values, std::uint32_t count, const InletStatus* status) noexcept
      : values_{values}, count_{count}, status_{status} {}
  const T& value() const noexcept { return *values_; }
  Span<const T> values() const noexcept { return {values_, count_}; }
  const InletStatus& status() const noexcept { return *status_; }

 private:
  const T* values_{nullptr};
  std::uint32_t count_{0};
  const InletStatus* status_{nullptr};
};

}  // namespace lockstep::devices
