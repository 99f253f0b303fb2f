// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "channel_streams.hpp"

namespace lockstep::runtime {

/// One client of a world: reads its calls in a thread, and answers them. What a client sends is not trusted:
/// a call that fails is answered with why, bytes that are no message end the connection.
class ChannelConnection {
 public:
  ChannelConnection(std::unique_ptr<channel::FrameSocket> socket, Doors& doors, std::string world_name);
  /// Ends the connection; parties leave.
  ~ChannelConnection();
  ChannelConnection(const ChannelConnection&) = delete;
  ChannelConnection& operator=(const ChannelConnection&) = delete;

  bool over() const noexcept { return over_.load(); }
  /// All replies to requests that are done have been sent.
  bool drained();

 private:
  void serve() noexcept;
  void answer_calls();
  bool greet();
  void dispatch(const channel::Frame& frame);
  void end_streams() noexcept;

  void answer(const channel::ListPorts& call);
  void answer(const channel::OpenInlet& call);
  void answer(const channel::WriteInlet& call);
  void answer(const channel::OpenTap& call);
  void answer(const channel::CloseTap& call);
  void answer(const channel::Submit& call);
  void answer(const channel::Join& call);
  void answer(const channel::Leave& call);
  /// Decodes a call and answers it, or says why not.
  template <class Call>
  void answer_call(const channel::Frame& frame);
  /// Throws Error{kBadUsage} when something with this number is open already, or too much is.
  void check_new(channel::CallId id) const;

  std::unique_ptr<channel::FrameSocket> socket_;
  Doors& doors_;
  std::string world_name_;
  std::map<channel::CallId, Inlet*> inlets_;
  std::map<channel::CallId, std::unique_ptr<TapStream>> taps_;
  std::map<channel::CallId, std::unique_ptr<PartyStream>> parties_;
  std::mutex replies_mutex_;  // of the pointer, against drained()
  std::unique_ptr<ReplyStream> replies_;
  std::atomic<bool> world_ends_{false}, over_{false};
  std::thread thread_;
};

}  // namespace lockstep::runtime
