// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "connection.hpp"
#include "protocol.hpp"
#include "shared_world.hpp"

namespace lockstep::viewer {

/// One client that speaks the Foxglove WebSocket protocol; our own page is one, too.
///
/// | in the protocol | in the world |
/// |---|---|
/// | channel `/arm/motor`, JSON | signals below `arm/motor` |
/// | `/tf`, `/scene`, `/log` | poses of links, geometry, log and faults, in the schemas of Foxglove |
/// | parameter; message of a client on a topic of that name | inlet |
/// | service | request |
/// | time | time of the world |
///
/// A client without the right to control sees all channels; what it sends otherwise is answered by a status
/// with an error and has no effect.
class FoxgloveSession final : public Session {
 public:
  FoxgloveSession(SharedWorld& world, Outbox& outbox, Access access);

  void on_text(std::string_view text) override;
  void on_binary(std::string_view bytes) override;

  /// A row for those who plot.
  void send_row(const runtime::TapRow& row);
  /// After the rows of a tick: what is of interest only as it is now, and replies.
  void send_newest(bool new_row);
  void send_log(const LogLine& line);

 private:
  using Subscription = std::uint32_t;
  struct Pending {
    std::uint32_t service{0}, call{0};
    std::shared_ptr<const runtime::Request> request;
  };

  void greet();
  void on_message(const Json& message);
  void subscribe(const Json& message);
  void unsubscribe(const Json& message);
  void advertise(const Json& message);
  void unadvertise(const Json& message);
  void get_parameters(const Json& message);
  void set_parameters(const Json& message);
  void watch_parameters(const Json& message, bool watch);
  void fetch_asset(const Json& message);
  void publish(const protocol::ClientData& data);
  void call_service(const protocol::ServiceCall& call);
  void send_replies();
  void send_parameter_updates();
  /// The content of a channel as it is now.
  void send_content(Subscription subscription, const Channel& channel);
  void send_parameters(const std::vector<std::string>& names, const Json& id);
  void require_control(const char* what) const;
  void write_inlet(const std::string& name, const Json& value);
  const runtime::PortInfo* find_inlet(std::string_view name) const;
  Json parameter(const runtime::PortInfo& inlet) const;
  template <class Body>
  void guarded(Body&& body);

  SharedWorld& world_;
  Outbox& outbox_;
  Access access_;
  std::map<Subscription, std::size_t> subscriptions_;      // to the index of a channel
  std::map<std::uint32_t, std::string> published_;         // the client's channels, to the inlet
  std::map<std::string, std::string> watched_parameters_;  // to the value that was sent last
  std::vector<Pending> pending_;
  std::string last_state_;
  unsigned ticks_{0};
};

}  // namespace lockstep::viewer
