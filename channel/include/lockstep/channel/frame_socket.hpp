// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "lockstep/channel/messages.hpp"

namespace lockstep::channel {

/// One end of a connection: frames over a Unix stream socket. send() may be called from any thread, and
/// frames never mix; receive() from one thread; shut_down() from any, which ends both.
class FrameSocket {
 public:
  /// Takes over a connected socket.
  explicit FrameSocket(int descriptor) noexcept : descriptor_{descriptor} {}
  ~FrameSocket();
  FrameSocket(const FrameSocket&) = delete;
  FrameSocket& operator=(const FrameSocket&) = delete;

  /// Connects to a world. Throws Error{kNotFound} when nobody listens there, Error{kBadUsage} for a path that
  /// is too long for a socket and Error{kUnreadable} for one of another user.
  static std::unique_ptr<FrameSocket> connect(const std::filesystem::path& path);

  /// Waits until all of it has been handed to the system. False: the connection is over.
  bool send(const std::vector<std::uint8_t>& frame) noexcept;
  template <class Message>
  bool send(const Message& message) {
    return send(encode(message));
  }
  /// Waits for a frame; empty: the connection is over. Throws Error{kBadInput} for bytes that are no frame,
  /// or when the other side stops in the middle of one.
  std::optional<Frame> receive();
  /// How long receive() waits, from now on; afterwards it is as if the connection were over.
  void set_receive_limit(std::chrono::milliseconds limit) noexcept;
  void shut_down() noexcept;

  /// Whether the other end belongs to our user or to root (root may reach everybody).
  bool is_trusted() const noexcept;

 private:
  /// Bytes read until `size` or the end.
  std::size_t read(std::uint8_t* to, std::size_t size) noexcept;

  int descriptor_;
  std::mutex sending_;
};

}  // namespace lockstep::channel
