// SPDX-License-Identifier: Apache-2.0
// Models of SDF: names and frames first, then what stands at them.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sdf_reader.hpp"
#include "values.hpp"

namespace lockstep::description {

using core::ConfigNode;

namespace {

constexpr int kUniqueNamesSince =
    7;  // SDF 1.7: links, joints, frames and models of a model share their names

/// The link a model's frame is attached to: the one named, else the first link, else that of the first model.
std::string canonical_link_of(const ConfigNode& node, const Model& model) {
  if (const auto named = node.attribute("canonical_link"); named && !named->empty())
    return std::string{*named};
  for (const ConfigNode* link : node.all("link"))
    if (const auto name = link->attribute("name")) return std::string{*name};
  for (const Model& nested : model.models)
    if (!nested.canonical_link.empty()) return nested.name + "::" + nested.canonical_link;
  return {};
}

/// Nothing of ours moves a kinematic link, and forces do not either: it stays where it is. One that a joint
/// carries moves with it.
void hold_kinematic_links(Model& model, Findings& findings) {
  if (model.is_static) return;
  for (const Link& link : model.links) {
    const bool carried = std::any_of(model.joints.begin(), model.joints.end(), [&](const Joint& joint) {
      return joint.child == link.name && joint.type != JointType::kGearbox;
    });
    if (link.kinematic && carried)
      findings.warning(
          ConfigNode{"link", "", link.where}, "description-unused",
          fmt::format("<kinematic> of link '{}' has no effect; a joint carries it, and forces move it",
                      link.scoped_name));
    if (!link.kinematic || carried) continue;
    Joint joint;
    joint.name = link.name + "_kinematic";
    joint.scoped_name = scoped(model.scoped_name, joint.name);
    joint.parent = "world";
    joint.child = link.name;
    joint.where = link.where;
    model.joints.push_back(std::move(joint));
  }
}

}  // namespace

std::string scoped(const std::string& scope, const std::string& name) {
  return scope.empty() ? name : scope + "::" + name;
}

std::string sdf_name_of(const ConfigNode& node, SdfVersion version) {
  const auto name = node.attribute("name");
  if (!name || name->empty())
    node.fail("name-missing", fmt::format("<{}> has no name", node.name), "add name=\"...\"");
  if (!version.before(8) && name->find("::") != std::string_view::npos)
    node.fail("name-scope", fmt::format("<{}> is called '{}'; '::' separates models from what they hold",
                                        node.name, *name));
  return std::string{*name};
}

PlacedModel SdfReader::read_model(const ConfigNode& node, const SdfContext& outer,
                                  const SdfOverrides& overrides) {
  PlacedModel placed;
  Model& model = placed.model;
  model.name = overrides.name ? *overrides.name : sdf_name_of(node, outer.version);
  model.scoped_name = scoped(outer.scope, model.name);
  model.where = node.where;
  model.file = node.where.file;
  if (outer.depth >= options_.max_depth)
    node.fail("model-depth", fmt::format("models are nested more than {} deep", options_.max_depth));
  findings_.guard([&] {
    model.is_static = outer.is_static || (overrides.is_static ? *overrides.is_static
                                                              : boolean_or(node, "static", false, findings_));
    model.self_collide = boolean_or(node, "self_collide", false, findings_);
    model.enable_wind = boolean_or(node, "enable_wind", false, findings_);
  });
  const SdfContext context{outer.version,   model.scoped_name,  model.is_static,
                           outer.depth + 1, model.self_collide, model.enable_wind};

  FrameGraph graph{"__model__"};
  graph.set_own_name(model.name);
  read_models(node, context, graph, model.models);
  model.canonical_link = canonical_link_of(node, model);
  add_links_and_joints(node, context, graph, model);
  read_frames(node, graph, model.canonical_link, model.frames);
  for (const ConfigNode* plugin : node.all("plugin"))
    model.plugins.push_back(plugin_of(*plugin));
  for (const ConfigNode* plugin : overrides.plugins)
    model.plugins.push_back(plugin_of(*plugin));
  model.extensions = findings_.list_rest(node,
                                         {"pose", "static", "self_collide", "enable_wind", "link", "joint",
                                          "model", "include", "frame", "plugin"},
                                         {"allow_auto_disable", "gripper"});

  placed.pose = sdf_pose_of(node);
  placed.placement_frame = overrides.placement_frame.empty()
                               ? std::string{node.attribute("placement_frame").value_or("")}
                               : overrides.placement_frame;
  return placed;
}

void SdfReader::read_models(const ConfigNode& node, const SdfContext& context, FrameGraph& graph,
                            std::vector<Model>& models) {
  std::vector<PlacedModel> placed;
  for (const ConfigNode& child : node.children) {
    findings_.guard([&] {
      if (child.name == "model") placed.push_back(read_model(child, context));
      if (child.name != "include") return;
      if (auto included = read_include(child, context, placed)) placed.push_back(std::move(*included));
    });
  }
  const std::string root = context.scope.empty() ? "world" : "__model__";
  for (PlacedModel& one : placed) {
    findings_.guard([&] {
      if (!one.placement_frame.empty()) {
        Pose inner;
        if (!pose_in_model(one.model, one.placement_frame, inner)) {
          one.pose.at->fail("frame-unknown", fmt::format("placement_frame '{}' is no frame of model '{}'",
                                                         one.placement_frame, one.model.scoped_name));
        }
        one.pose.pose = one.pose.pose * inner.inverse();
      }
      if (!graph.add(one.model.name, one.pose, root, "")) {
        one.pose.at->fail("name-twice",
                          fmt::format("there are two models called '{}'", one.model.scoped_name),
                          "give one of them another name");
      }
      models.push_back(std::move(one.model));
    });
  }
  graph.set_nested(&models);
  findings_.guard([&] { register_names(node, context.version, graph); });
  for (Model& model : models)
    findings_.guard([&] { model.pose = graph.resolve(model.name, node); });
}

void SdfReader::register_names(const ConfigNode& node, SdfVersion version, FrameGraph& graph) {
  const std::string root = node.name == "world" ? "world" : "__model__";
  // A pose that cannot be read is reported; its name stays known, or everybody who uses it would complain.
  const auto pose_of = [this](const ConfigNode& child) {
    RawPose pose;
    pose.at = &child;
    findings_.guard([&] { pose = sdf_pose_of(child); });
    return pose;
  };
  const auto taken = [](const ConfigNode& child, const std::string& name) {
    child.fail("name-twice", fmt::format("the name '{}' of this <{}> is taken", name, child.name),
               "give it another name");
  };
  for (const ConfigNode* link : node.all("link")) {
    findings_.guard([&] {
      const std::string name = sdf_name_of(*link, version);
      if (!graph.add(name, pose_of(*link), root, "")) taken(*link, name);
    });
  }
  for (const ConfigNode* frame : node.all("frame")) {
    findings_.guard([&] {
      const std::string name = sdf_name_of(*frame, version);
      const std::string_view attached = frame->attribute("attached_to").value_or("");
      const std::string base = attached.empty() ? root : std::string{attached};
      if (!graph.add(name, pose_of(*frame), base, base)) taken(*frame, name);
    });
  }
  std::set<std::string> joints;
  for (const ConfigNode* joint : node.all("joint")) {
    findings_.guard([&] {
      const std::string name = sdf_name_of(*joint, version);
      const std::string child = joint->text_of("child");
      const std::string base = child == "world" ? joint->text_of("parent") : child;
      // Older files may call a joint like a link; a pose relative to the name then means the link.
      const bool added = graph.add(name, pose_of(*joint), base, base) || version.before(kUniqueNamesSince);
      if (!joints.insert(name).second || !added) taken(*joint, name);
    });
  }
}

void SdfReader::add_links_and_joints(const ConfigNode& node, const SdfContext& context, FrameGraph& graph,
                                     Model& model) {
  for (const ConfigNode* link : node.all("link"))
    findings_.guard([&] { model.links.push_back(read_link(*link, context, graph)); });
  for (const ConfigNode* joint : node.all("joint"))
    findings_.guard([&] { model.joints.push_back(read_joint(*joint, context, graph, model)); });
  hold_kinematic_links(model, findings_);
  if (!model.canonical_link.empty() && find_link(model, model.canonical_link) == nullptr &&
      node.attribute("canonical_link")) {
    findings_.error(
        node, "link-unknown",
        fmt::format("canonical_link '{}' is no link of model '{}'", model.canonical_link, model.scoped_name));
  }
}

void SdfReader::read_frames(const ConfigNode& node, const FrameGraph& graph,
                            const std::string& canonical_link, std::vector<Frame>& frames) {
  for (const ConfigNode* child : node.all("frame")) {
    findings_.guard([&] {
      Frame frame;
      frame.name = child->text_of("name");
      frame.pose = graph.resolve(frame.name, *child);
      frame.attached_to = graph.link_of(frame.name, *child, canonical_link);
      frames.push_back(std::move(frame));
    });
  }
}

}  // namespace lockstep::description
