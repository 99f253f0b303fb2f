// SPDX-License-Identifier: Apache-2.0
#include "world_info.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "lockstep/core/number_text.hpp"
#include "table.hpp"

namespace lockstep::cli {
namespace {

using Align = Table::Align;

/// "Float64", or "Float64[3]".
std::string type_text(const devices::SignalInfo& info) {
  const std::string_view type = core::to_string(info.type);
  return info.count == 1 ? std::string{type} : fmt::format("{}[{}]", type, info.count);
}

std::set<std::string> recorded_in(const world::World& world) {
  const std::vector<std::string> names = world.recorded_signals();
  return {names.begin(), names.end()};
}

std::string arguments_text(const runtime::KnownRequest& request) {
  std::string text;
  for (const devices::RequestField& field : request.arguments) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", core::to_string(field.type), field.name);
    if (!field.unit.empty()) text += " [" + field.unit + ']';
  }
  return text;
}

}  // namespace

bool is_world_file(const std::filesystem::path& file) {
  static const std::set<std::string> kEndings{".sdf", ".world", ".urdf", ".yaml", ".yml"};
  return kEndings.count(file.extension().string()) != 0;
}

std::string info_text(const world::World& world) {
  const std::set<std::string> recorded = recorded_in(world);
  Table head{{Align::kLeft, Align::kLeft}};
  head.add({"engine", std::string{world.engine_name()}});
  head.add({"step", core::to_text(world.step_s()) + " s"});
  head.add({"duration", core::to_text(world.duration_s()) + " s"});
  const auto& entries = world.runtime().signals().entries();
  Table signals{{Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft}};
  signals.add({"name", "type", "unit", "recorded", "description"});
  for (const runtime::SignalTable::Entry& entry : entries) {
    const devices::SignalInfo& info = entry.info;
    signals.add({info.name, type_text(info), info.unit, recorded.count(info.name) != 0 ? "yes" : "",
                 shortened(info.description, 80)});
  }
  const std::vector<runtime::KnownRequest>& known = world.runtime().requests();
  Table requests{{Align::kLeft, Align::kLeft, Align::kLeft}};
  requests.add({"name", "arguments", "description"});
  for (const runtime::KnownRequest& request : known)
    requests.add({request.name, arguments_text(request), shortened(request.description, 80)});
  std::string text = shortened(world.name(), 200) + '\n' + head.text(2);
  text += fmt::format("\nSignals ({})\n", entries.size()) + signals.text(2);
  if (!known.empty()) text += fmt::format("\nRequests ({})\n", known.size()) + requests.text(2);
  return text;
}

nlohmann::ordered_json to_json(const world::World& world) {
  const std::set<std::string> recorded = recorded_in(world);
  nlohmann::ordered_json json;
  json["world"] = world.name();
  json["engine"] = world.engine_name();
  json["physicsType"] = world.physics_type();
  json["stepSize"] = world.step_s();
  json["duration"] = world.duration_s();
  json["signals"] = nlohmann::ordered_json::array();
  for (const runtime::SignalTable::Entry& entry : world.runtime().signals().entries()) {
    const devices::SignalInfo& info = entry.info;
    json["signals"].push_back({{"name", info.name},
                               {"type", core::to_string(info.type)},
                               {"count", info.count},
                               {"unit", info.unit},
                               {"description", info.description},
                               {"recorded", recorded.count(info.name) != 0}});
  }
  json["requests"] = nlohmann::ordered_json::array();
  for (const runtime::KnownRequest& request : world.runtime().requests()) {
    nlohmann::ordered_json arguments = nlohmann::ordered_json::array();
    for (const devices::RequestField& field : request.arguments)
      arguments.push_back(
          {{"name", field.name}, {"type", core::to_string(field.type)}, {"unit", field.unit}});
    json["requests"].push_back(
        {{"name", request.name}, {"arguments", arguments}, {"description", request.description}});
  }
  return json;
}

}  // namespace lockstep::cli
