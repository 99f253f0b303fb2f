// SPDX-License-Identifier: Apache-2.0
#include "lockstep/clock/world_control.hpp"

#include "lockstep/core/error.hpp"

namespace lockstep::clock {

void WorldControl::ask(const std::string& request, std::vector<core::Value> arguments) {
  const channel::ClientReply reply = client_.request(request, std::move(arguments));
  if (reply.refused) throw Error{ErrorCode::kBadUsage, "the world refuses '" + request + "': " + reply.why};
}

void WorldControl::step(std::int64_t count) {
  static_cast<void>(client_.submit("world/step", {channel::value_of(count)}));
}

void WorldControl::step_and_wait(std::int64_t count) {
  ask("world/step", {channel::value_of(count)});
}

void WorldControl::reset(Reset what) {
  const char* const words[] = {"time", "state", "both"};
  ask("world/reset", {channel::value_of(std::string{words[static_cast<std::size_t>(what)]})});
}

void WorldControl::set_real_time_factor(double factor) {
  ask("world/set_real_time_factor", {channel::value_of(factor)});
}

}  // namespace lockstep::clock
