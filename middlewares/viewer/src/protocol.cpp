// SPDX-License-Identifier: Apache-2.0
#include "protocol.hpp"

#include <algorithm>

namespace lockstep::viewer::protocol {
namespace {

constexpr char kMessageData = 1, kTime = 2, kServiceResponse = 3, kAsset = 4;
constexpr char kClientData = 1, kServiceCall = 2;

template <class T>
void put(std::string& out, T number) {
  for (unsigned i = 0; i < sizeof(T); ++i)
    out += static_cast<char>(number >> (8U * i) & 255U);
}

/// Takes a number off the front; the caller has looked whether there is one.
std::uint32_t take(std::string_view& bytes) {
  std::uint32_t number = 0;
  for (unsigned i = 0; i < 4; ++i)
    number |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8U * i);
  bytes.remove_prefix(4);
  return number;
}

std::string asset_reply(std::uint32_t request, bool failed, std::string_view why, std::string_view bytes) {
  std::string out{kAsset};
  put(out, request);
  out += static_cast<char>(failed ? 1 : 0);
  put(out, static_cast<std::uint32_t>(why.size()));
  return out.append(why).append(bytes);
}

}  // namespace

std::string choose(std::string_view offered) {
  while (!offered.empty()) {
    std::string_view name = offered.substr(0, offered.find(','));
    offered.remove_prefix(std::min(name.size() + 1, offered.size()));
    while (!name.empty() && name.front() == ' ')
      name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ')
      name.remove_suffix(1);
    if (name == "foxglove.websocket.v1" || name == "foxglove.sdk.v1") return std::string{name};
  }
  return {};
}

std::string message_data(std::uint32_t subscription, core::SimTime time, std::string_view payload) {
  std::string out{kMessageData};
  put(out, subscription);
  put(out, static_cast<std::uint64_t>(time.count()));
  return out.append(payload);
}

std::string time(core::SimTime time) {
  std::string out{kTime};
  put(out, static_cast<std::uint64_t>(time.count()));
  return out;
}

std::string service_response(std::uint32_t service, std::uint32_t call, std::string_view payload) {
  constexpr std::string_view kEncoding = "json";
  std::string out{kServiceResponse};
  put(out, service);
  put(out, call);
  put(out, static_cast<std::uint32_t>(kEncoding.size()));
  return out.append(kEncoding).append(payload);
}

std::string asset(std::uint32_t request, std::string_view bytes) {
  return asset_reply(request, false, {}, bytes);
}

std::string no_asset(std::uint32_t request, std::string_view why) {
  return asset_reply(request, true, why, {});
}

std::string status(Level level, std::string_view text) {
  return dump({{"op", "status"}, {"level", static_cast<int>(level)}, {"message", text}});
}

std::string service_failure(std::uint32_t service, std::uint32_t call, std::string_view why) {
  return dump({{"op", "serviceCallFailure"}, {"serviceId", service}, {"callId", call}, {"message", why}});
}

Json stamp(core::SimTime time) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return {{"sec", time.count() / kSecond}, {"nsec", time.count() % kSecond}};
}

std::optional<ClientData> parse_client_data(std::string_view bytes) {
  if (bytes.size() < 5 || bytes.front() != kClientData) return std::nullopt;
  bytes.remove_prefix(1);
  const std::uint32_t channel = take(bytes);
  return ClientData{channel, bytes};
}

std::optional<ServiceCall> parse_service_call(std::string_view bytes) {
  if (bytes.size() < 13 || bytes.front() != kServiceCall) return std::nullopt;
  bytes.remove_prefix(1);
  ServiceCall call;
  call.service = take(bytes);
  call.call = take(bytes);
  const std::uint32_t length = take(bytes);
  if (length > bytes.size()) return std::nullopt;
  call.encoding = bytes.substr(0, length);
  call.payload = bytes.substr(length);
  return call;
}

}  // namespace lockstep::viewer::protocol
