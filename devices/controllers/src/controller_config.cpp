// SPDX-License-Identifier: Apache-2.0
#include "controller_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>

#include "lockstep/description/reader.hpp"
#include "lockstep/devices/controllers/controllers.hpp"
#include "lockstep/scenario/yaml_tree.hpp"
#include "ros_control.hpp"

namespace lockstep::devices::controllers {
namespace {

/// Words of a field: a list in YAML (one child for each), blanks between them in XML.
std::vector<std::string> words_of(const core::ConfigNode& node, std::string_view field) {
  std::vector<std::string> words;
  for (const core::ConfigNode* const child : node.all(field)) {
    std::istringstream text{child->text};
    words.insert(words.end(), std::istream_iterator<std::string>{text}, {});
  }
  return words;
}

RobotSource read_robot(const core::ConfigNode& node, const DeviceContext& context) {
  RobotSource robot;
  if (node.boolean("fixed_base", false)) robot.options.base = dynamics::Base::kFixed;
  if (node.has("robot")) {
    const std::string file = context.find_file(node.text_of("robot")).string();
    robot.world = std::make_shared<description::World>(description::read_world(file).world);
    return robot;
  }
  if (context.world == nullptr)
    node.fail("controller-robot",
              "this host has no description of the robot; name its file in the field 'robot' (URDF or SDF)");
  robot.world = std::make_shared<description::World>(*context.world);
  robot.model = context.model;
  return robot;
}

std::vector<std::string> read_joints(const core::ConfigNode& node, const dynamics::Mechanism& mechanism) {
  std::vector<std::string> joints = words_of(node, "joints");
  if (joints.empty()) {
    for (const dynamics::Coordinate& coordinate : mechanism.coordinates())
      joints.push_back(coordinate.joint);
  }
  for (const std::string& joint : joints) {
    if (std::count(joints.begin(), joints.end(), joint) > 1)
      node.fail("controller-joint", fmt::format("joint '{}' appears twice in 'joints'", joint));
    try {
      static_cast<void>(mechanism.coordinate(joint));
    } catch (const Error& error) {
      node.fail("controller-joint", error.what());
    }
  }
  if (joints.empty()) node.fail("controller-joint", "the robot has no joint to control");
  return joints;
}

const LawKind& find_law(const core::ConfigNode& node, const std::vector<LawKind>& laws) {
  const std::string word = node.text_of("law");
  std::string names;
  for (const LawKind& law : laws) {
    if (law.name == word) return law;
    names += (names.empty() ? "" : ", ") + law.name;
  }
  node.fail("controller-law", fmt::format("there is no law '{}'; there are {}", word, names));
}

void read_compensation(const core::ConfigNode& node, ControllerConfig& config) {
  const std::vector<std::string> words = words_of(node, "compensate");
  if (words.empty()) return;
  config.compensate_gravity = false;
  for (const std::string& word : words) {
    if (word == "gravity")
      config.compensate_gravity = true;
    else if (word == "friction")
      config.compensate_friction = true;
    else if (word != "none")
      node.fail("controller-value",
                fmt::format("'compensate' has '{}'; it has gravity, friction or none", word));
  }
}

std::optional<ObserverConfig> read_observer(const core::ConfigNode& parent,
                                            const dynamics::Mechanism& mechanism,
                                            const std::vector<std::string>& joints) {
  const core::ConfigNode* const node = parent.find("observer");
  if (node == nullptr) return std::nullopt;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ObserverConfig config;
  config.gain_per_s = node->number("gain", 50.0);
  if (!(config.gain_per_s > 0.0))
    node->fail("controller-value",
               fmt::format("'gain' of the observer is {}; it must be positive [1/s]", config.gain_per_s));
  config.torque_threshold = Eigen::VectorXd::Constant(static_cast<Eigen::Index>(joints.size()), kInfinity);
  if (const core::ConfigNode* const threshold = node->find("torque_threshold"))
    config.torque_threshold = read_per_joint(*threshold, joints);
  config.force_threshold_n = node->has("force_threshold") ? node->number("force_threshold") : kInfinity;
  if (node->has("link")) {
    try {
      config.link = mechanism.link(node->text_of("link"));
    } catch (const Error& error) {
      node->fail("controller-link", error.what());
    }
  } else if (node->has("force_threshold")) {
    node->fail("controller-missing",
               "the observer has 'force_threshold', which needs 'link': where the force acts");
  }
  return config;
}

void collect_transmissions(const std::vector<description::Model>& models,
                           std::vector<description::Transmission>& all) {
  for (const description::Model& model : models) {
    all.insert(all.end(), model.transmissions.begin(), model.transmissions.end());
    collect_transmissions(model.models, all);
  }
}

void read_transmissions(const core::ConfigNode& node, ControllerConfig& config) {
  if (!node.boolean("transmissions", false)) {
    if (node.has("actuator_effort"))
      node.fail("controller-value", "'actuator_effort' needs 'transmissions: true'");
    return;
  }
  std::vector<description::Transmission> all;
  collect_transmissions(config.robot.world->models, all);
  config.transmissions.emplace(all, config.joints);
  config.actuator_effort = Eigen::VectorXd::Constant(static_cast<Eigen::Index>(config.joints.size()),
                                                     std::numeric_limits<double>::infinity());
  if (const core::ConfigNode* const effort = node.find("actuator_effort"))
    config.actuator_effort = read_per_joint(*effort, config.joints);
}

StabilityCheck read_stability(const core::ConfigNode& node) {
  const std::string word = node.text_of("stability", "warn");
  if (word == "warn") return StabilityCheck::kWarn;
  if (word == "refuse") return StabilityCheck::kRefuse;
  if (word == "off") return StabilityCheck::kOff;
  node.fail("controller-value", fmt::format("'stability' is '{}'; it is warn, refuse or off", word));
}

/// Makes the law of one element and adds the words it knows.
void add_law(const core::ConfigNode& node, const std::string& name, const MakeLaw& make,
             const dynamics::Mechanism& mechanism, ControllerConfig& config,
             std::vector<std::string_view>& known) {
  for (const NamedLaw& law : config.laws) {
    if (law.name == name)
      node.fail("controller-name", fmt::format("two controllers have the name '{}'", name));
  }
  config.laws.push_back({name, make({node, mechanism, config.joints})});
  for (const std::string_view field : config.laws.back().law->fields())
    known.push_back(field);
}

void warn_unknown(const core::ConfigNode& node, const std::vector<std::string_view>& known,
                  const DeviceContext& context) {
  if (!context.log) return;
  for (const Diagnostic& unknown : node.unknown_fields(known))
    context.log({core::LogLevel::kWarning, "controller", unknown.id, to_string(unknown)});
}

void read_laws(const core::ConfigNode& node, const DeviceContext& context, const MakeLaw* own,
               const dynamics::Mechanism& mechanism, ControllerConfig& config) {
  std::vector<std::string_view> known{"name",         "file",   "robot",     "fixed_base",  "joints",
                                      "compensate",   "limits", "stability", "switch_rate", "controllers",
                                      "fault_policy", "period", "filename",  "device",      "type"};
  const std::vector<const core::ConfigNode*> several = node.all("controllers");
  if (own != nullptr) {
    add_law(node, config.name, *own, mechanism, config, known);
  } else if (several.empty()) {
    known.push_back("law");
    add_law(node, node.text_of("law"), find_law(node, built_in_laws()).make, mechanism, config, known);
  }
  for (const core::ConfigNode* const one : several) {
    std::vector<std::string_view> words{"name", "law"};
    add_law(*one, one->text_of("name"), find_law(*one, built_in_laws()).make, mechanism, config, words);
    warn_unknown(*one, words, context);
  }
  warn_unknown(node, known, context);
}

core::ConfigNode read_yaml_file(const std::string& name, const DeviceContext& context) {
  const std::string file = context.find_file(name).string();
  std::ifstream stream{file, std::ios::binary};
  if (!stream) throw Error{ErrorCode::kUnreadable, fmt::format("'{}' cannot be read", file)};
  const std::string text{std::istreambuf_iterator<char>{stream}, {}};
  return scenario::read_yaml(text, file);
}

/// Adds the fields that `node` does not have itself.
void merge(core::ConfigNode& node, const core::ConfigNode& others) {
  const core::ConfigNode given = node;
  for (const core::ConfigNode& field : others.children)
    if (given.find(field.name) == nullptr) node.children.push_back(field);
}

}  // namespace

core::ConfigNode with_file(const core::ConfigNode& node, const DeviceContext& context) {
  core::ConfigNode merged = node;
  if (node.has("file")) merge(merged, read_yaml_file(node.text_of("file"), context));
  if (merged.has("ros_control"))
    merge(merged, read_ros_control(read_yaml_file(merged.text_of("ros_control"), context),
                                   merged.text_of("controller")));
  return merged;
}

ControllerConfig read_config(const core::ConfigNode& given, const DeviceContext& context,
                             const MakeLaw* own) {
  const core::ConfigNode node = with_file(given, context);
  ControllerConfig config;
  const core::ConfigNode* const name = node.find("name");
  config.name = name != nullptr ? name->as_text() : "controller";
  config.robot = read_robot(node, context);
  const dynamics::Mechanism mechanism{*config.robot.world, config.robot.model, config.robot.options};
  config.joints = read_joints(node, mechanism);
  config.limits = JointLimits{node.find("limits"), mechanism, config.joints};
  if (const core::ConfigNode* const limits = node.find("joint_limits"))
    config.limits.read_ros_limits(*limits, node.find("limits"), config.joints);
  config.observer = read_observer(node, mechanism, config.joints);
  read_transmissions(node, config);
  config.stability = read_stability(node);
  config.switch_rate = node.number("switch_rate", 1000.0);
  if (!(config.switch_rate > 0.0))
    node.fail("controller-value",
              fmt::format("'switch_rate' is {}; it must be positive [N.m/s]", config.switch_rate));
  read_compensation(node, config);
  config.options = read_options(node);
  config.log = context.log;
  read_laws(node, context, own, mechanism, config);
  return config;
}

}  // namespace lockstep::devices::controllers
