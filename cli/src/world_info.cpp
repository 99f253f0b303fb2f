// SPDX-License-Identifier: Apache-2.0
#include "world_info.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "lockstep/core/number_text.hpp"
#include "lockstep/dynamics/robot_summary.hpp"
#include "table.hpp"

namespace lockstep::cli {
namespace {

using Align = Table::Align;

using Kind = runtime::PortInfo::Kind;

/// "Float64", or "Float64[3]"; "Float64[]" for any number of elements.
std::string type_text(core::VariableType type, std::uint32_t count) {
  const std::string_view name = core::to_string(type);
  if (count == 1) return std::string{name};
  return count == 0 ? fmt::format("{}[]", name) : fmt::format("{}[{}]", name, count);
}

std::set<std::string> recorded_in(const world::World& world) {
  const std::vector<std::string> names = world.recorded_signals();
  return {names.begin(), names.end()};
}

std::string fields_text(const std::vector<devices::RequestField>& fields) {
  std::string text;
  for (const devices::RequestField& field : fields) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", type_text(field.type, field.count), field.name);
    if (!field.unit.empty()) text += " [" + field.unit + ']';
  }
  return text;
}

nlohmann::ordered_json fields_json(const std::vector<devices::RequestField>& fields) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const devices::RequestField& field : fields) {
    json.push_back({{"name", field.name},
                    {"type", core::to_string(field.type)},
                    {"count", field.count},
                    {"unit", field.unit}});
  }
  return json;
}

/// One robot: a model with joints, or why its numbers are not known.
struct RobotInfo {
  std::string name;
  dynamics::RobotSummary summary;
  std::string problem;
};

std::vector<RobotInfo> robots_of(const world::World& world) {
  std::vector<RobotInfo> robots;
  for (const description::Model& model : world.description().models) {
    if (model.is_static || (model.joints.empty() && model.models.empty())) continue;
    RobotInfo robot{model.name, {}, {}};
    try {
      robot.summary = dynamics::summarise(dynamics::Mechanism{world.description(), model.name});
    } catch (const Error& error) {
      robot.problem = error.what();
    }
    robots.push_back(std::move(robot));
  }
  return robots;
}

std::string robots_text(const world::World& world, const std::vector<std::string>& findings) {
  const std::vector<RobotInfo> robots = robots_of(world);
  if (robots.empty()) return {};
  Table table{{Align::kLeft, Align::kRight, Align::kRight, Align::kLeft, Align::kRight, Align::kLeft}};
  table.add({"name", "mass [kg]", "axes", "base", "reach [m]", "of link"});
  std::string problems;
  for (const RobotInfo& robot : robots) {
    if (!robot.problem.empty()) {
      problems += fmt::format("  {}: {}\n", robot.name, robot.problem);
      continue;
    }
    const dynamics::RobotSummary& summary = robot.summary;
    table.add({robot.name, fmt::format("{:.6g}", summary.mass_kg), std::to_string(summary.axes),
               summary.floating ? "free" : "fixed", fmt::format("{:.4g}", summary.reach_m),
               summary.reach_link});
  }
  std::string text = fmt::format("\nRobots ({})\n", robots.size()) + table.text(2) + problems;
  if (findings.empty()) return text + "  inertias: all possible\n";
  for (const std::string& finding : findings)
    text += "  inertia: " + finding + '\n';
  return text;
}

nlohmann::ordered_json robots_json(const world::World& world, const std::vector<std::string>& findings) {
  nlohmann::ordered_json robots = nlohmann::ordered_json::array();
  for (const RobotInfo& robot : robots_of(world)) {
    const dynamics::RobotSummary& summary = robot.summary;
    nlohmann::ordered_json one{{"name", robot.name}};
    if (robot.problem.empty()) {
      one.update({{"mass", summary.mass_kg},
                  {"centre", {summary.centre_m[0], summary.centre_m[1], summary.centre_m[2]}},
                  {"axes", summary.axes},
                  {"floating", summary.floating},
                  {"reach", summary.reach_m},
                  {"reachLink", summary.reach_link}});
    } else {
      one["problem"] = robot.problem;
    }
    robots.push_back(std::move(one));
  }
  return {{"robots", robots}, {"inertiaFindings", findings}};
}

}  // namespace

bool is_world_file(const std::filesystem::path& file) {
  static const std::set<std::string> kEndings{".sdf", ".world", ".urdf", ".yaml", ".yml", ".ssp", ".ssd"};
  return kEndings.count(file.extension().string()) != 0;
}

std::string info_text(const world::World& world, const std::vector<std::string>& findings) {
  const std::set<std::string> recorded = recorded_in(world);
  Table head{{Align::kLeft, Align::kLeft}};
  head.add({"engine", std::string{world.engine_name()}});
  head.add({"step", core::to_text(world.step_s()) + " s"});
  head.add({"duration", core::to_text(world.duration_s()) + " s"});
  Table signals{{Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft}};
  Table inlets{{Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft}};
  Table requests{{Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft}};
  signals.add({"name", "type", "unit", "recorded", "description"});
  inlets.add({"name", "type", "unit", "description"});
  requests.add({"name", "arguments", "reply", "description"});
  std::size_t counts[3] = {0, 0, 0};
  for (const runtime::PortInfo& port : world.runtime().doors().ports()) {
    ++counts[static_cast<std::size_t>(port.kind)];
    const std::string type = type_text(port.type, port.count);
    const std::string description = shortened(port.description, 80);
    if (port.kind == Kind::kSignal)
      signals.add({port.name, type, port.unit, recorded.count(port.name) != 0 ? "yes" : "", description});
    else if (port.kind == Kind::kInlet)
      inlets.add({port.name, type, port.unit, description});
    else
      requests.add({port.name, fields_text(port.arguments), fields_text(port.reply), description});
  }
  std::string text = shortened(world.name(), 200) + '\n' + head.text(2);
  text += robots_text(world, findings);
  text += fmt::format("\nSignals ({})\n", counts[0]) + signals.text(2);
  if (counts[1] != 0) text += fmt::format("\nInlets ({})\n", counts[1]) + inlets.text(2);
  return text + fmt::format("\nRequests ({})\n", counts[2]) + requests.text(2);
}

nlohmann::ordered_json to_json(const world::World& world, const std::vector<std::string>& findings) {
  const std::set<std::string> recorded = recorded_in(world);
  nlohmann::ordered_json json;
  json["world"] = world.name();
  json["engine"] = world.engine_name();
  json["physicsType"] = world.physics_type();
  json["stepSize"] = world.step_s();
  json["duration"] = world.duration_s();
  json.update(robots_json(world, findings));
  for (const char* list : {"signals", "inlets", "requests"})
    json[list] = nlohmann::ordered_json::array();
  for (const runtime::PortInfo& port : world.runtime().doors().ports()) {
    if (port.kind == Kind::kRequest) {
      json["requests"].push_back({{"name", port.name},
                                  {"arguments", fields_json(port.arguments)},
                                  {"reply", fields_json(port.reply)},
                                  {"description", port.description}});
      continue;
    }
    nlohmann::ordered_json one{{"name", port.name},
                               {"type", core::to_string(port.type)},
                               {"count", port.count},
                               {"unit", port.unit},
                               {"description", port.description}};
    if (port.kind == Kind::kSignal) one["recorded"] = recorded.count(port.name) != 0;
    json[port.kind == Kind::kSignal ? "signals" : "inlets"].push_back(std::move(one));
  }
  return json;
}

}  // namespace lockstep::cli
