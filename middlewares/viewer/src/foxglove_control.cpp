// SPDX-License-Identifier: Apache-2.0
// What a client of the Foxglove protocol may change: inlets and requests.
#include <algorithm>

#include "foxglove_session.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::viewer {
namespace {

constexpr std::size_t kMostPending = 256, kMostPublished = 1024;

bool is_float(core::VariableType type) {
  return type == core::VariableType::kFloat64 || type == core::VariableType::kFloat32;
}

}  // namespace

// --- inlets ------------------------------------------------------------------------------------------------

const runtime::PortInfo* FoxgloveSession::find_inlet(std::string_view name) const {
  if (!name.empty() && name.front() == '/') name.remove_prefix(1);
  const auto found = std::find_if(world_.inlets.begin(), world_.inlets.end(),
                                  [&](const runtime::PortInfo& inlet) { return inlet.name == name; });
  return found == world_.inlets.end() ? nullptr : &*found;
}

void FoxgloveSession::write_inlet(const std::string& name, const Json& value) {
  const runtime::PortInfo* const inlet = find_inlet(name);
  if (inlet == nullptr) {
    (void)world_.doors.inlet(name);  // throws with the closest names
    return;
  }
  world_.doors.inlet(inlet->name).write(from_json(value, inlet->type, inlet->name));
}

void FoxgloveSession::advertise(const Json& message) {
  require_control("write inlets");
  for (const Json& channel : message.at("channels")) {
    const auto topic = channel.at("topic").get<std::string>();
    if (channel.at("encoding").get<std::string>() != "json")
      throw Error{ErrorCode::kUnsupported, "topic '" + topic + "' is not in JSON, the only encoding we read"};
    const runtime::PortInfo* const inlet = find_inlet(topic);
    if (inlet == nullptr) (void)world_.doors.inlet(topic);  // throws with the closest names
    if (published_.size() >= kMostPublished) throw Error{ErrorCode::kBadUsage, "too many channels"};
    published_[channel.at("id").get<std::uint32_t>()] = inlet->name;
  }
}

void FoxgloveSession::unadvertise(const Json& message) {
  for (const Json& id : message.at("channelIds"))
    published_.erase(id.get<std::uint32_t>());
}

void FoxgloveSession::publish(const protocol::ClientData& data) {
  require_control("write inlets");
  const auto found = published_.find(data.channel);
  if (found == published_.end())
    throw Error{ErrorCode::kNotFound, "the client has advertised no channel " + std::to_string(data.channel)};
  const Json message = parse_json(data.payload);
  // An object as most message types have it (std_msgs: data; ours: value), or the value itself.
  const char* const key = message.is_object() && message.contains("data") ? "data" : "value";
  write_inlet(found->second, message.is_object() ? message.at(key) : message);
}

Json FoxgloveSession::parameter(const runtime::PortInfo& inlet) const {
  Json json{{"name", inlet.name}, {"value", world_.value(inlet)}};
  if (is_float(inlet.type)) json["type"] = inlet.count == 1 ? "float64" : "float64_array";
  return json;
}

void FoxgloveSession::send_parameters(const std::vector<std::string>& names, const Json& id) {
  Json parameters = Json::array();
  for (const runtime::PortInfo& inlet : world_.inlets) {
    if (names.empty() || std::find(names.begin(), names.end(), inlet.name) != names.end())
      parameters.push_back(parameter(inlet));
  }
  Json reply{{"op", "parameterValues"}, {"parameters", std::move(parameters)}};
  if (id.is_string()) reply["id"] = id;
  outbox_.send_text(dump(reply));
}

void FoxgloveSession::get_parameters(const Json& message) {
  std::vector<std::string> names;
  for (const Json& name : message.at("parameterNames"))
    names.push_back(name.get<std::string>());
  send_parameters(names, message.value("id", Json{}));
}

void FoxgloveSession::set_parameters(const Json& message) {
  require_control("write inlets");
  Json written = Json::array();
  for (const Json& one : message.at("parameters")) {
    const auto name = one.at("name").get<std::string>();
    write_inlet(name, one.at("value"));
    written.push_back({{"name", name}, {"value", one.at("value")}});
  }
  const Json id = message.value("id", Json{});
  if (!id.is_string()) return;
  outbox_.send_text(dump({{"op", "parameterValues"}, {"parameters", std::move(written)}, {"id", id}}));
}

void FoxgloveSession::watch_parameters(const Json& message, bool watch) {
  for (const Json& name : message.at("parameterNames")) {
    const runtime::PortInfo* const inlet = find_inlet(name.get<std::string>());
    if (inlet == nullptr) continue;
    if (watch)
      watched_parameters_.emplace(inlet->name, "");
    else
      watched_parameters_.erase(inlet->name);
  }
  send_parameter_updates();
}

void FoxgloveSession::send_parameter_updates() {
  Json changed = Json::array();
  for (auto& [name, sent] : watched_parameters_) {
    Json now = parameter(*find_inlet(name));
    std::string value = dump(now["value"]);
    if (value == sent) continue;
    sent = std::move(value);
    changed.push_back(std::move(now));
  }
  if (!changed.empty())
    outbox_.send_text(dump({{"op", "parameterValues"}, {"parameters", std::move(changed)}}));
}

// --- requests ----------------------------------------------------------------------------------------------

void FoxgloveSession::call_service(const protocol::ServiceCall& call) {
  try {
    require_control("send requests");
    if (call.service == 0 || call.service > world_.requests.size())
      throw Error{ErrorCode::kNotFound, "there is no service " + std::to_string(call.service)};
    if (pending_.size() >= kMostPending)
      throw Error{ErrorCode::kBadUsage, "too many requests wait for replies"};
    const runtime::PortInfo& request = world_.requests[call.service - 1];
    const Json given = call.payload.empty() ? Json::object() : parse_json(call.payload);
    std::vector<core::Value> arguments;
    for (const devices::RequestField& field : request.arguments) {
      if (!given.is_object() || !given.contains(field.name))
        throw Error{ErrorCode::kBadUsage,
                    "request '" + request.name + "' lacks the argument '" + field.name + "'"};
      arguments.push_back(from_json(given[field.name], field.type, field.name));
    }
    pending_.push_back({call.service, call.call, world_.doors.submit(request.name, std::move(arguments))});
  } catch (const Error& error) {
    outbox_.send_text(protocol::service_failure(call.service, call.call, error.message()));
  }
}

void FoxgloveSession::send_replies() {
  const auto first_done = std::stable_partition(pending_.begin(), pending_.end(),
                                                [](const Pending& one) { return !one.request->done(); });
  for (auto one = first_done; one != pending_.end(); ++one) {
    if (one->request->refused()) {
      outbox_.send_text(protocol::service_failure(one->service, one->call, one->request->why()));
      continue;
    }
    const runtime::PortInfo& request = world_.requests[one->service - 1];
    Json reply = Json::object();
    for (std::size_t i = 0; i < request.reply.size(); ++i)
      reply[request.reply[i].name] = to_json(one->request->reply()[i], request.reply[i].count);
    outbox_.send_binary(protocol::service_response(one->service, one->call, dump(reply)));
  }
  pending_.erase(first_done, pending_.end());
}

}  // namespace lockstep::viewer
