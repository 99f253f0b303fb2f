// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "field_values.hpp"
#include "lockstep/middlewares/api/world_bridge.hpp"
#include "request_sender.hpp"
#include "world_ports.hpp"

namespace lockstep::middlewares {

/// What comes into a world from a middleware: messages that write inlets, messages and calls that send
/// requests, and messages that the world waits for. Any thread.
class WorldInputs {
 public:
  struct Counters {
    std::uint64_t messages{0}, refused{0}, refused_requests{0}, resets{0}, missed{0};
  };

  /// Joins the barrier for topics with `lockstep:`. Everything given outlives it.
  WorldInputs(runtime::Runtime& runtime, WorldPorts& ports, const Channels& channels, double max_advance_s,
              Outlet& outlet);

  bool keeps_step() const noexcept;
  void on_message(std::size_t channel, std::optional<SimTime> stamp, const std::vector<core::Value>& fields);
  /// Sends the request of a service. Throws Error.
  std::shared_ptr<const runtime::Request> send(std::size_t service, const std::vector<core::Value>& fields);

  /// The world has published the state of this instant. True: time was set back.
  bool note_time(SimTime now);
  /// Logs requests of messages that were refused since the last call.
  void check_pending();
  SimTime now() const;  ///< of the world, as far as it was published
  Counters counters() const;

 private:
  struct Topic {
    std::optional<InputFields> fields;  // unless it sends a request
    std::unique_ptr<RequestSender> request;
    std::shared_ptr<runtime::Barrier::Party> party;  // null: the world does not wait for it
    std::optional<SimTime> last_stamp;
  };
  std::shared_ptr<runtime::Barrier::Party> join(const Channel& channel);
  std::string refusal(const Topic& topic, SimTime stamp) const;
  void write(std::size_t channel, SimTime at, const std::vector<core::Value>& fields);
  void send(Topic& topic, const std::string& name, const std::vector<core::Value>& fields);
  void confirm(Topic& topic, SimTime stamp);
  void refuse(const std::string& text);

  runtime::Doors& doors_;
  core::Rational step_;
  WorldPorts& ports_;
  const Channels& channels_;
  double max_advance_s_;
  Outlet& outlet_;
  mutable std::mutex mutex_;  // of what follows
  InputArrays arrays_;
  std::vector<Topic> topics_;  // by input channel
  std::vector<std::unique_ptr<RequestSender>> services_;
  std::vector<std::shared_ptr<const runtime::Request>> pending_;  // sent by messages, not answered yet
  SimTime now_{0};
  Counters counters_;
};

}  // namespace lockstep::middlewares
