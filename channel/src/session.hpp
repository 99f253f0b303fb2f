// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "lockstep/channel/client.hpp"
#include "lockstep/channel/frame_socket.hpp"

namespace lockstep::channel {

/// Rows of one tap on their way from the receiver to the reader. Guarded by the session's mutex.
class TapQueue {
 public:
  std::uint32_t id{0};
  std::size_t depth{256};
  std::vector<Port> columns;
  std::deque<Row> rows;
  std::uint64_t dropped{0};  // here, because the reader was slow
  std::uint64_t lost{0};     // before the row that was read last
  bool ended{false};
  std::condition_variable changed;
};

/// The tick that waits for a party. Guarded by the session's mutex.
class PartyQueue {
 public:
  std::uint32_t id{0};
  std::optional<ClientTick> tick;
  std::optional<std::uint32_t> awaited_restart;  // of the tick that was awaited last
  bool ended{false};
  std::condition_variable changed;
};

/// The connection of a client: sends calls, and a thread hands what comes to those who wait for it.
class Session {
 public:
  explicit Session(const std::filesystem::path& path);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Welcome& welcome() const noexcept { return welcome_; }

  /// Sends a call; its answer is kept until take_answer() or forget().
  template <class Message>
  CallId start(Message message) {
    message.call = new_call();
    if (!socket_->send(encode_or_forget(message))) socket_->shut_down();  // the receiver ends the call
    return message.call;
  }
  /// Waits for the answer of a call; empty when the limit is over. Throws what the world answered, and
  /// Error{kSystem} when the connection is over.
  std::optional<Frame> take_answer(CallId call, Limit limit);
  void forget(CallId call) noexcept;
  /// Both.
  template <class Answer, class Message>
  Answer call(Message message) {
    return decode<Answer>(*take_answer(start(std::move(message)), {}));
  }
  /// Sends something that has no answer.
  template <class Message>
  void send(const Message& message) {
    socket_->send(message);
  }

  // --- what comes by itself; added before the call that opens it -----------------------------------------
  std::shared_ptr<TapQueue> open_tap(const ClientTapOptions& options);
  void close_tap(TapQueue& queue) noexcept;
  std::shared_ptr<PartyQueue> join(const ClientPartyOptions& options);
  void leave(PartyQueue& queue) noexcept;
  std::mutex& mutex() noexcept { return mutex_; }

 private:
  struct Answer {
    std::optional<Frame> frame;
    std::condition_variable came;
  };

  CallId new_call();
  template <class Message>
  std::vector<std::uint8_t> encode_or_forget(const Message& message) {
    try {
      return encode(message);
    } catch (...) {
      forget(message.call);
      throw;
    }
  }
  void receive() noexcept;
  void dispatch(Frame frame);
  void keep_row(Row row);

  std::filesystem::path path_;
  std::unique_ptr<FrameSocket> socket_;
  Welcome welcome_;
  std::mutex mutex_;  // of everything below
  CallId last_call_{0};
  bool over_{false};
  std::string why_over_;
  std::map<CallId, Answer> answers_;
  std::map<CallId, std::shared_ptr<TapQueue>> taps_;
  std::map<CallId, std::shared_ptr<PartyQueue>> parties_;
  std::thread receiver_;
};

/// Waits until `ready`, at most as long as the limit.
template <class Ready>
void wait_for(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, const Limit& limit,
              Ready ready) {
  if (limit)
    changed.wait_for(lock, *limit, ready);
  else
    changed.wait(lock, ready);
}

}  // namespace lockstep::channel
