// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lockstep::middlewares {

/// Things that may happen with every message are logged the first times, and then now and then.
constexpr bool worth_a_line(std::uint64_t count) noexcept {
  return count <= 10 || count % 1000 == 0;
}

}  // namespace lockstep::middlewares
