// SPDX-License-Identifier: Apache-2.0
// Any bytes as a frame: either a message that is written to the same bytes again, or an Error.
#include <cstdint>
#include <cstdlib>

#include "lockstep/channel/messages.hpp"

namespace {

using namespace lockstep::channel;  // NOLINT: every message is named below

template <class Message>
void check(const Frame& frame) {
  const std::vector<std::uint8_t> again = encode(decode<Message>(frame));
  const std::vector<std::uint8_t> payload{again.begin() + kHeaderSize, again.end()};
  if (payload != frame.payload) std::abort();
}

template <class... Messages>
void check_any_of(const Frame& frame) {
  (void)((frame.kind == Messages::kKind && (check<Messages>(frame), true)) || ...);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kHeaderSize) return 0;
  try {
    const auto [kind, length] = decode_header({data, kHeaderSize});
    const Frame frame{kind, {data + kHeaderSize, data + size}};
    check_any_of<Hello, Welcome, Failed, Done, ListPorts, Ports, OpenInlet, InletOpened, WriteInlet, OpenTap,
                 TapOpened, Row, TapEnded, CloseTap, Submit, Reply, Join, Ticked, Confirm, PartyEnded, Leave>(
        frame);
  } catch (const lockstep::Error&) {
  }
  return 0;
}
