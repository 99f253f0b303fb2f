// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "connection.hpp"
#include "foxglove_session.hpp"
#include "lockstep/core/log.hpp"
#include "shared_world.hpp"

namespace lockstep::viewer {

/// A world as what a Server serves: the page, the scene and its meshes, and a session for each WebSocket.
class WorldApplication final : public Application {
 public:
  WorldApplication(SharedWorld world, AccessPolicy policy);
  ~WorldApplication() override;

  AccessDecision admit(const HttpRequest& request) override { return decide(request, policy_); }
  HttpResponse get(const HttpRequest& request, const AccessDecision& decision) override;
  std::string choose_protocol(std::string_view offered) override { return protocol::choose(offered); }
  std::unique_ptr<Session> open(Outbox& outbox, Access access) override;
  void tick() override;

  /// Any thread.
  void log(core::LogLevel level, std::string_view source, std::string_view text);

 private:
  class Listed;  // a session that is in `sessions_` as long as it lives
  void read_rows(bool& new_row);
  void send_log();

  SharedWorld world_;
  AccessPolicy policy_;
  std::vector<FoxgloveSession*> sessions_;
  struct Line {
    core::LogLevel level;
    std::string source, text;
  };
  std::mutex log_mutex_;
  std::vector<Line> new_lines_;
};

}  // namespace lockstep::viewer
