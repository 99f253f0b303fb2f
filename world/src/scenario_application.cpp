// SPDX-License-Identifier: Apache-2.0
#include "scenario_application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "lockstep/core/similar_word.hpp"
#include "lockstep/hosts/api/layout.hpp"

namespace lockstep::world {
namespace {

using core::ConfigNode;
using description::Model;
using description::World;
using scenario::JointControl;

[[noreturn]] void fail(const SourceLocation& where, const std::string& message) {
  ConfigNode{"scenario", "", where}.fail("scenario-name", message);
}

std::string with_colons(std::string_view name) {
  std::string text{name};
  for (std::size_t at = text.find('/'); at != std::string::npos; at = text.find('/', at + 2))
    text.replace(at, 1, "::");
  return text;
}

Model* find_model(std::vector<Model>& models, const std::string& scoped_name) {
  for (Model& model : models) {
    if (model.scoped_name == scoped_name) return &model;
    if (Model* nested = find_model(model.models, scoped_name)) return nested;
  }
  return nullptr;
}

description::Joint* find_joint(std::vector<Model>& models, const std::string& scoped_name) {
  for (Model& model : models) {
    for (description::Joint& joint : model.joints)
      if (joint.scoped_name == scoped_name) return &joint;
    if (description::Joint* nested = find_joint(model.models, scoped_name)) return nested;
  }
  return nullptr;
}

void list_joints(const std::vector<Model>& models, std::vector<std::string>& names) {
  for (const Model& model : models) {
    for (const description::Joint& joint : model.joints)
      names.push_back(joint.scoped_name);
    list_joints(model.models, names);
  }
}

/// The joint of a scenario's full name; an error with its place and the names most like it.
description::Joint& joint_of(World& world, const std::string& name, const SourceLocation& where) {
  if (description::Joint* const joint = find_joint(world.models, with_colons(name))) return *joint;
  std::vector<std::string> known;
  list_joints(world.models, known);
  // Somebody may have left the model's name away, as devices in a model may.
  std::string hint;
  for (const std::string& one : known) {
    const auto last = one.rfind("::");
    if (hint.empty() && last != std::string::npos && one.substr(last + 2) == name)
      hint = "; did you mean '" + one + "'?";
  }
  if (hint.empty()) {
    const std::vector<std::string_view> words{known.begin(), known.end()};
    if (const auto similar = core::similar_word(with_colons(name), words))
      hint = fmt::format("; did you mean '{}'?", *similar);
  }
  fail(where, fmt::format("the world has no joint '{}'{}", name, hint));
}

void add_number(ConfigNode& node, const char* name, const std::optional<double>& value) {
  if (value) node.children.push_back(ConfigNode::of_numbers(name, {*value}, node.where));
}

ConfigNode loop_node(const char* name, const SourceLocation& where, const std::optional<double>& p,
                     const std::optional<double>& i, const std::optional<double>& d,
                     const std::optional<double>& target) {
  ConfigNode node{name, "", where};
  add_number(node, "p", p);
  add_number(node, "i", i);
  add_number(node, "d", d);
  add_number(node, "target", target);
  return node;
}

void add_plugin(std::vector<description::Plugin>& plugins, const std::string& type, ConfigNode config) {
  description::Plugin plugin;
  plugin.name = type;
  plugin.filename = type;
  plugin.config = std::move(config);
  plugin.required = true;
  plugins.push_back(std::move(plugin));
}

/// The controller of a joint is a device of the world, named after the joint.
std::string controller_name(const std::string& joint) {
  return hosts::normalized_scope(joint) + "_pid";
}

void add_controller(const JointControl& control, World& world) {
  ConfigNode node{"plugin", "", control.where};
  node.children.emplace_back("name", controller_name(control.joint), control.where);
  node.children.emplace_back("joint", hosts::normalized_scope(control.joint), control.where);
  node.children.push_back(
      loop_node("position", control.where, control.pos_p, control.pos_i, control.pos_d, control.pos_t));
  node.children.push_back(
      loop_node("velocity", control.where, control.vel_p, control.vel_i, control.vel_d, control.vel_t));
  add_number(node, "effort", control.force);
  add_plugin(world.plugins, "joint_pid", std::move(node));
}

void add_push(const scenario::Push& push, double time_s, World& world) {
  ConfigNode node{"plugin", "", push.where};
  const auto add = [&](const char* name, std::vector<double> values) {
    node.children.push_back(ConfigNode::of_numbers(name, std::move(values), push.where));
  };
  node.children.emplace_back("link", hosts::normalized_scope(push.link), push.where);
  add("force", {push.force_n[0], push.force_n[1], push.force_n[2]});
  add("torque", {push.torque_nm[0], push.torque_nm[1], push.torque_nm[2]});
  add("start", {time_s});
  add("duration", {push.duration_s});
  add_plugin(world.plugins, "timed_force", std::move(node));
}

void add_device(const ConfigNode& device, World& world) {
  const std::string file = device.has("type") ? device.text_of("type") : device.text_of("library");
  const std::string name = device.text_of("model", "");
  // `model` and `library` are ours; the device sees the rest.
  ConfigNode config = device;
  config.children.clear();
  for (const ConfigNode& child : device.children)
    if (child.name != "model" && child.name != "library") config.children.push_back(child);
  if (name.empty()) return add_plugin(world.plugins, file, std::move(config));
  Model* const model = find_model(world.models, with_colons(name));
  if (model == nullptr) fail(device.at("model").where, fmt::format("the world has no model '{}'", name));
  add_plugin(model->plugins, file, std::move(config));
}

void add_requests(const JointControl& control, double time_s, std::vector<TimedRequest>& requests) {
  const std::string device = controller_name(control.joint) + '/';
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) requests.push_back({time_s, device + name, {*value}, control.where});
  };
  add("position_p", control.pos_p);
  add("position_i", control.pos_i);
  add("position_d", control.pos_d);
  add("position_target", control.pos_t);
  add("velocity_p", control.vel_p);
  add("velocity_i", control.vel_i);
  add("velocity_d", control.vel_d);
  add("velocity_target", control.vel_t);
  add("effort", control.force);
}

