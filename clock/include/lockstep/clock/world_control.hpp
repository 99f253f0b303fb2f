// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "lockstep/channel/client.hpp"

namespace lockstep::clock {

/// What a reset sets back.
enum class Reset : std::uint8_t { kTime, kState, kBoth };

/// The world's own requests as functions. Each returns when the world has answered and throws
/// Error{kBadUsage} with its reason when it refuses, and as channel::Client::request. Never call
/// step_and_wait() or reset() in the thread of a LockStep that holds the world.
class WorldControl {
 public:
  explicit WorldControl(channel::Client& client) noexcept : client_{client} {}

  void pause() { ask("world/pause"); }
  void resume() { ask("world/resume"); }
  /// Lets a paused world do `count` steps and returns at once.
  void step(std::int64_t count = 1);
  /// Returns when they are done.
  void step_and_wait(std::int64_t count = 1);
  void reset(Reset what = Reset::kBoth);
  /// 0: as fast as possible.
  void set_real_time_factor(double factor);

 private:
  void ask(const std::string& request, std::vector<core::Value> arguments = {});

  channel::Client& client_;
};

}  // namespace lockstep::clock
