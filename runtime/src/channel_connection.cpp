// SPDX-License-Identifier: Apache-2.0
#include "channel_connection.hpp"

#include <unistd.h>

#include "lockstep/core/error.hpp"
#include "quiet_thread.hpp"

namespace lockstep::runtime {
namespace {

using channel::MessageKind;

std::vector<channel::Field> fields_of(const std::vector<devices::RequestField>& fields) {
  std::vector<channel::Field> made;
  for (const devices::RequestField& field : fields)
    made.push_back({field.name, field.type, field.unit, field.count});
  return made;
}

channel::PortKind kind_of(PortInfo::Kind kind) {
  switch (kind) {
    case PortInfo::Kind::kSignal:
      return channel::PortKind::kSignal;
    case PortInfo::Kind::kInlet:
      return channel::PortKind::kInlet;
    case PortInfo::Kind::kRequest:
      break;
  }
  return channel::PortKind::kRequest;
}

channel::Port port_of(const PortInfo& info) {
  return {kind_of(info.kind),
          info.name,
          info.type,
          info.count,
          info.unit,
          info.description,
          fields_of(info.arguments),
          fields_of(info.reply)};
}

/// Memory of the world is not for a client to fill.
void check_room(const channel::OpenTap& call) {
  constexpr std::uint64_t kMostBytes = 1ULL << 30;
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(call.depth) * (call.text_room + 8ULL) * (call.signals.size() + 1);
  if (call.depth > (1U << 20) || call.text_room > (1U << 24) || bytes > kMostBytes)
    throw Error{ErrorCode::kBadUsage, "a tap of " + std::to_string(call.depth) + " rows with " +
                                          std::to_string(call.signals.size()) + " signals and room for " +
                                          std::to_string(call.text_room) +
                                          " bytes each may need more than 1 GiB; make it less deep"};
}

}  // namespace

ChannelConnection::ChannelConnection(std::unique_ptr<channel::FrameSocket> socket, Doors& doors,
                                     std::string world_name)
    : socket_{std::move(socket)}, doors_{doors}, world_name_{std::move(world_name)} {
  thread_ = quiet_thread([this] { serve(); });
}

ChannelConnection::~ChannelConnection() {
  world_ends_.store(true);
  socket_->shut_down();
  thread_.join();
}

void ChannelConnection::serve() noexcept {
  try {
    answer_calls();
  } catch (const Error& error) {
    socket_->send(channel::Failed{0, error.code(), error.message()});
  } catch (const std::exception& error) {
    socket_->send(channel::Failed{0, ErrorCode::kSystem, error.what()});
  }
  socket_->shut_down();
  end_streams();
  over_.store(true);
}

void ChannelConnection::answer_calls() {
  if (!greet()) return;
  {
    const std::lock_guard<std::mutex> lock{replies_mutex_};
    replies_ = std::make_unique<ReplyStream>(*socket_, doors_.completions());
  }
  while (const std::optional<channel::Frame> frame = socket_->receive())
    dispatch(*frame);
}

void ChannelConnection::end_streams() noexcept {
  for (auto& [id, stream] : parties_) {
    if (!world_ends_.load()) stream->party().abandon();
  }
  parties_.clear();
  taps_.clear();
  const std::lock_guard<std::mutex> lock{replies_mutex_};
  replies_.reset();
}

bool ChannelConnection::drained() {
  const std::lock_guard<std::mutex> lock{replies_mutex_};
  return !replies_ || replies_->drained();
}

bool ChannelConnection::greet() {
  const std::optional<channel::Frame> frame = socket_->receive();
  if (!frame) return false;
  const auto hello = channel::decode<channel::Hello>(*frame);
  if (hello.magic != channel::kMagic || hello.version != channel::kVersion)
    throw Error{ErrorCode::kUnsupported, "the client speaks version " + std::to_string(hello.version) +
                                             " of the channel, but the world version " +
                                             std::to_string(channel::kVersion) +
                                             "; use a client and a world of the same release"};
  return socket_->send(channel::Welcome{channel::kVersion, world_name_, ::getpid()});
}

template <class Call>
void ChannelConnection::answer_call(const channel::Frame& frame) {
  const auto call = channel::decode<Call>(frame);
  try {
    answer(call);
  } catch (const Error& error) {
    socket_->send(channel::Failed{call.call, error.code(), error.message()});
  }
}

void ChannelConnection::dispatch(const channel::Frame& frame) {
  switch (frame.kind) {
    case MessageKind::kListPorts:
      return answer_call<channel::ListPorts>(frame);
    case MessageKind::kOpenInlet:
      return answer_call<channel::OpenInlet>(frame);
    case MessageKind::kWriteInlet:
      return answer_call<channel::WriteInlet>(frame);
    case MessageKind::kOpenTap:
      return answer_call<channel::OpenTap>(frame);
    case MessageKind::kCloseTap:
      return answer_call<channel::CloseTap>(frame);
    case MessageKind::kSubmit:
      return answer_call<channel::Submit>(frame);
    case MessageKind::kJoin:
      return answer_call<channel::Join>(frame);
    case MessageKind::kLeave:
      return answer_call<channel::Leave>(frame);
    case MessageKind::kConfirm: {
      const auto confirm = channel::decode<channel::Confirm>(frame);
      const auto found = parties_.find(confirm.party);
      if (found == parties_.end()) return;
      if (confirm.restart) return found->second->party().confirm(Tick{confirm.step, {}, *confirm.restart});
      return found->second->party().confirm(confirm.step);
    }
    default:
      throw Error{ErrorCode::kBadInput, "a client sent a message of kind " +
                                            std::to_string(static_cast<int>(frame.kind)) +
                                            ", which only a world may send"};
  }
}

void ChannelConnection::check_new(channel::CallId id) const {
  constexpr std::size_t kMost = 256;
  if (inlets_.count(id) + taps_.count(id) + parties_.count(id) != 0)
    throw Error{ErrorCode::kBadUsage,
                "something is open under the number " + std::to_string(id) + " already; use another"};
  if (taps_.size() + parties_.size() >= kMost)
    throw Error{ErrorCode::kBadUsage, "this connection has " + std::to_string(kMost) +
                                          " taps and parties, as many as there may be; close one of them"};
}

void ChannelConnection::answer(const channel::ListPorts& call) {
  channel::Ports ports;
  ports.call = call.call;
  for (const PortInfo& info : doors_.ports())
    ports.ports.push_back(port_of(info));
  socket_->send(ports);
}

void ChannelConnection::answer(const channel::OpenInlet& call) {
  check_new(call.call);
  Inlet& inlet = doors_.inlet(call.name);
  inlets_[call.call] = &inlet;
  const devices::InletInfo& info = inlet.info();
  channel::InletOpened opened;
  opened.call = call.call;
  opened.port = {channel::PortKind::kInlet, info.name, info.type, info.count, info.unit,
                 info.description,          {},        {}};
  socket_->send(opened);
}

void ChannelConnection::answer(const channel::WriteInlet& call) {
  const auto found = inlets_.find(call.inlet);
  if (found == inlets_.end())
    throw Error{ErrorCode::kNotFound, "no inlet is open under the number " + std::to_string(call.inlet)};
  found->second->write(call.value, call.stamp);
  socket_->send(channel::Done{call.call});
}

void ChannelConnection::answer(const channel::OpenTap& call) {
  check_new(call.call);
  check_room(call);
  TapOptions options;
  options.signals = call.signals;
  options.period = call.period;
  options.depth = call.depth;
  options.text_room = call.text_room;
  std::shared_ptr<Tap> tap = doors_.tap(options);
  channel::TapOpened opened;
  opened.call = call.call;
  for (const TapColumn& column : tap->columns()) {
    const devices::SignalInfo& info = column.info;
    opened.columns.push_back(
        {channel::PortKind::kSignal, info.name, info.type, info.count, info.unit, info.description, {}, {}});
  }
  auto stream = std::make_unique<TapStream>(*socket_, call.call, std::move(tap));
  socket_->send(opened);
  stream->start();
  taps_[call.call] = std::move(stream);
}

void ChannelConnection::answer(const channel::CloseTap& call) {
  if (taps_.erase(call.tap) == 0)
    throw Error{ErrorCode::kNotFound, "no tap is open under the number " + std::to_string(call.tap)};
  socket_->send(channel::Done{call.call});
}

void ChannelConnection::answer(const channel::Submit& call) {
  replies_->submit(doors_, call);
}

void ChannelConnection::answer(const channel::Join& call) {
  check_new(call.call);
  PartyOptions options;
  options.name = call.name;
  options.period = call.period;
  options.timeout = call.timeout;
  options.on_timeout =
      call.policy == channel::PartyPolicy::kStop ? devices::FaultPolicy::kStop : devices::FaultPolicy::kHold;
  std::shared_ptr<Barrier::Party> party = doors_.barrier().join(std::move(options));
  socket_->send(channel::Done{call.call});
  parties_[call.call] = std::make_unique<PartyStream>(*socket_, call.call, std::move(party));
}

void ChannelConnection::answer(const channel::Leave& call) {
  if (parties_.erase(call.party) == 0)
    throw Error{ErrorCode::kNotFound, "no party joined under the number " + std::to_string(call.party)};
  socket_->send(channel::Done{call.call});
}

}  // namespace lockstep::runtime
