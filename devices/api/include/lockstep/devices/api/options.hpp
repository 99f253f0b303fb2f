// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/devices/api/export.hpp"

namespace lockstep::devices {

/// What happens when a device cannot do its job; the same words everywhere.
enum class FaultPolicy : std::uint8_t {
  kStop,     ///< the world stops: the command line exits with 1, Gazebo pauses, a node faults
  kSafe,     ///< the device's declared safe effect from then on
  kHold,     ///< its last good effect from then on
  kRestart,  ///< safe for this step, reset before the next; a fault while it is reset stops the world
};
/// "stop", "safe", "hold", "restart".
LOCKSTEP_DEVICES_API_EXPORT std::string_view to_string(FaultPolicy policy) noexcept;
/// The policy of a word; empty when it is none.
LOCKSTEP_DEVICES_API_EXPORT std::optional<FaultPolicy> find_fault_policy(std::string_view word) noexcept;

/// What every device understands, whatever it is.
///
/// | field | unit | default | meaning |
/// |---|---|---|---|
/// | `fault_policy` | | stop | stop, safe, hold or restart |
/// | `period` | s | every step | the device runs in the first step with t_k >= n * period and holds in
/// between |
struct DeviceOptions {
  FaultPolicy on_fault{FaultPolicy::kStop};
  std::optional<core::Rational> period;
  SourceLocation where;  ///< of the device's element, for messages; line 0 where it is not known
};

/// Reads the fields above. Throws Error{kBadInput} with file and line.
LOCKSTEP_DEVICES_API_EXPORT DeviceOptions read_options(const core::ConfigNode& node);

}  // namespace lockstep::devices
