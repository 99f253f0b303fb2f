// SPDX-License-Identifier: Apache-2.0
// The links of a URDF as a tree: where they are, which of them are one rigid part, and what that part weighs.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "lockstep/description/inertia.hpp"
#include "sdf_reader.hpp"
#include "urdf_reader.hpp"

namespace lockstep::description {

using core::ConfigNode;

namespace {

ConfigNode at(const SourceLocation& where) {
  return ConfigNode{"", "", where};
}

std::map<std::string, std::size_t> index_links(const Model& model) {
  std::map<std::string, std::size_t> indices;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (!indices.emplace(model.links[i].name, i).second)
      at(model.links[i].where)
          .fail("name-twice", fmt::format("there are two links called '{}'", model.links[i].name));
  return indices;
}

/// The joint that carries each link, by name of the link.
std::map<std::string, const Joint*> carriers(const Model& model,
                                             const std::map<std::string, std::size_t>& links) {
  std::map<std::string, const Joint*> result;
  std::set<std::string> names;
  for (const Joint& joint : model.joints) {
    if (!names.insert(joint.name).second)
      at(joint.where).fail("name-twice", fmt::format("there are two joints called '{}'", joint.name));
    for (const std::string* link : {&joint.parent, &joint.child}) {
      if (links.count(*link) != 0 || (*link == "world" && link == &joint.parent)) continue;
      at(joint.where)
          .fail("joint-link",
                fmt::format("joint '{}' names the link '{}', which does not exist", joint.name, *link));
    }
    const auto [known, added] = result.emplace(joint.child, &joint);
    if (!added) {
      at(joint.where)
          .fail("joint-link",
                fmt::format("link '{}' is the child of joint '{}' and of joint '{}', expected one",
                            joint.child, known->second->name, joint.name));
    }
  }
  return result;
}

void collect_texts(const ConfigNode& node, std::set<std::string>& texts) {
  const std::size_t scope = node.text.rfind("::");
  texts.insert(scope == std::string::npos ? node.text : node.text.substr(scope + 2));
  for (const ConfigNode& child : node.children)
    collect_texts(child, texts);
}

/// Everything the plugins that become devices of ours have as text: names of links and joints among it.
std::set<std::string> names_in_our_plugins(const Model& model) {
  std::set<std::string> names;
  for (const Plugin& plugin : model.plugins)
    if (!plugin.device.empty()) collect_texts(plugin.config, names);
  return names;
}

/// Which links are one rigid part: the index of each part's representative by link; the last entry is the
/// world's.
std::vector<std::size_t> rigid_parts(const Model& model, const std::map<std::string, std::size_t>& links) {
  std::vector<std::size_t> part(model.links.size() + 1);
  std::iota(part.begin(), part.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (part[i] != i)
      i = part[i] = part[part[i]];
    return i;
  };
  const auto index = [&](const std::string& name) {
    return name == "world" ? model.links.size() : links.at(name);
  };
  for (const Joint& joint : model.joints)
    if (joint.type == JointType::kFixed) part[root(index(joint.child))] = root(index(joint.parent));
  for (std::size_t i = 0; i < part.size(); ++i)
    part[i] = root(i);
  return part;
}

}  // namespace

void place_links(const ConfigNode& robot, const std::map<std::string, Pose>& origins, Model& model) {
  if (model.links.empty()) robot.fail("urdf-empty", fmt::format("robot '{}' has no link", model.name));
  const std::map<std::string, std::size_t> links = index_links(model);
  const std::map<std::string, const Joint*> carried_by = carriers(model, links);
  std::multimap<std::string, const Joint*> below;
  for (const Joint& joint : model.joints)
    below.emplace(joint.parent, &joint);
  std::vector<std::string> waiting;
  for (const Link& link : model.links)
    if (carried_by.count(link.name) == 0) waiting.push_back(link.name);
  const bool fixed_to_world = links.count("world") == 0 && below.count("world") != 0;
  if (waiting.size() + (fixed_to_world ? 1 : 0) != 1) {
    std::string names = fixed_to_world ? "world" : "";
    for (const std::string& name : waiting)
      names += (names.empty() ? "" : ", ") + name;
    robot.fail("urdf-tree",
               fmt::format("robot '{}' has {} root links ({}), expected one", model.name,
                           waiting.size() + (fixed_to_world ? 1 : 0), names.empty() ? "a loop" : names));
  }
  if (fixed_to_world) waiting.emplace_back("world");
  std::size_t placed = fixed_to_world ? 0 : 1;
  for (std::size_t head = 0; head < waiting.size(); ++head) {
    const auto parent = links.find(waiting[head]);
    const Pose parent_pose = parent == links.end() ? Pose{} : model.links[parent->second].pose;
    const auto [first, last] = below.equal_range(waiting[head]);
    for (auto entry = first; entry != last; ++entry) {
      const Joint& joint = *entry->second;
      model.links[links.at(joint.child)].pose = parent_pose * origins.at(joint.name);
      waiting.push_back(joint.child);
      ++placed;
    }
  }
  if (placed != model.links.size())
    robot.fail("urdf-tree",
               fmt::format("robot '{}' has links that hang on each other in a loop", model.name));
  // A link called "world" is the world: it has no body of its own.
  model.links.erase(std::remove_if(model.links.begin(), model.links.end(),
                                   [](const Link& link) { return link.name == "world"; }),
                    model.links.end());
}

void free_floating_links(Model& model) {
  const auto floats = [](const Joint& joint) { return joint.type == JointType::kFloating; };
  std::set<std::string> left;  // what the removed joints hung on
  for (const Joint& joint : model.joints)
    if (floats(joint)) left.insert(joint.parent);
  model.joints.erase(std::remove_if(model.joints.begin(), model.joints.end(), floats), model.joints.end());
  const auto is_bare = [&](const Link& link) {
    return left.count(link.name) != 0 && !link.inertial.given && link.collisions.empty() &&
           std::none_of(model.joints.begin(), model.joints.end(), [&](const Joint& joint) {
             return joint.parent == link.name || joint.child == link.name;
           });
  };
  model.links.erase(std::remove_if(model.links.begin(), model.links.end(), is_bare), model.links.end());
}

void merge_fixed_joints(Model& model) {
  const std::set<std::string> named = names_in_our_plugins(model);
  std::map<std::string, std::string> carrier;  // merged link -> the link its fixed joint hangs on
  for (const Joint& joint : model.joints)
    if (joint.type == JointType::kFixed && joint.parent != "world" && !is_preserved(joint) &&
        named.count(joint.name) == 0 && named.count(joint.child) == 0)
      carrier.emplace(joint.child, joint.parent);
  const auto representative = [&](std::string name) {
    for (auto up = carrier.find(name); up != carrier.end(); up = carrier.find(name))
      name = up->second;
    return name;
  };
  const std::map<std::string, std::size_t> links = index_links(model);
  for (Link& merged : model.links) {
    if (carrier.count(merged.name) == 0) continue;
    Link& target = model.links[links.at(representative(merged.name))];
    const Pose in_target = target.pose.inverse() * merged.pose;
    Inertial inertial = merged.inertial;
    inertial.pose = in_target * inertial.pose;
    if (inertial.mass_kg != 0.0) target.inertial = combined(target.inertial, inertial);
    const auto move = [&](auto& from, auto& to) {
      for (auto& part : from) {
        part.pose = in_target * part.pose;
        to.push_back(std::move(part));
      }
    };
    move(merged.collisions, target.collisions);
    move(merged.visuals, target.visuals);
    move(merged.sensors, target.sensors);
    target.extensions.insert(target.extensions.end(), merged.extensions.begin(), merged.extensions.end());
    model.frames.push_back({merged.name, merged.pose, target.name});
  }
  std::vector<Joint> kept;
  for (Joint& joint : model.joints) {
    if (joint.type == JointType::kFixed && carrier.count(joint.child) != 0) continue;
    joint.parent = joint.parent == "world" ? joint.parent : representative(joint.parent);
    kept.push_back(std::move(joint));
  }
  model.joints = std::move(kept);
  model.links.erase(std::remove_if(model.links.begin(), model.links.end(),
                                   [&](const Link& link) { return carrier.count(link.name) != 0; }),
                    model.links.end());
}

void fix_massless_root(Model& model, const ConfigNode& robot, Findings& findings) {
  if (model.is_static) return;
  const std::map<std::string, std::size_t> links = index_links(model);
  const std::vector<std::size_t> part = rigid_parts(model, links);
  std::set<std::string> carried;
  for (const Joint& joint : model.joints)
    carried.insert(joint.child);
  std::vector<Joint> added;
  for (const Link& link : model.links) {
    const std::size_t own = part[links.at(link.name)];
    if (carried.count(link.name) != 0 || own == part.back()) continue;
    bool has_mass = false;
    for (const Link& other : model.links)
      has_mass = has_mass || (part[links.at(other.name)] == own && other.inertial.given);
    if (has_mass) continue;
    Joint joint;
    joint.name = link.name + "_fixed_to_world";
    joint.scoped_name = scoped(model.scoped_name, joint.name);
    joint.type = JointType::kFixed;
    joint.parent = "world";
    joint.child = link.name;
    joint.where = link.where;
    added.push_back(std::move(joint));
    findings.tolerate(
        at(link.where.line != 0 ? link.where : robot.where), "root-massless",
        fmt::format("root link '{}' has no mass", link.scoped_name), "it is fixed to the world",
        "give it an <inertial> to let the robot move, or add a link 'world' that carries it by a "
        "fixed joint");
  }
  model.joints.insert(model.joints.end(), added.begin(), added.end());
}

void check_masses(Model& model, const ConfigNode& robot, Findings& findings) {
  if (model.is_static) return;
  const std::map<std::string, std::size_t> links = index_links(model);
  const std::vector<std::size_t> part = rigid_parts(model, links);
  std::vector<double> mass(part.size(), 0.0);
  for (std::size_t i = 0; i < model.links.size(); ++i)
    mass[part[i]] += model.links[i].inertial.mass_kg;
  const std::size_t world = part.back();

  for (std::size_t i = 0; i < model.links.size(); ++i) {
    Link& link = model.links[i];
    const ConfigNode place{"", "", link.where.line != 0 ? link.where : robot.where};
    const bool carried = part[i] == world || mass[part[i]] > 0.0;
    if (!link.inertial.given && carried) continue;
    const std::string problem = link.inertial.given
                                    ? inertia_problem(link.inertial)
                                    : "it moves and has no <inertial>, expected mass and inertia";
    if (problem.empty()) {
      link.inertial = without_rounding_gap(link.inertial);
      continue;
    }
    link.inertial = repaired(link.inertial);
    findings.tolerate(place, "inertia-impossible", fmt::format("link '{}': {}", link.scoped_name, problem),
                      "taken as " + inertia_text(link.inertial), "correct the numbers");
    mass[part[i]] += link.inertial.mass_kg;
  }
}

}  // namespace lockstep::description
