// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/api/options.hpp"

namespace lockstep::devices {

std::string_view to_string(FaultPolicy policy) noexcept {
  switch (policy) {
    case FaultPolicy::kStop:
      return "stop";
    case FaultPolicy::kSafe:
      return "safe";
    case FaultPolicy::kHold:
      return "hold";
    case FaultPolicy::kRestart:
      return "restart";
  }
  return "unknown";
}

DeviceOptions read_options(const core::ConfigNode& node) {
  DeviceOptions options;
  options.where = node.where;
  const std::string policy = node.text_of("fault_policy", "stop");
  bool known = false;
  for (const FaultPolicy candidate :
       {FaultPolicy::kStop, FaultPolicy::kSafe, FaultPolicy::kHold, FaultPolicy::kRestart}) {
    if (policy == to_string(candidate)) {
      options.on_fault = candidate;
      known = true;
    }
  }
  if (!known)
    node.fail("config-value", "fault_policy is '" + policy + "', expected stop, safe, hold or restart");
  if (node.has("period")) {
    const double period_s = node.number("period");
    if (period_s < 1e-9 || period_s > 1e9)
      node.fail("config-value", "period is " + node.text_of("period") + " s, expected 1e-09 to 1e+09 s");
    options.period = core::Rational::from_seconds(period_s);
  }
  return options;
}

}  // namespace lockstep::devices
