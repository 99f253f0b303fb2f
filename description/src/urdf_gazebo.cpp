// SPDX-License-Identifier: Apache-2.0
// <gazebo> elements of a URDF: what SDF could say and URDF cannot.
#include <fmt/format.h>

#include <algorithm>

#include "urdf_reader.hpp"
#include "values.hpp"

namespace lockstep::description {

using core::ConfigNode;

namespace {

Sensor read_sensor(const ConfigNode& node) {
  Sensor sensor;
  sensor.name = node.text_of("name");
  sensor.type = node.text_of("type");
  sensor.pose = sdf_pose_of(node).pose;
  sensor.update_rate_hz = positive_number(node, "update_rate", 0.0, true);
  sensor.config = node;
  return sensor;
}

void apply_to_link(const ConfigNode& node, Link& link, Findings& findings) {
  for (Collision& collision : link.collisions) {
    Surface& surface = collision.surface;
    surface.friction_given |= node.has("mu1") || node.has("mu2");
    surface.mu = number_or_infinity(node, "mu1", surface.mu);
    surface.mu2 = number_or_infinity(node, "mu2", node.has("mu1") ? surface.mu : surface.mu2);
    surface.contact_stiffness_n_m = number_or_infinity(node, "kp", surface.contact_stiffness_n_m);
    surface.contact_damping_ns_m = number_or_infinity(node, "kd", surface.contact_damping_ns_m);
    surface.max_velocity_m_s = number_or_infinity(node, "maxVel", surface.max_velocity_m_s);
    surface.min_depth_m = node.number("minDepth", surface.min_depth_m);
  }
  link.self_collide = node.boolean("selfCollide", link.self_collide);
  link.gravity = node.boolean("gravity", link.gravity);
  if (node.has("turnGravityOff")) link.gravity = !node.boolean("turnGravityOff");
  if (node.has("dampingFactor")) link.linear_damping = link.angular_damping = node.number("dampingFactor");
  for (const ConfigNode* sensor : node.all("sensor"))
    link.sensors.push_back(read_sensor(*sensor));
  findings.list_rest(
      node,
      {"mu1", "mu2", "kp", "kd", "maxVel", "minDepth", "selfCollide", "gravity", "turnGravityOff",
       "dampingFactor", "sensor"},
      {"material", "visual", "collision", "maxContacts", "laserRetro", "fdir1", "mu", "self_collide"});
  link.extensions.push_back(node);
}

void apply_to_joint(const ConfigNode& node, Joint& joint, Findings& findings) {
  joint.implicit_spring_damper = node.boolean("implicitSpringDamper", joint.implicit_spring_damper);
  joint.provide_feedback = node.boolean("provideFeedback", joint.provide_feedback);
  for (JointAxis& axis : joint.axes) {
    axis.spring_stiffness = node.number("springStiffness", axis.spring_stiffness);
    axis.spring_reference = node.number("springReference", axis.spring_reference);
  }
  for (const ConfigNode* sensor : node.all("sensor"))
    joint.sensors.push_back(read_sensor(*sensor));
  findings.list_rest(node,
                     {"implicitSpringDamper", "provideFeedback", "springStiffness", "springReference",
                      "sensor", "preserveFixedJoint", "disableFixedJointLumping"},
                     {"stopCfm", "stopErp", "fudgeFactor", "cfmDamping", "stopKp", "stopKd"});
  joint.extensions.push_back(node);
}

void apply_to_model(const ConfigNode& node, Model& model, Findings& findings) {
  for (const ConfigNode* plugin : node.all("plugin"))
    model.plugins.push_back(plugin_of(*plugin));
  model.is_static = model.is_static || node.boolean("static", false);
  model.self_collide = node.boolean("self_collide", model.self_collide);
  for (Link& link : model.links)
    link.self_collide = link.self_collide || model.self_collide;
  findings.list_rest(node, {"plugin", "static", "self_collide"}, {"allow_auto_disable", "light"});
}

}  // namespace

bool is_preserved(const Joint& joint) {
  return std::any_of(joint.extensions.begin(), joint.extensions.end(), [](const ConfigNode& node) {
    return node.name == "gazebo" &&
           (node.boolean("preserveFixedJoint", false) || node.boolean("disableFixedJointLumping", false));
  });
}

void apply_gazebo_elements(const ConfigNode& robot, Model& model, Findings& findings) {
  for (const ConfigNode* node : robot.all("gazebo")) {
    findings.guard([&] {
      const auto reference = node->attribute("reference");
      if (!reference) {
        apply_to_model(*node, model, findings);
        model.extensions.push_back(*node);
        return;
      }
      const auto link = std::find_if(model.links.begin(), model.links.end(),
                                     [&](const Link& one) { return one.name == *reference; });
      if (link != model.links.end()) return apply_to_link(*node, *link, findings);
      const auto joint = std::find_if(model.joints.begin(), model.joints.end(),
                                      [&](const Joint& one) { return one.name == *reference; });
      if (joint != model.joints.end()) return apply_to_joint(*node, *joint, findings);
      findings.warning(*node, "gazebo-reference",
                       fmt::format("<gazebo reference=\"{}\"> names neither a link nor a joint", *reference));
    });
  }
}

}  // namespace lockstep::description
