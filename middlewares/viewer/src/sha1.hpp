// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockstep::viewer {

/// The 20 bytes of SHA-1 (RFC 3174). The WebSocket handshake asks for it as proof that both sides mean this
/// protocol; nothing here relies on it for security.
std::string sha1(std::string_view text);

}  // namespace lockstep::viewer
