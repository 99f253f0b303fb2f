// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::runtime {

/// A device as far as the order of a step depends on it.
struct OrderedDevice {
  std::string name;
  std::array<bool, 3> phases{};  ///< those it runs in, by devices::Phase
};

/// Device `reader` reads `signal` of device `writer` in the same step; both are indices in file order.
struct SameStepRead {
  std::uint32_t reader{0};
  std::uint32_t writer{0};
  std::string signal;
};

/// Who runs when; each list has indices of devices.
struct DeviceOrder {
  std::array<std::vector<std::uint32_t>, 3> phases;
  std::vector<std::uint32_t> reset;  ///< all devices
};

/// The order of devices inside each phase: a writer before those who read its signals in the same step, all
/// others in file order (of those that may run next, the first in the file does).
///
/// A device that runs in several phases counts as reading and writing in each of them. So a reader runs after
/// the writer in every phase they share, and in no phase before the writer's first one: there it would see
/// the value of the previous step. A device that runs in no phase writes at reset and in requests only; its
/// signals can be read at any time.
///
/// Throws Error{kBadUsage} with all findings: reads that come before their writer's phase, and a cycle of
/// reads with its devices and signals; the fix is to read one of them delayed.
DeviceOrder order_devices(const std::vector<OrderedDevice>& devices, const std::vector<SameStepRead>& reads);

}  // namespace lockstep::runtime
