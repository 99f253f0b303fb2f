// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "lockstep/devices/api/request.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scenario_application.hpp"

namespace lockstep::world {

/// The requests of a scenario's events on their way to the runtime: each is sent before the first step that
/// begins at or after its time.
class EventRequests {
 public:
  EventRequests() = default;
  /// Looks all requests up. Throws Error{kBadInput} with the place of one that the world does not have, or
  /// whose arguments do not fit. `requests` are in order of time.
  EventRequests(const runtime::Runtime& runtime, const std::vector<TimedRequest>& requests,
                const core::Rational& step);

  /// Sends those that are due before the coming step.
  void send_due(runtime::Runtime& runtime);

  /// What save and restore keep: how many have been sent.
  std::size_t sent() const noexcept { return next_; }
  void set_sent(std::size_t count) noexcept { next_ = count; }
  /// After a reset: those that belong to steps before `index` have happened.
  void go_to(std::int64_t index) noexcept;

 private:
  struct Ready {
    std::int64_t step;
    std::uint32_t target;
    std::vector<core::Value> arguments;
  };
  std::vector<Ready> requests_;
  std::size_t next_{0};
};

}  // namespace lockstep::world
