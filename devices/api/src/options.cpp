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

std::optional<FaultPolicy> find_fault_policy(std::string_view word) noexcept {
  for (const FaultPolicy policy :
       {FaultPolicy::kStop, FaultPolicy::kSafe, FaultPolicy::kHold, FaultPolicy::kRestart})
    if (word == to_string(policy)) return policy;
  return {};
}

DeviceOptions read_options(const core::ConfigNode& node) {
  DeviceOptions options;
  options.where = node.where;
  const std::string word = node.text_of("fault_policy", "stop");
  const std::optional<FaultPolicy> policy = find_fault_policy(word);
  if (!policy)
    node.fail("config-value", "fault_policy is '" + word + "', expected stop, safe, hold or restart");
  options.on_fault = *policy;
  if (node.has("period")) {
    const double period_s = node.number("period");
    if (period_s < 1e-9 || period_s > 1e9)
      node.fail("config-value", "period is " + node.text_of("period") + " s, expected 1e-09 to 1e+09 s");
    options.period = core::Rational::from_seconds(period_s);
  }
  return options;
}

}  // namespace lockstep::devices
