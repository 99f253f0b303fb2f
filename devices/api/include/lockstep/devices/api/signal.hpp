// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "lockstep/core/element_type.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::devices {

/// A signal: numbers, texts or byte strings of one FMI type and fixed count with one writer. Named
/// "<model>[/<nested>]/<component>/ <quantity>". It is seen by whatever runs later in the same step, or,
/// connected as delayed, as it was before the step.
struct SignalInfo {
  std::string name;
  core::VariableType type{core::VariableType::kFloat64};  ///< any but Clock
  std::uint32_t count{1};
  std::string unit;
  std::string description;
};

/// When the reader of a signal sees what its writer wrote.
enum class Timing : std::uint8_t {
  kSameStep,  ///< the value of this step; the writer must run earlier in the step, which is checked
  kDelayed,   ///< the value from before the step; breaks loops
};

/// The FMI type of signals whose elements are T: a number, bool, std::string or std::vector<std::uint8_t>
/// (a byte string); does not compile for anything else.
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, std::string> ||
                                            std::is_same_v<T, std::vector<std::uint8_t>>>>
inline constexpr core::VariableType kSignalType = core::variable_type_of<T>();

}  // namespace lockstep::devices
