// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <nlohmann/json.hpp>

#include "channel_values.hpp"
#include "report.hpp"
#include "table.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

struct PortsOptions {
  std::optional<std::string> channel;
  bool json{false};
};

constexpr const char* kPortsExamples =
    R"(Lists what can be reached in a running world: signals (watch), inlets (put) and requests (ask).

Examples:
  lockstep ports
  lockstep ports --json | jq -r '.ports[] | select(.kind == "inlet").name'
)";

/// "(Float64[] offsets, String reason) -> Float64 offset"
std::string signature(const channel::Port& port) {
  const auto list = [](const std::vector<channel::Field>& fields) {
    std::string text;
    for (const channel::Field& field : fields)
      text += (text.empty() ? "" : ", ") + type_text(field.type, field.count) + ' ' + field.name;
    return text;
  };
  return '(' + list(port.arguments) + ')' + (port.reply.empty() ? "" : " -> " + list(port.reply));
}

nlohmann::ordered_json fields_json(const std::vector<channel::Field>& fields) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const channel::Field& field : fields)
    list.push_back({{"name", field.name},
                    {"type", core::to_string(field.type)},
                    {"count", field.count},
                    {"unit", field.unit}});
  return list;
}

nlohmann::ordered_json port_json(const channel::Port& port) {
  nlohmann::ordered_json json;
  json["kind"] = channel::to_string(port.kind);
  json["name"] = port.name;
  if (port.kind == channel::PortKind::kRequest) {
    json["arguments"] = fields_json(port.arguments);
    json["reply"] = fields_json(port.reply);
  } else {
    json["type"] = core::to_string(port.type);
    json["count"] = port.count;
    json["unit"] = port.unit;
  }
  json["description"] = port.description;
  return json;
}

int list_ports(const PortsOptions& options) {
  channel::Client client = connect(options.channel);
  const std::vector<channel::Port> ports = client.ports();
  if (options.json) {
    nlohmann::ordered_json json;
    json["world"] = client.world_name();
    json["process"] = client.pid();
    json["ports"] = nlohmann::ordered_json::array();
    for (const channel::Port& port : ports)
      json["ports"].push_back(port_json(port));
    print_json(json);
    return kOk;
  }
  using Align = Table::Align;
  Table table{{Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft}};
  table.add({"kind", "name", "type", "unit", "description"});
  for (const channel::Port& port : ports) {
    const bool is_request = port.kind == channel::PortKind::kRequest;
    table.add({std::string{channel::to_string(port.kind)}, port.name,
               is_request ? signature(port) : type_text(port.type, port.count), port.unit, port.description});
  }
  std::fputs(table.text(0).c_str(), stdout);
  return kOk;
}

}  // namespace

Verb add_ports(CLI::App& app) {
  const auto options = std::make_shared<PortsOptions>();
  CLI::App* const command = app.add_subcommand("ports", "List what can be reached in a running world");
  command->footer(kPortsExamples);
  add_channel(*command, options->channel);
  command->add_flag("--json", options->json, "Ports for programs");
  return {command, [options] { return list_ports(*options); }, [options] { return options->json; }};
}

}  // namespace lockstep::cli
