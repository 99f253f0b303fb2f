// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "lockstep/runtime/runtime.hpp"

namespace lockstep::runtime {

std::string_view to_string(ResetScope scope) noexcept {
  switch (scope) {
    case ResetScope::kTime:
      return "time";
    case ResetScope::kState:
      return "state";
    case ResetScope::kBoth:
      break;
  }
  return "both";
}

}  // namespace lockstep::runtime
