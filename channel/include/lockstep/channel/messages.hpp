// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/channel/wire.hpp"
#include "lockstep/core/time_grid.hpp"

namespace lockstep::channel {

/// What goes over the channel: frames of a 32-bit length (of what follows, at most kLongestFrame), a byte
/// MessageKind and the fields of one of the structures below.
///
/// The client speaks first: Hello, which the world answers with Welcome. Afterwards the client calls: each
/// call has a number of its choice, and is answered once with that number, by what the list says or by
/// Failed. Answers may come in another order. The number of a call that opened something names it from then
/// on.
///
/// | call | answer | afterwards |
/// |---|---|---|
/// | ListPorts | Ports | |
/// | OpenInlet | InletOpened | |
/// | WriteInlet | Done | the value is there for the next step |
/// | OpenTap | TapOpened | Row again and again, TapEnded when there are no more |
/// | CloseTap | Done | no more rows |
/// | Submit | Reply, when the request was executed | |
/// | Join | Done | Ticked for each tick the world waits at, PartyEnded when there are no more |
/// | Confirm | none | |
/// | Leave | Done | no more ticks |
///
/// A frame that cannot be understood ends the connection, after a Failed with call 0.
inline constexpr std::uint32_t kMagic = 0x4B54534CU;  // "LSTK"
inline constexpr std::uint32_t kVersion = 2;
inline constexpr std::uint32_t kLongestFrame = 16U << 20;

enum class MessageKind : std::uint8_t {
  kHello,
  kWelcome,
  kFailed,
  kDone,
  kListPorts,
  kPorts,
  kOpenInlet,
  kInletOpened,
  kWriteInlet,
  kOpenTap,
  kTapOpened,
  kRow,
  kTapEnded,
  kCloseTap,
  kSubmit,
  kReply,
  kJoin,
  kTicked,
  kConfirm,
  kPartyEnded,
  kLeave,
};

using CallId = std::uint32_t;

#define LOCKSTEP_CHANNEL_MESSAGE(kind, ...)                                            \
  static constexpr MessageKind kKind = MessageKind::kind;                              \
  template <class Archive, class Self>                                                 \
  static void fields([[maybe_unused]] Archive& archive, [[maybe_unused]] Self& self) { \
    __VA_ARGS__;                                                                       \
  }

struct Hello {
  std::uint32_t magic{kMagic};
  std::uint32_t version{kVersion};
  LOCKSTEP_CHANNEL_MESSAGE(kHello, archive(self.magic, self.version))
};
struct Welcome {
  std::uint32_t version{kVersion};
  std::string world;
  std::int32_t pid{0};
  LOCKSTEP_CHANNEL_MESSAGE(kWelcome, archive(self.version, self.world, self.pid))
};
struct Failed {
  CallId call{0};
  ErrorCode code{ErrorCode::kBadUsage};
  std::string message;
  LOCKSTEP_CHANNEL_MESSAGE(kFailed, archive(self.call, self.code, self.message))
};
struct Done {
  CallId call{0};
  LOCKSTEP_CHANNEL_MESSAGE(kDone, archive(self.call))
};
struct ListPorts {
  CallId call{0};
  LOCKSTEP_CHANNEL_MESSAGE(kListPorts, archive(self.call))
};
struct Ports {
  CallId call{0};
  std::vector<Port> ports;
  LOCKSTEP_CHANNEL_MESSAGE(kPorts, archive(self.call, self.ports))
};
struct OpenInlet {
  CallId call{0};
  std::string name;
  LOCKSTEP_CHANNEL_MESSAGE(kOpenInlet, archive(self.call, self.name))
};
struct InletOpened {
  CallId call{0};
  Port port;
  LOCKSTEP_CHANNEL_MESSAGE(kInletOpened, archive(self.call, self.port))
};
struct WriteInlet {
  CallId call{0}, inlet{0};
  std::optional<core::SimTime> stamp;
  core::Value value;
  LOCKSTEP_CHANNEL_MESSAGE(kWriteInlet, archive(self.call, self.inlet, self.stamp, self.value))
};
struct OpenTap {
  CallId call{0};
  std::vector<std::string> signals;
  std::optional<core::SimTime> period;
  std::uint32_t depth{256};
  std::uint32_t text_room{255};
  LOCKSTEP_CHANNEL_MESSAGE(kOpenTap,
                           archive(self.call, self.signals, self.period, self.depth, self.text_room))
};
struct TapOpened {
  CallId call{0};
  std::vector<Port> columns;
  LOCKSTEP_CHANNEL_MESSAGE(kTapOpened, archive(self.call, self.columns))
};
struct Row {
  CallId tap{0};
  core::SimTime stamp{0};
  std::int64_t step{0};
  std::uint64_t lost{0};  ///< rows before this one that the world could not send, in all
  std::vector<core::Value> values;
  LOCKSTEP_CHANNEL_MESSAGE(kRow, archive(self.tap, self.stamp, self.step, self.lost, self.values))
};
struct TapEnded {
  CallId tap{0};
  LOCKSTEP_CHANNEL_MESSAGE(kTapEnded, archive(self.tap))
};
struct CloseTap {
  CallId call{0}, tap{0};
  LOCKSTEP_CHANNEL_MESSAGE(kCloseTap, archive(self.call, self.tap))
};
struct Submit {
  CallId call{0};
  std::string request;
  std::vector<core::Value> arguments;
  LOCKSTEP_CHANNEL_MESSAGE(kSubmit, archive(self.call, self.request, self.arguments))
};
struct Reply {
  CallId call{0};
  bool refused{false};
  std::string why;  ///< of a refusal
  std::int64_t step{0};
  std::vector<core::Value> values;
  LOCKSTEP_CHANNEL_MESSAGE(kReply, archive(self.call, self.refused, self.why, self.step, self.values))
};
struct Join {
  CallId call{0};
  std::string name;
  std::optional<core::SimTime> period;
  std::optional<std::chrono::nanoseconds> timeout;
  PartyPolicy policy{PartyPolicy::kStop};
  LOCKSTEP_CHANNEL_MESSAGE(kJoin, archive(self.call, self.name, self.period, self.timeout, self.policy))
};
struct Ticked {
  CallId party{0};
  std::int64_t step{0};
  core::SimTime time{0};
  std::uint32_t restart{0};  ///< how often the world was set back before
  LOCKSTEP_CHANNEL_MESSAGE(kTicked, archive(self.party, self.step, self.time, self.restart))
};
struct Confirm {
  CallId party{0};
  std::int64_t step{0};
  std::optional<std::uint32_t> restart;  ///< of the tick; empty: the party has seen none yet
  LOCKSTEP_CHANNEL_MESSAGE(kConfirm, archive(self.party, self.step, self.restart))
};
struct PartyEnded {
  CallId party{0};
  LOCKSTEP_CHANNEL_MESSAGE(kPartyEnded, archive(self.party))
};
struct Leave {
  CallId call{0}, party{0};
  LOCKSTEP_CHANNEL_MESSAGE(kLeave, archive(self.call, self.party))
};
#undef LOCKSTEP_CHANNEL_MESSAGE

/// One frame as it came, without its length.
struct Frame {
  MessageKind kind{MessageKind::kHello};
  std::vector<std::uint8_t> payload;
};

/// The whole frame of a message, ready to be sent. Throws Error{kBadUsage} naming the size when it is longer
/// than kLongestFrame.
template <class Message>
std::vector<std::uint8_t> encode(const Message& message);

/// Throws Error{kBadInput} unless the frame is exactly one such message.
template <class Message>
Message decode(const Frame& frame);

/// Length and kind of a frame from its first kHeaderSize bytes. Throws Error{kBadInput} for a length that no
/// frame has and an unknown kind.
inline constexpr std::size_t kHeaderSize = 5;
std::pair<MessageKind, std::size_t> decode_header(Span<const std::uint8_t> header);

// --- how ---------------------------------------------------------------------------------------------------
namespace detail {
void finish_frame(std::vector<std::uint8_t>& frame);
[[noreturn]] void fail_decoding(MessageKind expected, const std::string& why);
}  // namespace detail

template <class Message>
std::vector<std::uint8_t> encode(const Message& message) {
  std::vector<std::uint8_t> frame;
  Writer writer{frame};
  writer(std::uint32_t{0}, Message::kKind, message);  // the length comes last
  detail::finish_frame(frame);
  return frame;
}

template <class Message>
Message decode(const Frame& frame) {
  if (frame.kind != Message::kKind)
    detail::fail_decoding(Message::kKind, "got kind " + std::to_string(static_cast<int>(frame.kind)));
  Reader reader{frame.payload};
  Message message;
  reader(message);
  if (reader.left() != 0)
    detail::fail_decoding(Message::kKind, std::to_string(reader.left()) + " bytes too many");
  return message;
}

}  // namespace lockstep::channel
