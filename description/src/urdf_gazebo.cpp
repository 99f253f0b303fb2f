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

bool is_true(const ConfigNode& node, std::string_view field) {
  const ConfigNode* found = node.find(field);
  return found != nullptr && !found->text.empty() && found->as_boolean();
}

/// `<kp value="1e6"/>` is as good as `<kp>1e6</kp>` in these elements.
ConfigNode with_values_as_text(ConfigNode node) {
  for (ConfigNode& child : node.children)
    if (const auto value = child.attribute("value"); value && child.text.empty()) child.text = *value;
  return node;
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
  link.self_collide = boolean_or(node, "selfCollide", link.self_collide, findings);
  link.gravity = boolean_or(node, "gravity", link.gravity, findings);
  if (node.has("turnGravityOff")) link.gravity = !boolean_or(node, "turnGravityOff", false, findings);
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
  joint.implicit_spring_damper =
      boolean_or(node, "implicitSpringDamper", joint.implicit_spring_damper, findings);
  joint.provide_feedback = boolean_or(node, "provideFeedback", joint.provide_feedback, findings);
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
  model.is_static = model.is_static || boolean_or(node, "static", false, findings);
  model.self_collide = boolean_or(node, "self_collide", model.self_collide, findings);
  for (Link& link : model.links)
    link.self_collide = link.self_collide || model.self_collide;
  findings.list_rest(node, {"plugin", "static", "self_collide"}, {"allow_auto_disable", "light"});
}

}  // namespace

bool is_preserved(const Joint& joint) {
  return !joint.sensors.empty() ||
         std::any_of(joint.extensions.begin(), joint.extensions.end(), [](const ConfigNode& node) {
           return node.name == "gazebo" &&
                  (is_true(node, "preserveFixedJoint") || is_true(node, "disableFixedJointLumping"));
         });
}

void apply_gazebo_elements(const ConfigNode& robot, Model& model, Findings& findings) {
  for (const ConfigNode* given : robot.all("gazebo")) {
    findings.guard([&] {
      const ConfigNode normal = with_values_as_text(*given);
      const ConfigNode* const node = &normal;
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
