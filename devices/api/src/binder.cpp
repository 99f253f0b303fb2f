// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/api/binder.hpp"

namespace lockstep::devices {

std::string_view to_string(Phase phase) noexcept {
  switch (phase) {
    case Phase::kControl:
      return "control";
    case Phase::kActuate:
      return "actuate";
    case Phase::kObserve:
      return "observe";
  }
  return "unknown";
}

}  // namespace lockstep::devices
