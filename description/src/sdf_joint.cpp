// SPDX-License-Identifier: Apache-2.0
// Joints of SDF.
#include <fmt/format.h>

#include <cmath>

#include "lockstep/core/number_text.hpp"
#include "sdf_reader.hpp"
#include "values.hpp"

namespace lockstep::description {

using core::ConfigNode;

namespace {

constexpr double kTwoPi = 6.28318530717958647693;
/// SDF writes 1e16 where it means "no limit".
constexpr double kSdfInfinity = 1e16;

JointType type_of(const ConfigNode& node) {
  const std::string word = node.text_of("type");
  for (const JointType type : {JointType::kFixed, JointType::kRevolute, JointType::kContinuous,
                               JointType::kPrismatic, JointType::kUniversal, JointType::kBall,
                               JointType::kScrew, JointType::kRevolute2, JointType::kGearbox})
    if (to_string(type) == word) return type;
  node.fail("joint-type", fmt::format("joint '{}' has the type '{}', expected fixed, revolute, continuous, "
                                      "prismatic, universal, ball, screw, revolute2 or gearbox",
                                      node.text_of("name", ""), word));
}

std::size_t axes_of(JointType type) {
  switch (type) {
    case JointType::kFixed:
    case JointType::kBall:
    case JointType::kFloating:
      return 0;
    case JointType::kUniversal:
    case JointType::kRevolute2:
    case JointType::kGearbox:
      return 2;
    default:
      return 1;
  }
}

double limit_of(const ConfigNode& node, std::string_view child, double none) {
  const double value = number_or_infinity(node, child, none);
  return std::abs(value) >= kSdfInfinity ? std::copysign(JointAxis::kNone, value) : value;
}

/// Effort and velocity limits: negative means none.
double magnitude_of(const ConfigNode& node, std::string_view child) {
  const double value = limit_of(node, child, JointAxis::kNone);
  return value < 0.0 ? JointAxis::kNone : value;
}

void read_limit(const ConfigNode& limit, JointType type, JointAxis& axis, Findings& findings) {
  axis.lower = limit_of(limit, "lower", -JointAxis::kNone);
  axis.upper = limit_of(limit, "upper", JointAxis::kNone);
  if (type == JointType::kContinuous) {
    axis.lower = -JointAxis::kNone;
    axis.upper = JointAxis::kNone;
  }
  axis.effort = magnitude_of(limit, "effort");
  axis.velocity = magnitude_of(limit, "velocity");
  axis.limit_stiffness = number_or_infinity(limit, "stiffness", axis.limit_stiffness);
  axis.limit_dissipation = number_or_infinity(limit, "dissipation", axis.limit_dissipation);
  for (const char* const unused : {"stiffness", "dissipation"})
    if (limit.has(unused))
      findings.note(
          limit.at(unused), "description-unused",
          fmt::format("<{}> of <limit> has no effect; limits are as stiff as the engine's own", unused));
  order_limits(limit, axis, findings);
}

/// `<mimic>` of SDF 1.11: multiplier * (leader - reference) + offset.
Mimic read_mimic(const ConfigNode& node, std::size_t axes) {
  if (axes != 1 || node.text_of("axis", "axis") != "axis")
    node.fail("joint-mimic", "<mimic> is between joints of several axes, expected one axis each");
  Mimic mimic;
  mimic.joint = node.text_of("joint");
  mimic.multiplier = node.number("multiplier", 1.0);
  mimic.offset = node.number("offset", 0.0) - mimic.multiplier * node.number("reference", 0.0);
  return mimic;
}

}  // namespace

Joint SdfReader::read_joint(const ConfigNode& node, const SdfContext& context, const FrameGraph& graph,
                            const Model& model) {
  Joint joint;
  joint.name = sdf_name_of(node, context.version);
  joint.scoped_name = scoped(context.scope, joint.name);
  joint.where = node.where;
  joint.type = type_of(node);
  const std::string parent = node.text_of("parent");
  const std::string child = node.text_of("child");
  joint.parent = graph.link_of(parent, node.at("parent"), model.canonical_link);
  joint.child = graph.link_of(child, node.at("child"), model.canonical_link);
  if (joint.parent == joint.child) {
    node.fail("joint-link", fmt::format("joint '{}' has '{}' as parent and as child, expected two links",
                                        joint.scoped_name, joint.parent));
  }
  // The pose is relative to the child frame as written; the value keeps it relative to the child link.
  const bool world_is_child = joint.child == "world";
  const std::string holder = world_is_child ? joint.parent : joint.child;
  const Pose joint_in_model = graph.resolve(sdf_pose_of(node), world_is_child ? parent : child);
  joint.pose = graph.resolve(holder, node).inverse() * joint_in_model;

  const std::size_t axes = axes_of(joint.type);
  const char* const names[] = {"axis", "axis2"};
  for (std::size_t i = 0; i < axes; ++i) {
    const ConfigNode* axis = node.find(names[i]);
    if (axis == nullptr) {
      findings_.tolerate(node, "joint-axis",
                         fmt::format("joint '{}' has no <{}>, which type '{}' needs", joint.scoped_name,
                                     names[i], to_string(joint.type)),
                         "it is about z of the joint");
      joint.axes.emplace_back();
      continue;
    }
    joint.axes.push_back(read_axis(*axis, context, graph, joint.name, joint_in_model));
    if (const ConfigNode* limit = axis->find("limit"))
      read_limit(*limit, joint.type, joint.axes.back(), findings_);
    if (const ConfigNode* mimic = axis->find("mimic")) joint.mimic = read_mimic(*mimic, axes);
  }
  // thread_pitch is the older way: -2 pi / (m per turn).
  if (node.has("screw_thread_pitch"))
    joint.screw_pitch_m_per_rev = node.number("screw_thread_pitch");
  else if (joint.type == JointType::kScrew)
    joint.screw_pitch_m_per_rev = -kTwoPi / node.number("thread_pitch", 1.0);
  if (!std::isfinite(joint.screw_pitch_m_per_rev)) node.fail("joint-pitch", "the thread pitch is 0");
  joint.gearbox_ratio = node.number("gearbox_ratio", 1.0);
  joint.gearbox_reference_body = node.text_of("gearbox_reference_body", "");
  if (const ConfigNode* physics = node.find("physics")) {
    joint.provide_feedback = boolean_or(*physics, "provide_feedback", false, findings_);
    if (const ConfigNode* ode = physics->find("ode")) {
      joint.implicit_spring_damper = boolean_or(*ode, "implicit_spring_damper", false, findings_);
      joint.provide_feedback = boolean_or(*ode, "provide_feedback", joint.provide_feedback, findings_);
      findings_.list_rest(*ode, {"implicit_spring_damper", "provide_feedback"},
                          {"cfm_damping", "fudge_factor", "cfm", "erp", "bounce", "max_force", "velocity",
                           "limit", "suspension"});
    }
    findings_.list_rest(*physics, {"ode", "provide_feedback"}, {"simbody"});
  }
  for (const ConfigNode* sensor : node.all("sensor")) {
    joint.sensors.push_back(read_sensor(*sensor, holder, graph));
    // Unlike the sensor of a link, that of a joint is placed in the frame of the joint.
    Pose& pose = joint.sensors.back().pose;
    if (sdf_pose_of(*sensor).relative_to.empty()) pose = joint.pose * pose;
  }
  joint.extensions =
      findings_.list_rest(node,
                          {"parent", "child", "pose", "axis", "axis2", "thread_pitch", "screw_thread_pitch",
                           "gearbox_ratio", "gearbox_reference_body", "physics", "sensor"},
                          {});
  return joint;
}

JointAxis SdfReader::read_axis(const ConfigNode& node, const SdfContext& context, const FrameGraph& graph,
                               const std::string& joint, const Pose& joint_in_model) {
  JointAxis axis;
  const ConfigNode* xyz = node.find("xyz");
  if (xyz != nullptr) axis.direction = direction_of(*xyz);
  std::string frame{xyz != nullptr ? xyz->attribute("expressed_in").value_or("") : ""};
  // Before SDF 1.5 the axis was given in the model frame; 1.5 and 1.6 have a switch for it.
  if (frame.empty() && boolean_or(node, "use_parent_model_frame", context.version.before(5), findings_))
    frame = "__model__";
  if (!frame.empty() && frame != joint) {
    const Pose frame_in_model = graph.resolve(frame, xyz != nullptr ? *xyz : node);
    axis.direction =
        (joint_in_model.orientation.conjugate() * (frame_in_model.orientation * axis.direction)).normalized();
  }
  axis.initial_position = node.number("initial_position", 0.0);
  if (const ConfigNode* dynamics = node.find("dynamics")) {
    axis.damping = damping_of(*dynamics, findings_);
    axis.friction = positive_number(*dynamics, "friction", 0.0, true);
    axis.spring_stiffness = dynamics->number("spring_stiffness", 0.0);
    axis.spring_reference = dynamics->number("spring_reference", 0.0);
    findings_.list_rest(*dynamics, {"damping", "friction", "spring_stiffness", "spring_reference"}, {});
  }
  findings_.list_rest(
      node, {"xyz", "use_parent_model_frame", "initial_position", "dynamics", "limit", "mimic"}, {});
  return axis;
}

}  // namespace lockstep::description
