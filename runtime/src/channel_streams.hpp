// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "lockstep/channel/frame_socket.hpp"
#include "lockstep/runtime/doors.hpp"

namespace lockstep::runtime {

/// What a world sends to a client by itself, each in a thread of its own, so that one that has to wait holds
/// back no other. All end with their destruction.

/// Rows of a tap.
class TapStream {
 public:
  /// Keeps rows from now on, and sends none before start().
  TapStream(channel::FrameSocket& socket, channel::CallId id, std::shared_ptr<Tap> tap);
  ~TapStream();
  void start();
  TapStream(const TapStream&) = delete;
  TapStream& operator=(const TapStream&) = delete;

 private:
  void send_rows() noexcept;

  channel::FrameSocket& socket_;
  channel::CallId id_;
  std::shared_ptr<Tap> tap_;
  TapReader reader_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

/// Ticks for a party of the barrier.
class PartyStream {
 public:
  PartyStream(channel::FrameSocket& socket, channel::CallId id, std::shared_ptr<Barrier::Party> party);
  /// The party leaves, if it has not yet.
  ~PartyStream();
  PartyStream(const PartyStream&) = delete;
  PartyStream& operator=(const PartyStream&) = delete;

  Barrier::Party& party() noexcept { return *party_; }

 private:
  void send_ticks() noexcept;

  channel::FrameSocket& socket_;
  channel::CallId id_;
  std::shared_ptr<Barrier::Party> party_;
  std::thread thread_;
};

/// Replies of requests, in the order in which they are done.
class ReplyStream {
 public:
  ReplyStream(channel::FrameSocket& socket, std::shared_ptr<WaitWord> completions);
  ~ReplyStream();
  ReplyStream(const ReplyStream&) = delete;
  ReplyStream& operator=(const ReplyStream&) = delete;

  /// Sends a request to the doors; its reply goes to the client. Throws as Doors::submit.
  void submit(Doors& doors, const channel::Submit& call);
  /// Nothing that is done still has to be sent.
  bool drained();

 private:
  struct Pending {
    channel::CallId call{0};
    std::shared_ptr<const Request> request;
  };
  void send_replies() noexcept;
  std::vector<Pending> take_done();
  void send(const Pending& done) noexcept;

  channel::FrameSocket& socket_;
  std::shared_ptr<WaitWord> completions_;
  std::mutex mutex_;
  std::vector<Pending> pending_;
  int submitting_{0};
  bool sending_{false};
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace lockstep::runtime
