// SPDX-License-Identifier: Apache-2.0
#include "instance/call_ring.hpp"

#include <fmt/format.h>

#include <string_view>

#include "lockstep/core/status.hpp"

namespace lockstep::core {

namespace {

bool takes_time(std::string_view name) {
  for (std::string_view end :
       {"DoStep", "SetTime", "ActivateModelPartition", "SetupExperiment", "InitializeSlave"}) {
    if (name.size() >= end.size() && name.substr(name.size() - end.size()) == end) return true;
  }
  return false;
}

std::string arguments(const CallRecord& record, std::string_view name) {
  if (takes_time(name)) return fmt::format("{}", record.time_s);
  if (record.count() == 1) return fmt::format("reference {}", record.reference());
  if (record.count() > 1) return fmt::format("{} references from {}", record.count(), record.reference());
  return {};
}

std::string answer(std::uint8_t status) {
  if (status == CallRecord::kInFlight) return "no answer";
  if (status > static_cast<std::uint8_t>(Status::kPending)) return fmt::format("status {}", status);
  return std::string{to_string(static_cast<Status>(status))};
}

}  // namespace

std::string to_string(const CallRecord& record, const char* (*name)(std::uint8_t function)) {
  const std::string_view function = name(record.function());
  return fmt::format("{}({})", function, arguments(record, function));
}

std::string to_string(const CallRing& ring, const char* (*name)(std::uint8_t function)) {
  std::string text;
  for (std::uint32_t i = 0; i < ring.size(); ++i) {
    const CallRecord& record = ring[i];
    text += fmt::format("  {} -> {}\n", to_string(record, name), answer(record.status()));
  }
  return text;
}

}  // namespace lockstep::core
