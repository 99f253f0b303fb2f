// SPDX-License-Identifier: Apache-2.0
#include "lockstep/clock/loop.hpp"

#include <cstdlib>

#include "lockstep/core/error.hpp"

namespace lockstep::clock {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Loop Loop::from_environment(const std::string& name, SimTime period) {
  const std::string clock = variable("LOCKSTEP_CLOCK"), coupling = variable("LOCKSTEP_COUPLING");
  if (!coupling.empty() && coupling != "lock_step" && coupling != "free_running")
    throw Error{ErrorCode::kBadUsage,
                "LOCKSTEP_COUPLING is '" + coupling + "', expected lock_step or free_running"};
  if (clock.empty() || clock == "wall" || coupling == "free_running")
    return on(Clock::from_environment(), period);
  return in_lock_step(clock == "simulated" ? channel::Client::connect() : channel::Client::connect(clock),
                      {name, period});
}

Loop Loop::on(Clock clock, SimTime period) {
  if (period.count() <= 0)
    throw Error{ErrorCode::kBadUsage,
                "the period of a loop is " + std::to_string(period.count()) + " ns, expected > 0"};
  Loop loop;
  loop.clock_ = std::move(clock);
  loop.period_ = period;
  return loop;
}

Loop Loop::in_lock_step(channel::Client client, const LockStepOptions& options) {
  Loop loop;
  loop.client_ = std::move(client);
  loop.lock_step_.emplace(*loop.client_, options);
  return loop;
}

std::optional<Loop::Tick> Loop::next() {
  if (!lock_step_) return next_on_clock();
  const std::optional<LockStep::Tick> tick = lock_step_->next();
  if (!tick) return {};
  return Tick{tick->time, tick->jumped_back};
}

std::optional<Loop::Tick> Loop::next_on_clock() {
  const Wake wake = clock_->sleep_until((last_ + 1) * period_);
  if (wake == Wake::kEnded) return {};
  const SimTime now = clock_->now();
  const std::int64_t number = now / period_;
  const bool jumped = wake == Wake::kJumpedBack || number <= last_;
  if (!jumped && last_ >= 0) missed_ += static_cast<std::uint64_t>(number - last_ - 1);
  last_ = number;
  return Tick{now, jumped};
}

}  // namespace lockstep::clock
