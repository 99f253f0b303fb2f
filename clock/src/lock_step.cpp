// SPDX-License-Identifier: Apache-2.0
#include "lockstep/clock/lock_step.hpp"

namespace lockstep::clock {

LockStep::LockStep(channel::Client& client, const LockStepOptions& options)
    : party_{client.join({options.name, options.period, options.timeout, options.policy})} {}

std::optional<LockStep::Tick> LockStep::next() {
  if (last_) party_.confirm(last_->step);
  const std::optional<channel::ClientTick> tick = party_.await();
  if (!tick) return {};
  const bool jumped = last_ && tick->restart != last_->restart;
  last_ = tick;
  return Tick{tick->time, tick->step, jumped};
}

Wake LockStep::sleep_until(SimTime time) {
  if (last_ && last_->time >= time) return Wake::kTime;
  while (const std::optional<Tick> tick = next()) {
    if (tick->jumped_back) return Wake::kJumpedBack;
    if (tick->time >= time) return Wake::kTime;
  }
  return Wake::kEnded;
}

Wake LockStep::sleep_for(SimTime duration) {
  if (!last_ && !next()) return Wake::kEnded;
  return sleep_until(last_->time + duration);
}

}  // namespace lockstep::clock
