// SPDX-License-Identifier: Apache-2.0
#include "handshake.hpp"

namespace lockstep::channel {

Welcome greet(FrameSocket& connection, const std::filesystem::path& path) {
  connection.send(Hello{});
  const std::optional<Frame> answer = connection.receive();
  if (!answer)
    throw Error{ErrorCode::kSystem, "the world at '" + path.string() + "' does not answer; is it stopped?"};
  if (answer->kind == MessageKind::kFailed) {
    const auto failed = decode<Failed>(*answer);
    throw Error{failed.code, failed.message};
  }
  auto welcome = decode<Welcome>(*answer);
  if (welcome.version != kVersion)
    throw Error{ErrorCode::kUnsupported, "the world at '" + path.string() + "' speaks version " +
                                             std::to_string(welcome.version) + " of the channel, expected " +
                                             std::to_string(kVersion) +
                                             "; use a client and a world of the same release"};
  return welcome;
}

}  // namespace lockstep::channel
