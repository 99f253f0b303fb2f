// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::runtime {

/// The seed of one device: that of the world and the device's full name, mixed. Equal on every machine and in
/// every build; names or seeds that differ in one bit give unrelated numbers.
std::uint64_t device_seed(std::uint64_t world_seed, std::string_view device) noexcept;

}  // namespace lockstep::runtime
