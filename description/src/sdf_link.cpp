// SPDX-License-Identifier: Apache-2.0
// Links of SDF: mass properties, collisions, visuals, sensors.
#include <fmt/format.h>

#include "lockstep/description/inertia.hpp"
#include "sdf_reader.hpp"
#include "values.hpp"

namespace lockstep::description {

using core::ConfigNode;

namespace {

/// A pose inside a link, in the link frame.
Pose in_link(const ConfigNode& node, const std::string& link, const FrameGraph& graph) {
  const RawPose raw = sdf_pose_of(node);
  if (raw.relative_to.empty() || raw.relative_to == link) return raw.pose;
  return graph.resolve(link, node).inverse() * graph.resolve(raw, link);
}

}  // namespace

Link SdfReader::read_link(const ConfigNode& node, const SdfContext& context, const FrameGraph& graph) {
  Link link;
  link.name = sdf_name_of(node, context.version);
  link.scoped_name = scoped(context.scope, link.name);
  link.where = node.where;
  link.pose = graph.resolve(link.name, node);
  findings_.guard([&] {
    if (const ConfigNode* inertial = node.find("inertial"))
      link.inertial = read_inertial(*inertial, link.name, graph);
    const std::string problem = context.is_static ? std::string{} : inertia_problem(link.inertial);
    if (problem.empty()) {
      if (!context.is_static) link.inertial = without_rounding_gap(link.inertial);
      return;
    }
    const ConfigNode& at = node.find("inertial") != nullptr ? *node.find("inertial") : node;
    link.inertial = repaired(link.inertial);
    findings_.tolerate(at, "inertia-impossible", fmt::format("link '{}': {}", link.scoped_name, problem),
                       "taken as " + inertia_text(link.inertial), "correct the numbers");
  });
  for (const ConfigNode& child : node.children) {
    findings_.guard([&] {
      if (child.name == "collision") link.collisions.push_back(read_collision(child, link.name, graph));
      if (child.name == "visual") link.visuals.push_back(read_visual(child, link.name, graph));
      if (child.name == "sensor") link.sensors.push_back(read_sensor(child, link.name, graph));
    });
  }
  findings_.guard([&] {
    link.gravity = boolean_or(node, "gravity", true, findings_);
    link.kinematic = boolean_or(node, "kinematic", false, findings_);
    link.self_collide = boolean_or(node, "self_collide", context.self_collide, findings_);
    link.enable_wind = boolean_or(node, "enable_wind", context.enable_wind, findings_);
    if (const ConfigNode* decay = node.find("velocity_decay")) {
      link.linear_damping = positive_number(*decay, "linear", 0.0, true);
      link.angular_damping = positive_number(*decay, "angular", 0.0, true);
    }
  });
  link.extensions = findings_.list_rest(node,
                                        {"pose", "inertial", "collision", "visual", "sensor", "gravity",
                                         "kinematic", "self_collide", "enable_wind", "velocity_decay"},
                                        {"must_be_base_link", "projector", "audio_sink", "audio_source",
                                         "battery", "light", "particle_emitter"});
  return link;
}

Inertial SdfReader::read_inertial(const ConfigNode& node, const std::string& link, const FrameGraph& graph) {
  Inertial inertial;
  inertial.given = true;
  inertial.mass_kg = node.number("mass", inertial.mass_kg);
  inertial.pose = in_link(node, link, graph);
  if (const ConfigNode* inertia = node.find("inertia")) {
    const double xx = inertia->number("ixx", 1.0), yy = inertia->number("iyy", 1.0);
    const double zz = inertia->number("izz", 1.0), xy = inertia->number("ixy", 0.0);
    const double xz = inertia->number("ixz", 0.0), yz = inertia->number("iyz", 0.0);
    inertial.inertia_kg_m2 << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    findings_.list_rest(*inertia, {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"}, {});
  }
  findings_.list_rest(node, {"mass", "pose", "inertia"}, {"fluid_added_mass", "density"});
  return inertial;
}

Collision SdfReader::read_collision(const ConfigNode& node, const std::string& link,
                                    const FrameGraph& graph) {
  Collision collision;
  collision.name = node.text_of("name", "");
  collision.pose = in_link(node, link, graph);
  collision.geometry = read_geometry(node, ShapeUse::kCollision);
  collision.surface = read_surface(node);
  findings_.list_rest(node, {"pose", "geometry", "surface"}, {"laser_retro", "max_contacts"});
  return collision;
}

Visual SdfReader::read_visual(const ConfigNode& node, const std::string& link, const FrameGraph& graph) {
  Visual visual;
  visual.name = node.text_of("name", "");
  visual.pose = in_link(node, link, graph);
  visual.geometry = read_geometry(node, ShapeUse::kVisual);
  visual.transparency = node.number("transparency", 0.0);
  const ConfigNode* material = node.find("material");
  if (const ConfigNode* diffuse = material != nullptr ? material->find("diffuse") : nullptr) {
    const std::vector<double> colour = diffuse->as_numbers();
    if (colour.size() != 3 && colour.size() != 4)
      diffuse->fail("colour", fmt::format("'diffuse' is '{}', expected 3 or 4 numbers", diffuse->text));
    visual.colour = {colour[0], colour[1], colour[2], colour.size() == 4 ? colour[3] : 1.0};
  }
  findings_.list_rest(node, {"pose", "geometry", "transparency", "material"},
                      {"cast_shadows", "laser_retro", "meta", "visibility_flags", "plugin"});
  return visual;
}

Sensor SdfReader::read_sensor(const ConfigNode& node, const std::string& link, const FrameGraph& graph) {
  Sensor sensor;
  sensor.name = node.text_of("name");
  sensor.type = node.text_of("type");
  sensor.pose = in_link(node, link, graph);
  sensor.update_rate_hz = positive_number(node, "update_rate", 0.0, true);
  sensor.config = node;
  return sensor;
}

}  // namespace lockstep::description
