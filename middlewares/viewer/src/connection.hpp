// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "access.hpp"
#include "file_descriptor.hpp"
#include "http_message.hpp"
#include "websocket_frame.hpp"

namespace lockstep::viewer {

/// Limits of a server; a client that exceeds one loses its connection, and nobody else notices.
struct ServerLimits {
  std::size_t connections{64};          ///< at the same time, page loads included
  std::size_t web_sockets{16};          ///< viewers at the same time
  std::size_t head_bytes{8192};         ///< head of a request
  std::size_t message_bytes{1U << 20};  ///< message from a client
  /// What waits to be sent: beyond `stream_bytes` a client gets no new rows until it has caught up, beyond
  /// `queue_bytes` (replies that it never reads) it is dropped.
  std::size_t stream_bytes{1U << 20}, queue_bytes{32U << 20};
  std::chrono::milliseconds handshake{
      10'000};  ///< from the connection to a complete head, or without progress
};

/// How a session writes to its client. Calls never block: bytes wait in a queue.
class Outbox {
 public:
  virtual ~Outbox() = default;
  virtual void send_text(std::string_view text) = 0;
  virtual void send_binary(std::string_view bytes) = 0;
  /// Whether so much waits that rows should be left out.
  virtual bool congested() const noexcept = 0;
};

/// What is on the other side of one WebSocket. All calls from the thread of the server.
class Session {
 public:
  virtual ~Session() = default;
  virtual void on_text(std::string_view text) = 0;
  virtual void on_binary(std::string_view bytes) = 0;
};

/// What a server serves. All calls from its thread.
class Application {
 public:
  virtual ~Application() = default;
  virtual AccessDecision admit(const HttpRequest& request) = 0;
  virtual HttpResponse get(const HttpRequest& request, const AccessDecision& decision) = 0;
  /// The one of the client's sub-protocols that is spoken; empty: none, and the client is refused.
  virtual std::string choose_protocol(std::string_view offered) = 0;
  virtual std::unique_ptr<Session> open(Outbox& outbox, Access access) = 0;
  /// About 60 times per second while there are sessions.
  virtual void tick() = 0;
};

/// One client from its first byte to its last: a request with its response, or a WebSocket.
class Connection final : public Outbox {
 public:
  using Clock = std::chrono::steady_clock;
  Connection(FileDescriptor socket, Application& application, const ServerLimits& limits);
  ~Connection() override;

  int descriptor() const noexcept { return socket_.get(); }
  bool wants_to_write() const noexcept { return !out_.empty(); }
  bool is_web_socket() const noexcept { return session_ != nullptr; }
  bool over() const noexcept { return over_; }
  /// Reads what came and answers it. `web_sockets`: how many there are already.
  void on_readable(std::size_t web_sockets);
  /// Writes as much as the socket takes.
  void on_writable();
  /// Ends the connection if its head is late, or it takes nothing of what is left for it.
  void check_time(Clock::time_point now);
  void close(std::uint16_t code, std::string_view why);

  void send_text(std::string_view text) override;
  void send_binary(std::string_view bytes) override;
  bool congested() const noexcept override { return out_.size() > limits_.stream_bytes; }

 private:
  void on_head(std::size_t web_sockets);
  void answer(const HttpRequest& request, std::size_t web_sockets);
  void upgrade(const HttpRequest& request, Access access, std::size_t web_sockets);
  void respond(const HttpResponse& response);
  void on_frames();
  void send_frame(WebSocketMessage::Kind kind, std::string_view payload);

  FileDescriptor socket_;
  Application& application_;
  const ServerLimits& limits_;
  Clock::time_point since_{Clock::now()};  // connected, or last progress at the end
  std::string head_;
  std::string out_;
  FrameReader frames_;
  bool closing_{false};  // after what waits to be sent
  bool over_{false};
  std::unique_ptr<Session> session_;
};

}  // namespace lockstep::viewer
