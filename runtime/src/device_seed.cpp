// SPDX-License-Identifier: Apache-2.0
#include "device_seed.hpp"

#include "lockstep/devices/api/noise.hpp"

namespace lockstep::runtime {

std::uint64_t device_seed(std::uint64_t world_seed, std::string_view device) noexcept {
  std::uint64_t seed = devices::Random{world_seed}.next();
  for (const char c : device)
    seed = devices::Random{seed ^ static_cast<unsigned char>(c)}.next();
  return seed;
}

}  // namespace lockstep::runtime
