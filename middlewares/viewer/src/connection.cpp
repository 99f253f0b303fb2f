// SPDX-License-Identifier: Apache-2.0
#include "connection.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>

namespace lockstep::viewer {
namespace {

using Kind = WebSocketMessage::Kind;

/// Whether a comma-separated header names `word`, in any case.
bool names(std::string_view list, std::string_view word) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  while (!list.empty()) {
    std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
    while (!item.empty() && item.front() == ' ')
      item.remove_prefix(1);
    while (!item.empty() && item.back() == ' ')
      item.remove_suffix(1);
    if (std::equal(item.begin(), item.end(), word.begin(), word.end(), same)) return true;
  }
  return false;
}

}  // namespace

Connection::Connection(FileDescriptor socket, Application& application, const ServerLimits& limits)
    : socket_{std::move(socket)}, application_{application}, limits_{limits}, frames_{limits.message_bytes} {}

Connection::~Connection() = default;

void Connection::on_readable(std::size_t web_sockets) {
  std::array<char, 16384> bytes;  // NOLINT: filled by recv
  // One piece a turn: a client that sends without end does not keep the others waiting.
  const ssize_t got = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) {
    over_ = true;
    return;
  }
  if (closing_) return;  // nothing it says matters any more
  const std::string_view received{bytes.data(), static_cast<std::size_t>(got)};
  if (session_) {
    frames_.add(received);
    on_frames();
  } else {
    head_ += received;
    on_head(web_sockets);
  }
}

void Connection::on_head(std::size_t web_sockets) {
  const HeadResult head = parse_head(head_, limits_.head_bytes);
  switch (head.state) {
    case HeadResult::State::kIncomplete:
      return;
    case HeadResult::State::kTooLong:
      return respond(failure(431, "the head of the request is too long"));
    case HeadResult::State::kBad:
      return respond(failure(400, "this is not a request that the server understands"));
    case HeadResult::State::kComplete:
      break;
  }
  answer(head.request, web_sockets);
  if (!session_) return;
  frames_.add(std::string_view{head_}.substr(head.length));
  head_.clear();
  on_frames();
}

void Connection::answer(const HttpRequest& request, std::size_t web_sockets) {
  const AccessDecision decision = application_.admit(request);
  if (decision.access == Access::kRefused) return respond(failure(403, decision.why));
  if (request.method != "GET") return respond(failure(405, "the server answers GET alone"));
  if (names(request.header("upgrade"), "websocket")) return upgrade(request, decision.access, web_sockets);
  respond(application_.get(request, decision));
}

void Connection::upgrade(const HttpRequest& request, Access access, std::size_t web_sockets) {
  const std::string_view key = request.header("sec-websocket-key");
  if (!names(request.header("connection"), "upgrade") || !is_key(key))
    return respond(failure(400, "the upgrade to a WebSocket lacks its key"));
  if (request.header("sec-websocket-version") != "13")
    return respond(failure(426, "the server speaks version 13 of the WebSocket protocol"));
  const std::string protocol = application_.choose_protocol(request.header("sec-websocket-protocol"));
  if (protocol.empty())
    return respond(failure(400, "expected the sub-protocol foxglove.websocket.v1 or foxglove.sdk.v1"));
  if (web_sockets >= limits_.web_sockets)
    return respond(failure(503, "there are " + std::to_string(web_sockets) +
                                    " viewers, as many as there may be; close one of them"));
  out_ +=
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Accept: " +
      accept_key(key) + "\r\nSec-WebSocket-Protocol: " + protocol + "\r\n\r\n";
  session_ = application_.open(*this, access);
  on_writable();
}

void Connection::respond(const HttpResponse& response) {
  out_ += to_bytes(response);
  closing_ = true;
  since_ = Clock::now();
  on_writable();
}

void Connection::on_frames() {
  WebSocketMessage message;
  while (!closing_ && !over_) {
    switch (frames_.next(message)) {
      case FrameReader::Result::kIncomplete:
        return on_writable();
      case FrameReader::Result::kFailed:
        return close(frames_.close_code(), "");
      case FrameReader::Result::kMessage:
        break;
    }
    switch (message.kind) {
      case Kind::kText:
        session_->on_text(message.payload);
        break;
      case Kind::kBinary:
        session_->on_binary(message.payload);
        break;
      case Kind::kPing:
        send_frame(Kind::kPong, message.payload);
        break;
      case Kind::kPong:
        break;
      case Kind::kClose:
        return close(kCloseNormal, "");
    }
  }
}

void Connection::send_frame(Kind kind, std::string_view payload) {
  if (closing_ || over_) return;
  if (out_.size() + payload.size() > limits_.queue_bytes) {
    over_ = true;  // it reads nothing of what it asks for
    return;
  }
  out_ += encode_frame(kind, payload);
}

void Connection::send_text(std::string_view text) {
  send_frame(Kind::kText, text);
}

void Connection::send_binary(std::string_view bytes) {
  send_frame(Kind::kBinary, bytes);
}

void Connection::close(std::uint16_t code, std::string_view why) {
  if (closing_) return;
  if (session_) out_ += encode_close(code, why);
  closing_ = true;
  since_ = Clock::now();
  on_writable();
}

void Connection::on_writable() {
  std::size_t sent = 0;
  while (sent < out_.size()) {
    const ssize_t got = ::send(socket_.get(), out_.data() + sent, out_.size() - sent, MSG_NOSIGNAL);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      over_ = over_ || (errno != EAGAIN && errno != EWOULDBLOCK);
      break;
    }
    sent += static_cast<std::size_t>(got);
    if (closing_) since_ = Clock::now();
  }
  out_.erase(0, sent);
  if (!closing_ || !out_.empty()) return;
  // The client reads to the end; the connection goes when it closes its side, or when it is late.
  ::shutdown(socket_.get(), SHUT_WR);
}

void Connection::check_time(Clock::time_point now) {
  if ((!session_ || closing_) && now - since_ > limits_.handshake) over_ = true;
}

}  // namespace lockstep::viewer
