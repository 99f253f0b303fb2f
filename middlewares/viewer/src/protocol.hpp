// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json_value.hpp"
#include "lockstep/core/time_grid.hpp"

/// Messages of the Foxglove WebSocket protocol. Its two names, foxglove.websocket.v1 and foxglove.sdk.v1,
/// mean the same bytes. Numbers in binary messages are little-endian.
namespace lockstep::viewer::protocol {

/// The first of the offered sub-protocols (a comma-separated list) that we speak; empty: none.
std::string choose(std::string_view offered);

// --- from the server
std::string message_data(std::uint32_t subscription, core::SimTime time, std::string_view payload);
std::string time(core::SimTime time);
std::string service_response(std::uint32_t service, std::uint32_t call, std::string_view payload);
/// An asset, or why there is none.
std::string asset(std::uint32_t request, std::string_view bytes);
std::string no_asset(std::uint32_t request, std::string_view why);

enum class Level : std::uint8_t { kInfo = 0, kWarning = 1, kError = 2 };
std::string status(Level level, std::string_view text);
std::string service_failure(std::uint32_t service, std::uint32_t call, std::string_view why);
/// {"sec": ..., "nsec": ...}.
Json stamp(core::SimTime time);

// --- from a client
struct ClientData {
  std::uint32_t channel{0};
  std::string_view payload;
};
struct ServiceCall {
  std::uint32_t service{0}, call{0};
  std::string_view encoding, payload;
};
/// Empty when the bytes are none.
std::optional<ClientData> parse_client_data(std::string_view bytes);
std::optional<ServiceCall> parse_service_call(std::string_view bytes);

}  // namespace lockstep::viewer::protocol
