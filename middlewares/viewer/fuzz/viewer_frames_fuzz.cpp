// SPDX-License-Identifier: Apache-2.0
// Any bytes as what a client sends: first the head of a request, then frames of a session that may control.
// The same frames in other pieces give the same messages.
#include <cstdint>
#include <cstdlib>

#include "foxglove_session.hpp"
#include "viewed_world.hpp"

namespace {

using namespace lockstep::viewer;  // NOLINT: all of it is under test

struct Nowhere final : Outbox {
  void send_text(std::string_view /*text*/) override {}
  void send_binary(std::string_view /*bytes*/) override {}
  bool congested() const noexcept override { return false; }
};

std::vector<std::string> messages_of(std::string_view bytes, std::size_t piece) {
  FrameReader reader{4096};
  std::vector<std::string> messages;
  WebSocketMessage message;
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    reader.add(part);
    while (reader.next(message) == FrameReader::Result::kMessage)
      messages.push_back(static_cast<char>(message.kind) + message.payload);
  }
  return messages;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const HeadResult head = parse_head(bytes, 4096);
  if (head.state == HeadResult::State::kComplete && head.length > size) std::abort();
  const std::vector<std::string> messages = messages_of(bytes, size + 1);
  if (messages != messages_of(bytes, 1)) std::abort();
  static test::ViewedWorld world;
  static SharedWorld shared{world.doors, make_scene(world.world, world.layout), "fuzz",
                            lockstep::core::SimTime{1'000'000}};
  Nowhere outbox;
  FoxgloveSession session{shared, outbox, Access::kControl};
  for (const std::string& message : messages) {
    const std::string_view payload = std::string_view{message}.substr(1);
    message[0] == 1 ? session.on_text(payload) : session.on_binary(payload);
    world.step();
    session.send_newest(true);
  }
  return 0;
}
