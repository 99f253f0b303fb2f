// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "lockstep/devices/api/request.hpp"

namespace lockstep::runtime {

class WaitWord;

/// A request on its way: made by Doors::submit, executed by the step (or at once while the world is paused),
/// and shared with whoever waits for the reply. Everything but the reply is fixed once it was submitted; the
/// reply may be read when done() is true.
class Request final : public devices::RequestCall, public std::enable_shared_from_this<Request> {
 public:
  /// `completions` (may be null) is incremented when it is done.
  Request(std::uint32_t target, std::vector<core::Value> arguments, std::vector<core::Value> reply,
          std::shared_ptr<WaitWord> completions = {});
  ~Request() override;

  std::uint32_t target() const noexcept { return target_; }  ///< index in Doors::requests()
  /// Number in order of arrival, from 1.
  std::uint64_t ticket() const noexcept { return ticket_; }
  /// The step at whose start it was executed; one executed while the world is paused belongs to the next.
  std::int64_t step() const noexcept { return step_; }
  /// Whether it was executed while the world was paused, before the inlets of its step were latched.
  bool in_pause() const noexcept { return in_pause_; }

  bool done() const noexcept;
  /// Waits for the reply; false when `limit` (empty: none) is over before that. Never in the thread that
  /// drives the world: it would wait for itself.
  [[nodiscard]] bool wait(std::optional<std::chrono::nanoseconds> limit = {}) const;

  std::shared_ptr<devices::RequestCall> defer() override;
  void complete() noexcept override;

 private:
  friend class Doors;
  friend class RequestQueue;

  std::uint32_t target_;
  std::uint64_t ticket_{0};
  std::int64_t step_{0};
  bool in_pause_{false};
  bool deferred_{false};
  std::unique_ptr<WaitWord> finished_;  // 0, then 1
  std::shared_ptr<WaitWord> completions_;
  // In the list of those that a step is done with and another thread frees.
  std::shared_ptr<Request> self_;
  Request* next_{nullptr};
};

}  // namespace lockstep::runtime
