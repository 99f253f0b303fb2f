// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "lockstep/core/variable.hpp"

namespace lockstep::devices {

/// A signal: numbers of one FMI type and fixed count with one writer. Named "<model>[/<nested>]/<component>/
/// <quantity>". It is seen by whatever runs later in the same step, or, connected as delayed, as it was
/// before the step.
struct SignalInfo {
  std::string name;
  core::VariableType type{core::VariableType::kFloat64};  ///< Float32/64, (U)Int8..64 or Boolean
  std::uint32_t count{1};
  std::string unit;
  std::string description;
};

/// When the reader of a signal sees what its writer wrote.
enum class Timing : std::uint8_t {
  kSameStep,  ///< the value of this step; the writer must run earlier in the step, which is checked
  kDelayed,   ///< the value from before the step; breaks loops
};

namespace detail {
template <class T>
struct SignalType;
template <>
struct SignalType<double> {
  static constexpr auto kType = core::VariableType::kFloat64;
};
template <>
struct SignalType<float> {
  static constexpr auto kType = core::VariableType::kFloat32;
};
template <>
struct SignalType<std::int8_t> {
  static constexpr auto kType = core::VariableType::kInt8;
};
template <>
struct SignalType<std::uint8_t> {
  static constexpr auto kType = core::VariableType::kUInt8;
};
template <>
struct SignalType<std::int16_t> {
  static constexpr auto kType = core::VariableType::kInt16;
};
template <>
struct SignalType<std::uint16_t> {
  static constexpr auto kType = core::VariableType::kUInt16;
};
template <>
struct SignalType<std::int32_t> {
  static constexpr auto kType = core::VariableType::kInt32;
};
template <>
struct SignalType<std::int64_t> {
  static constexpr auto kType = core::VariableType::kInt64;
};
template <>
struct SignalType<std::uint32_t> {
  static constexpr auto kType = core::VariableType::kUInt32;
};
template <>
struct SignalType<std::uint64_t> {
  static constexpr auto kType = core::VariableType::kUInt64;
};
template <>
struct SignalType<bool> {
  static constexpr auto kType = core::VariableType::kBoolean;
};
}  // namespace detail

/// The FMI type of signals whose elements are T; does not compile for anything that is not a number.
template <class T>
inline constexpr core::VariableType kSignalType = detail::SignalType<T>::kType;

}  // namespace lockstep::devices
