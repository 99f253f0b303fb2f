// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/element_copies.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::devices {

void ElementCopies::copy_all() const noexcept {
  for (const Plain& copy : plain_)
    std::memcpy(copy.to, copy.from, copy.bytes);
  for (const Assigned<std::string>& copy : texts_)
    std::copy_n(copy.from, copy.count, copy.to);
  for (const Assigned<std::vector<std::uint8_t>>& copy : binaries_)
    std::copy_n(copy.from, copy.count, copy.to);
}

}  // namespace lockstep::devices