/// Joints that only events speak of have a controller that does nothing until then.
std::vector<JointControl> controllers_of(const scenario::Scenario& scenario) {
  std::vector<JointControl> controls = scenario.joints;
  std::map<std::string, SourceLocation> known;
  for (const JointControl& control : controls) {
    if (!known.emplace(controller_name(control.joint), control.where).second)
      fail(control.where, fmt::format("joint '{}' appears twice", control.joint));
  }
  for (const scenario::Event& event : scenario.events) {
    const auto* control = std::get_if<JointControl>(&event.action);
    if (control == nullptr || !known.emplace(controller_name(control->joint), control->where).second)
      continue;
    JointControl idle;
    idle.joint = control->joint;
    idle.where = control->where;
    controls.push_back(std::move(idle));
  }
  return controls;
}

/// The model a start is for: by name, or the only one that moves.
Model& model_of(World& world, const scenario::ModelStart& start) {
  if (!start.model.empty()) {
    if (Model* const model = find_model(world.models, with_colons(start.model))) return *model;
    fail(start.where, fmt::format("the world has no model '{}'", start.model));
  }
  Model* only = nullptr;
  for (Model& model : world.models) {
    if (model.is_static) continue;
    if (only != nullptr)
      fail(start.where,
           fmt::format("the world has several models that move ('{}', '{}'); name one: 'model: ...'",
                       only->scoped_name, model.scoped_name));
    only = &model;
  }
  if (only == nullptr) fail(start.where, "the world has no model that moves");
  return *only;
}

/// The link that carries all others: no joint of the model has it as child.
std::string root_link_of(const Model& model) {
  for (const description::Link& link : model.links) {
    const auto carries = [&](const description::Joint& joint) { return joint.child == link.name; };
    if (std::none_of(model.joints.begin(), model.joints.end(), carries)) return link.name;
  }
  return {};
}

void apply_start(const scenario::ModelStart& start, World& world) {
  Model& model = model_of(world, start);
  if (start.pose) {
    const std::vector<double>& p = *start.pose;
    model.pose = {{p[0], p[1], p[2]}, description::from_roll_pitch_yaw(p[3], p[4], p[5])};
  }
  if (start.velocity) {
    const std::vector<double>& v = *start.velocity;
    model.velocity_m_s = {v[0], v[1], v[2]};
    model.angular_velocity_rad_s = {v[3], v[4], v[5]};
  }
  if (!start.fixed_base) return;
  const std::string root = root_link_of(model);
  if (root.empty()) return;  // held already
  description::Joint joint;
  joint.name = "fixed_base";
  joint.scoped_name = model.scoped_name + "::fixed_base";
  joint.parent = "world";
  joint.child = root;
  joint.where = start.where;
  model.joints.push_back(std::move(joint));
}

void add_ground_plane(World& world) {
  if (find_model(world.models, "ground_plane") != nullptr) return;
  Model model;
  model.name = model.scoped_name = "ground_plane";
  model.is_static = true;
  description::Link link;
  link.name = "link";
  link.scoped_name = "ground_plane::link";
  description::Collision collision;
  collision.name = "collision";
  collision.geometry = description::Plane{};
  collision.surface.mu = collision.surface.mu2 = 100.0;  // the other body decides, as with Gazebo's
  link.collisions.push_back(std::move(collision));
  model.links.push_back(std::move(link));
  model.canonical_link = "link";
  world.models.push_back(std::move(model));
}

}  // namespace

std::vector<TimedRequest> apply_scenario(const scenario::Scenario& scenario, World& world) {
  if (scenario.gravity) world.gravity_m_s2 = Eigen::Vector3d{scenario.gravity->data()};
  for (const scenario::ModelStart& start : scenario.models)
    apply_start(start, world);
  if (scenario.ground_plane) add_ground_plane(world);
  for (const scenario::InitialPosition& initial : scenario.initial) {
    description::Joint& joint = joint_of(world, initial.joint, initial.where);
    if (joint.axes.size() != 1) {
      fail(initial.where, fmt::format("joint '{}' is of type {}, expected one with one axis", initial.joint,
                                      to_string(joint.type)));
    }
    if (initial.position) joint.axes[0].initial_position = *initial.position;
    joint.axes[0].initial_velocity = initial.velocity;
  }
  for (const JointControl& control : controllers_of(scenario)) {
    static_cast<void>(joint_of(world, control.joint, control.where));
    add_controller(control, world);
  }
  for (const ConfigNode& device : scenario.devices)
    add_device(device, world);
  std::vector<TimedRequest> requests;
  for (const scenario::Event& event : scenario.events) {
    if (const auto* control = std::get_if<JointControl>(&event.action))
      add_requests(*control, event.time_s, requests);
    else if (const auto* push = std::get_if<scenario::Push>(&event.action))
      add_push(*push, event.time_s, world);
    else if (const auto* request = std::get_if<scenario::Request>(&event.action))
      requests.push_back({event.time_s, request->name, request->arguments, request->where, request->texts});
  }
  return requests;
}

}  // namespace lockstep::world
