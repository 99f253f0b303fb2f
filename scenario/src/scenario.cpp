// SPDX-License-Identifier: Apache-2.0
#include "lockstep/scenario/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "lockstep/core/isolation_config.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/scenario/yaml_tree.hpp"

namespace lockstep::scenario {
namespace {

using core::ConfigNode;
namespace fs = std::filesystem;

/// Collects what is wrong, so that a user sees all of it at once.
class Problems {
 public:
  template <class Body>
  void guard(Body&& body) {
    try {
      body();
    } catch (const Error& error) {
      all_.insert(all_.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  void unknown_words(const ConfigNode& node, const std::vector<std::string_view>& known) {
    for (Diagnostic& one : node.unknown_fields(known, Severity::kError))
      all_.push_back(std::move(one));
  }
  void throw_if_any(const std::string& file) const {
    if (all_.empty()) return;
    throw Error{
        ErrorCode::kBadInput,
        fmt::format("'{}' cannot be used: {} problem{}", file, all_.size(), all_.size() == 1 ? "" : "s"),
        all_};
  }

 private:
  std::vector<Diagnostic> all_;
};

std::optional<double> optional_number(const ConfigNode& node, std::string_view field) {
  return node.has(field) ? std::optional<double>{node.number(field)} : std::nullopt;
}

/// A number that must be above 0 (or not below it).
double positive(const ConfigNode& node, std::string_view field, bool zero_allowed = false) {
  const double value = node.number(field);
  if (value < 0.0 || (value == 0.0 && !zero_allowed)) {
    node.at(field).fail("scenario-value",
                        fmt::format("'{}' is {}, expected a number {} 0", field, core::to_text(value),
                                    zero_allowed ? "not below" : "above"));
  }
  return value;
}

const std::vector<std::string_view> kJointWords = {"joint", "pos_p", "pos_i", "pos_d", "pos_t",
                                                   "vel_p", "vel_i", "vel_d", "vel_t", "force"};

JointControl read_joint(const ConfigNode& node, Problems& problems) {
  problems.unknown_words(node, kJointWords);
  JointControl control;
  control.where = node.where;
  control.joint = node.text_of("joint");
  control.pos_p = optional_number(node, "pos_p");
  control.pos_i = optional_number(node, "pos_i");
  control.pos_d = optional_number(node, "pos_d");
  control.pos_t = optional_number(node, "pos_t");
  control.vel_p = optional_number(node, "vel_p");
  control.vel_i = optional_number(node, "vel_i");
  control.vel_d = optional_number(node, "vel_d");
  control.vel_t = optional_number(node, "vel_t");
  control.force = optional_number(node, "force");
  return control;
}

Push read_push(const ConfigNode& node, Problems& problems) {
  problems.unknown_words(node, {"link", "force", "torque", "duration"});
  Push push;
  push.where = node.where;
  push.link = node.text_of("link");
  if (!node.has("force") && !node.has("torque"))
    node.fail("scenario-push", "a push has neither 'force' nor 'torque'");
  for (const auto& [name, target] : {std::pair{"force", push.force_n}, std::pair{"torque", push.torque_nm}}) {
    if (!node.has(name)) continue;
    const std::vector<double> numbers = node.numbers(name, 3);
    std::copy(numbers.begin(), numbers.end(), target);
  }
  push.duration_s = positive(node, "duration");
  return push;
}

Request read_request(const ConfigNode& node, Problems& problems) {
  problems.unknown_words(node, {"name", "arguments"});
  Request request;
  request.where = node.where;
  request.name = node.text_of("name");
  const std::vector<const ConfigNode*> given = node.all("arguments");
  const auto is_text = [](const ConfigNode& one) {
    return !one.text.empty() && !core::parse_double(one.text.substr(0, one.text.find(' ')));
  };
  if (given.size() > 1 || (given.size() == 1 && is_text(*given[0]))) {
    for (const ConfigNode* one : given)
      request.texts.push_back(one->as_text());
  } else if (!given.empty()) {
    request.arguments = given[0]->as_numbers();
  }
  return request;
}

void read_event(const ConfigNode& node, Problems& problems, std::vector<Event>& events) {
  problems.unknown_words(node, {"time", "joint", "push", "request"});
  const double time = positive(node, "time", true);
  std::size_t actions = 0;
  for (const ConfigNode& child : node.children) {
    if (child.name == "joint")
      events.push_back({time, read_joint(child, problems)});
    else if (child.name == "push")
      events.push_back({time, read_push(child, problems)});
    else if (child.name == "request")
      events.push_back({time, read_request(child, problems)});
    else
      continue;
    ++actions;
  }
  if (actions == 0)
    node.fail("scenario-event", "an event does nothing, expected 'joint', 'push' or 'request'");
}

void read_run(const ConfigNode& root, Scenario& scenario, Problems& problems) {
  const auto path_of = [&](const char* word) {
    const fs::path path{root.text_of(word)};
    const fs::path folder = fs::path{scenario.file}.parent_path();
    return (path.is_absolute() ? path : folder / path).lexically_normal().string();
  };
  problems.guard([&] {
    if (root.has("replay")) scenario.replay = path_of("replay");
  });
  problems.guard([&] {
    if (!root.has("world")) return;
    scenario.world = path_of("world");
    std::error_code error;
    if (!fs::exists(scenario.world, error))
      root.at("world").fail("scenario-world", fmt::format("the world '{}' does not exist", scenario.world),
                            "paths are relative to the scenario");
  });
  problems.guard([&] {
    scenario.engine = root.text_of("engine", "");
    if (const ConfigNode* engine = root.find("engine")) scenario.engine_where = engine->where;
  });
  problems.guard([&] {
    if (root.has("duration")) scenario.duration_s = positive(root, "duration");
  });
  problems.guard([&] {
    if (!root.has("step_size")) return;
    scenario.step_size_s = positive(root, "step_size");
    scenario.step_size_where = root.at("step_size").where;
  });
  problems.guard([&] {
    if (root.has("real_time")) scenario.real_time = positive(root, "real_time");
  });
  problems.guard([&] {
    const std::int64_t seed = root.integer("seed", 0);
    if (seed < 0) root.at("seed").fail("scenario-value", fmt::format("'seed' is {}, expected >= 0", seed));
    scenario.seed = static_cast<std::uint64_t>(seed);
  });
  problems.guard([&] { scenario.strict = root.boolean("strict", false); });
  problems.guard([&] { scenario.merge_fixed_joints = root.boolean("merge_fixed_joints", true); });
  problems.guard([&] {
    if (const ConfigNode* mode = root.find("isolation"))
      scenario.isolation = core::read_isolation_mode(*mode);
  });
  problems.guard([&] { scenario.ground_plane = root.boolean("ground_plane", false); });
  problems.guard([&] {
    if (root.has("gravity")) scenario.gravity = root.numbers("gravity", 3);
  });
}

void read_initial(const ConfigNode& node, Scenario& scenario, Problems& problems) {
  problems.unknown_words(node, {"joint", "position", "velocity"});
  for (const InitialPosition& other : scenario.initial)
    if (other.joint == node.text_of("joint"))
      node.fail("scenario-twice", fmt::format("joint '{}' stands in 'initial' twice", other.joint));
  if (!node.has("position") && !node.has("velocity"))
    node.fail("scenario-initial", "an initial state needs 'position', 'velocity' or both");
  InitialPosition initial{node.text_of("joint"), {}, node.where, node.number("velocity", 0.0)};
  if (node.has("position")) initial.position = node.number("position");
  scenario.initial.push_back(std::move(initial));
}

ModelStart read_model(const ConfigNode& node, Problems& problems) {
  problems.unknown_words(node, {"model", "pose", "velocity", "fixed_base"});
  ModelStart start;
  start.where = node.where;
  start.model = node.text_of("model", "");
  if (node.has("pose")) start.pose = node.numbers("pose", 6);
  if (node.has("velocity")) start.velocity = node.numbers("velocity", 6);
  start.fixed_base = node.boolean("fixed_base", false);
  if (start.fixed_base && start.velocity)
    node.fail("scenario-velocity", "a model with 'fixed_base' does not move; remove its 'velocity'");
  return start;
}

void check_device(const ConfigNode& node) {
  if (node.has("type") == node.has("library"))
    node.fail("scenario-device", "a device needs either 'type' (one that is built in) or 'library' (a file)");
}

/// `fmus` with their `connections` are short for one device of the type `network`.
void add_network(const ConfigNode& root, Scenario& scenario) {
  ConfigNode device{"devices", "", root.where};
  for (const ConfigNode& node : root.children) {
    static const std::set<std::string> kParts{"ssp", "fmus", "connections", "bonds", "master"};
    if (kParts.count(node.name) == 0) continue;
    if (device.children.empty()) device.where = node.where;
    device.children.push_back(node);
  }
  if (device.children.empty()) return;
  if (root.find("fmus") == nullptr && root.find("ssp") == nullptr)
    device.children.front().fail("scenario-network",
                                 "there are '" + device.children.front().name + "', but no 'fmus'");
  device.children.emplace_back("type", "network", device.where);
  if (root.has("network")) device.children.emplace_back("name", root.text_of("network"), device.where);
  scenario.devices.push_back(std::move(device));
}

/// What a run without physics cannot have, and what it must have.
void check_without_world(const ConfigNode& root, Scenario& scenario, Problems& problems) {
  const auto refuse = [&](const ConfigNode& node, const std::string& what) {
    problems.guard([&] {
      node.fail("scenario-world", what + ", but the scenario has no 'world'",
                "remove it, or name the file: 'world: FILE'");
    });
  };
  for (const ConfigNode& node : root.children) {
    for (const char* word :
         {"initial", "joints", "models", "gravity", "ground_plane", "strict", "merge_fixed_joints"})
      if (node.name == word) refuse(node, fmt::format("'{}' is about joints and links", word));
    if (node.name == "engine" && scenario.engine != kClockEngine)
      refuse(node, fmt::format("engine '{}' is for bodies", scenario.engine));
    if (node.name != "events") continue;
    for (const char* word : {"joint", "push"})
      if (node.has(word)) refuse(node, fmt::format("'{}' is about joints and links", word));
  }
  if (root.find("devices") == nullptr && root.find("fmus") == nullptr && root.find("ssp") == nullptr) {
    problems.guard([&] {
      root.fail("scenario-empty",
                "the scenario has neither 'world' nor 'devices' nor 'fmus'; there is nothing to run",
                "add 'world: FILE', a list of devices, or a list of FMUs");
    });
  }
  scenario.engine = kClockEngine;
}

}  // namespace

const SourceLocation& place_of(const Event& event) noexcept {
  return std::visit([](const auto& action) -> const SourceLocation& { return action.where; }, event.action);
}

Scenario read_scenario_text(std::string_view text, const std::string& path) {
  Scenario scenario;
  std::error_code error;
  scenario.file = fs::absolute(path, error).lexically_normal().string();
  const ConfigNode root = read_yaml(text, path);
  Problems problems;
  problems.unknown_words(root, {"world",     "engine",      "duration",     "step_size",
                                "real_time", "seed",        "strict",       "merge_fixed_joints",
                                "isolation", "gravity",     "ground_plane", "models",
                                "initial",   "joints",      "devices",      "events",
                                "signals",   "replay",      "network",      "ssp",
                                "fmus",      "connections", "bonds",        "master"});
  read_run(root, scenario, problems);
  for (const ConfigNode& node : root.children) {
    problems.guard([&] {
      if (node.name == "initial") read_initial(node, scenario, problems);
      if (node.name == "joints") scenario.joints.push_back(read_joint(node, problems));
      if (node.name == "models") scenario.models.push_back(read_model(node, problems));
      if (node.name == "events") read_event(node, problems, scenario.events);
      if (node.name == "signals") {
        scenario.signals.push_back(node.as_text());
        scenario.signals_where.push_back(node.where);
      }
      if (node.name != "devices") return;
      check_device(node);
      scenario.devices.push_back(node);
    });
  }
  problems.guard([&] { add_network(root, scenario); });
  if (!root.has("world")) check_without_world(root, scenario, problems);
  problems.throw_if_any(path);
  std::stable_sort(scenario.events.begin(), scenario.events.end(),
                   [](const Event& a, const Event& b) { return a.time_s < b.time_s; });
  return scenario;
}

Scenario read_scenario(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw Error{ErrorCode::kNotFound, fmt::format("'{}' does not exist", path)};
  std::ifstream file{path, std::ios::binary};
  if (!file || fs::is_directory(path, error))
    throw Error{ErrorCode::kUnreadable, fmt::format("'{}' cannot be read", path)};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  return read_scenario_text(text, path);
}

}  // namespace lockstep::scenario
