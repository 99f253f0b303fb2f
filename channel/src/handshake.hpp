// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/channel/frame_socket.hpp"

namespace lockstep::channel {

/// The first exchange of a client with a world. Throws Error{kUnsupported} naming both versions when the
/// world speaks another one, and Error{kSystem} when it does not answer.
Welcome greet(FrameSocket& connection, const std::filesystem::path& path);

}  // namespace lockstep::channel
