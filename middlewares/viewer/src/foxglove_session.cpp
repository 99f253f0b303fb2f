// SPDX-License-Identifier: Apache-2.0
#include "foxglove_session.hpp"

#include <algorithm>

#include "lockstep/core/error.hpp"

namespace lockstep::viewer {
namespace {

using Content = Channel::Content;

constexpr std::size_t kMostSubscriptions = 4096;

Json service_json(std::uint32_t id, const runtime::PortInfo& request) {
  const auto part = [&](const char* suffix, const std::vector<devices::RequestField>& fields) {
    const std::string title = request.name + suffix;
    return Json{{"encoding", "json"},
                {"schemaName", title},
                {"schemaEncoding", "jsonschema"},
                {"schema", dump(schema_of(title, fields))}};
  };
  const Json in = part("_request", request.arguments);
  const Json out = part("_response", request.reply);
  return {{"id", id},
          {"name", request.name},
          {"type", request.name},
          {"request", in},
          {"response", out},
          {"requestSchema", in["schema"]},
          {"responseSchema", out["schema"]},
          {"description", request.description}};
}

}  // namespace

FoxgloveSession::FoxgloveSession(SharedWorld& world, Outbox& outbox, Access access)
    : world_{world}, outbox_{outbox}, access_{access} {
  greet();
}

void FoxgloveSession::greet() {
  const bool controls = access_ == Access::kControl;
  Json capabilities{"time", "assets"};
  if (controls) {
    for (const char* const more : {"clientPublish", "parameters", "parametersSubscribe", "services"})
      capabilities.push_back(more);
  }
  outbox_.send_text(dump({{"op", "serverInfo"},
                          {"name", "lockstep: " + world_.name},
                          {"capabilities", capabilities},
                          {"supportedEncodings", {"json"}},
                          {"metadata", {{"world", world_.name}, {"access", controls ? "control" : "read"}}},
                          {"sessionId", world_.name}}));
  Json channels = Json::array();
  for (const Channel& channel : world_.channels)
    channels.push_back(channel.advertisement());
  outbox_.send_text(dump({{"op", "advertise"}, {"channels", std::move(channels)}}));
  if (!controls) return;
  Json services = Json::array();
  for (std::size_t i = 0; i < world_.requests.size(); ++i)
    services.push_back(service_json(static_cast<std::uint32_t>(i + 1), world_.requests[i]));
  outbox_.send_text(dump({{"op", "advertiseServices"}, {"services", std::move(services)}}));
}

// Whatever a client sends, the server goes on; the client learns what was wrong with it.
template <class Body>
void FoxgloveSession::guarded(Body&& body) {
  std::string why;
  try {
    body();
    return;
  } catch (const Error& error) {
    why = error.message();
  } catch (const nlohmann::json::exception&) {
    why = "a message has not the fields that the protocol asks for";
  }
  outbox_.send_text(protocol::status(protocol::Level::kError, why));
}

void FoxgloveSession::on_text(std::string_view text) {
  guarded([&] { on_message(parse_json(text)); });
}

void FoxgloveSession::on_message(const Json& message) {
  const auto op = message.at("op").get<std::string>();
  if (op == "subscribe") return subscribe(message);
  if (op == "unsubscribe") return unsubscribe(message);
  if (op == "advertise") return advertise(message);
  if (op == "unadvertise") return unadvertise(message);
  if (op == "getParameters") return get_parameters(message);
  if (op == "setParameters") return set_parameters(message);
  if (op == "subscribeParameterUpdates") return watch_parameters(message, true);
  if (op == "unsubscribeParameterUpdates") return watch_parameters(message, false);
  if (op == "fetchAsset") return fetch_asset(message);
  throw Error{ErrorCode::kUnsupported, "the viewer does not know the operation '" + op.substr(0, 80) + "'"};
}

void FoxgloveSession::on_binary(std::string_view bytes) {
  guarded([&] {
    if (const auto data = protocol::parse_client_data(bytes)) return publish(*data);
    if (const auto call = protocol::parse_service_call(bytes)) return call_service(*call);
    throw Error{ErrorCode::kBadInput,
                "a binary message is neither data of a channel nor a call of a service"};
  });
}

void FoxgloveSession::require_control(const char* what) const {
  if (access_ != Access::kControl)
    throw Error{ErrorCode::kBadUsage,
                std::string{"this viewer may only look, not "} + what +
                    "; open the address with the token that 'lockstep run --view' printed"};
}

// --- channels ----------------------------------------------------------------------------------------------

void FoxgloveSession::subscribe(const Json& message) {
  for (const Json& one : message.at("subscriptions")) {
    const auto id = one.at("id").get<std::uint32_t>();
    const auto channel = one.at("channelId").get<std::uint32_t>();
    if (channel == 0 || channel > world_.channels.size())
      throw Error{ErrorCode::kNotFound, "there is no channel " + std::to_string(channel)};
    if (subscriptions_.size() >= kMostSubscriptions)
      throw Error{ErrorCode::kBadUsage, "too many subscriptions"};
    if (!subscriptions_.emplace(id, channel - 1).second)
      throw Error{ErrorCode::kBadUsage, "subscription " + std::to_string(id) + " exists already"};
    send_content(id, world_.channels[channel - 1]);
  }
}

void FoxgloveSession::unsubscribe(const Json& message) {
  for (const Json& id : message.at("subscriptionIds"))
    subscriptions_.erase(id.get<std::uint32_t>());
}

void FoxgloveSession::send_content(Subscription subscription, const Channel& channel) {
  if (channel.content == Content::kLog) {
    for (const LogLine& line : world_.log)
      outbox_.send_binary(protocol::message_data(subscription, line.time, line.message));
    return;
  }
  if (!world_.newest && channel.content != Content::kScene) return;
  std::string payload;
  switch (channel.content) {
    case Content::kSignals:
      payload = signals_message(channel, world_.feed.columns(), *world_.newest);
      break;
    case Content::kPoses:
      payload = world_.poses();
      break;
    case Content::kTransforms:
      payload = dump(world_.transforms());
      break;
    case Content::kScene:
      payload = dump(scene_update(world_.scene, world_.name));
      break;
    case Content::kState:
      payload = dump(world_.state());
      break;
    case Content::kLog:
      break;
  }
  outbox_.send_binary(protocol::message_data(subscription, world_.time(), payload));
}

void FoxgloveSession::send_row(const runtime::TapRow& row) {
  if (outbox_.congested()) return;
  for (const auto& [id, index] : subscriptions_) {
    const Channel& channel = world_.channels[index];
    if (channel.content != Content::kSignals) continue;
    outbox_.send_binary(
        protocol::message_data(id, row.stamp, signals_message(channel, world_.feed.columns(), row)));
  }
}

void FoxgloveSession::send_newest(bool new_row) {
  send_replies();
  if (outbox_.congested()) return;
  if (new_row) {
    outbox_.send_binary(protocol::time(world_.time()));
    send_parameter_updates();
  }
  Json state = world_.state();
  state.erase("time");
  state.erase("step");
  const std::string changes = dump(state);
  const bool state_due = changes != last_state_ || (new_row && ticks_++ % 6 == 0);
  last_state_ = changes;
  for (const auto& [id, index] : subscriptions_) {
    const Channel& channel = world_.channels[index];
    const bool moves = channel.content == Content::kPoses || channel.content == Content::kTransforms;
    if ((moves && new_row) || (channel.content == Content::kState && state_due)) send_content(id, channel);
  }
}

void FoxgloveSession::send_log(const LogLine& line) {
  for (const auto& [id, index] : subscriptions_) {
    if (world_.channels[index].content == Content::kLog)
      outbox_.send_binary(protocol::message_data(id, line.time, line.message));
  }
}

void FoxgloveSession::fetch_asset(const Json& message) {
  const auto id = message.at("requestId").get<std::uint32_t>();
  const auto uri = message.at("uri").get<std::string>();
  const std::string prefix = "lockstep://mesh/";
  std::optional<std::string> bytes;
  if (uri.compare(0, prefix.size(), prefix) == 0)
    bytes = world_.mesh(std::string_view{uri}.substr(prefix.size()));
  outbox_.send_binary(bytes ? protocol::asset(id, *bytes)
                            : protocol::no_asset(id, "there is no asset '" + uri.substr(0, 200) + "'"));
}

}  // namespace lockstep::viewer
