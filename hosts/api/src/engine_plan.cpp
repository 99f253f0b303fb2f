// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/engine_plan.hpp"

#include <algorithm>

#include "closed_loops.hpp"
#include "lockstep/core/error.hpp"
#include "mimic_joints.hpp"

namespace lockstep::hosts {
namespace {

using description::JointType;

JointKind kind_of(JointType type) {
  switch (type) {
    case JointType::kRevolute:
    case JointType::kContinuous:
      return JointKind::kRevolute;
    case JointType::kPrismatic:
      return JointKind::kPrismatic;
    case JointType::kUniversal:
    case JointType::kRevolute2:
      return JointKind::kUniversal;
    case JointType::kBall:
      return JointKind::kBall;
    case JointType::kScrew:
      return JointKind::kScrew;
    default:
      return JointKind::kFixed;
  }
}

LinkIndex link_index(std::size_t index) {
  return index == description::FlatJoint::kWorld ? kWorld : static_cast<LinkIndex>(index);
}

WorldLayout layout_of(const description::FlatWorld& flat) {
  WorldLayout layout;
  for (const description::FlatLink& link : flat.links) {
    layout.links.push_back({normalized_scope(link.link->scoped_name), link.link->inertial.mass_kg,
                            link.link->inertial.pose.position});
  }
  for (const description::FlatJoint& joint : flat.joints) {
    JointInfo info;
    info.name = normalized_scope(joint.joint->scoped_name);
    info.kind = kind_of(joint.joint->type);
    info.parent = link_index(joint.parent);
    info.child = link_index(joint.child);
    info.first_axis = layout.axis_count;
    info.axis_count = static_cast<std::uint32_t>(description::degrees_of_freedom(joint.joint->type));
    for (std::uint32_t a = 0; a < info.axis_count; ++a) {
      const description::JointAxis axis =
          a < joint.joint->axes.size() ? joint.joint->axes[a] : description::JointAxis{};
      info.limits.push_back({axis.lower, axis.upper, axis.effort, axis.velocity});
      info.damping.push_back(axis.damping);
    }
    layout.axis_count += info.axis_count;
    layout.joints.push_back(std::move(info));
  }
  return layout;
}

/// Where every axis starts: within its limits, also where the description puts it outside. Engines would
/// throw it back in at hundreds of rad/s.
void find_start(EnginePlan& plan) {
  std::vector<double>& start = plan.start;
  start.assign(plan.layout.axis_count, 0.0);
  plan.start_velocity.assign(plan.layout.axis_count, 0.0);
  for (std::size_t j = 0; j < plan.layout.joints.size(); ++j) {
    const std::vector<description::JointAxis>& axes = plan.flat.joints[j].joint->axes;
    for (std::size_t a = 0; a < axes.size() && a < plan.layout.joints[j].axis_count; ++a) {
      const std::size_t axis = plan.layout.joints[j].first_axis + a;
      start[axis] = std::min(std::max(axes[a].initial_position, axes[a].lower), axes[a].upper);
      plan.start_velocity[axis] = axes[a].is_locked() ? 0.0 : axes[a].initial_velocity;
    }
  }
  for (const JointInfo& joint : plan.layout.joints) {
    if (!joint.mimic) continue;
    const AxisIndex leader = plan.layout.joints[joint.mimic->leader].first_axis;
    start[joint.first_axis] = joint.mimic->multiplier * start[leader] + joint.mimic->offset;
    plan.start_velocity[joint.first_axis] = joint.mimic->multiplier * plan.start_velocity[leader];
  }
}

/// A body must not fall through what it should rest on: shapes that no engine has are refused.
void check_shapes(const EnginePlan& plan, std::string_view host, std::vector<Diagnostic>& problems) {
  for (const description::FlatLink& flat : plan.flat.links) {
    for (const description::Collision& collision : flat.link->collisions) {
      const auto* other = std::get_if<description::OtherShape>(&collision.geometry);
      if (other == nullptr || other->kind == "empty") continue;
      problems.push_back({Severity::kError, "shape-unsupported",
                          "collision '" + collision.name + "' of link '" + flat.link->scoped_name +
                              "' is a '" + other->kind + "', which engine '" + std::string{host} +
                              "' does not have",
                          "use a mesh or primitive shapes", flat.link->where});
    }
  }
}

void check_joints(const EnginePlan& plan, std::string_view host, Span<const JointType> supported,
                  std::vector<Diagnostic> problems) {
  for (const description::FlatJoint& joint : plan.flat.joints) {
    const JointType type = joint.joint->type;
    if (std::find(supported.begin(), supported.end(), type) != supported.end()) continue;
    problems.push_back({Severity::kError, "joint-type",
                        "joint '" + joint.joint->scoped_name + "' is of type '" +
                            std::string{description::to_string(type)} + "', which engine '" +
                            std::string{host} + "' does not have",
                        "choose another engine or another joint", joint.joint->where});
  }
  for (const description::TreeJoint& tree : plan.tree.joints) {
    const description::Joint& joint = *plan.flat.joints[tree.joint].joint;
    if (!tree.reversed || joint.type != JointType::kBall) continue;
    problems.push_back({Severity::kError, "ball-reversed",
                        "the child of ball joint '" + joint.scoped_name +
                            "' carries its parent, which would change the axes it is measured in",
                        "exchange its parent and child", joint.where});
  }
  check_shapes(plan, host, problems);
  if (!problems.empty())
    throw Error{ErrorCode::kUnsupported, "engine '" + std::string{host} + "' cannot run this world",
                std::move(problems)};
}

}  // namespace

std::unique_ptr<const EnginePlan> make_plan(SharedWorld world, const EngineOptions& options,
                                            std::string_view host, Span<const JointType> supported) {
  auto plan = std::make_unique<EnginePlan>(std::move(world));
  plan->flat = description::flatten(plan->world);
  plan->tree = description::kinematic_tree(plan->flat);
  plan->layout = layout_of(plan->flat);
  std::vector<Diagnostic> problems;
  resolve_gearboxes(plan->flat, plan->layout, problems);
  resolve_mimics(plan->flat, plan->layout, problems);
  open_loops(*plan);
  check_joints(*plan, host, supported, std::move(problems));
  find_start(*plan);
  plan->step = options.step ? *options.step : core::Rational::from_seconds(plan->world.physics.step_s);
  if (plan->step.numerator <= 0)
    throw Error{ErrorCode::kBadUsage,
                "the step of the world is " + std::to_string(plan->step.seconds()) + " s, expected > 0"};
  return plan;
}

bool may_touch(const EnginePlan& plan, std::size_t a, std::size_t b) {
  const description::FlatLink& first = plan.flat.links[a];
  const description::FlatLink& second = plan.flat.links[b];
  if (plan.flat.models[first.model].root != plan.flat.models[second.model].root) return true;
  if (!first.link->self_collide || !second.link->self_collide) return false;
  const LinkIndex one = link_index(a), other = link_index(b);
  return std::none_of(plan.layout.joints.begin(), plan.layout.joints.end(), [&](const JointInfo& joint) {
    return (joint.parent == one && joint.child == other) || (joint.parent == other && joint.child == one);
  });
}

OuterJoint outer_joint(const EnginePlan& plan, const description::TreeJoint& joint) {
  const description::FlatJoint& flat = plan.flat.joints[joint.joint];
  OuterJoint result;
  result.outer = joint.reversed ? flat.parent : flat.child;
  result.inner = joint.reversed ? flat.child : flat.parent;
  result.X_OJ = plan.flat.links[result.outer].pose.inverse() * flat.pose;
  for (const description::JointAxis& axis : flat.joint->axes) {
    const description::Vector3 direction = result.X_OJ.orientation * axis.direction;
    result.axes_O.push_back(joint.reversed ? description::Vector3{-direction} : direction);
  }
  return result;
}

StartVelocity start_velocity_of(const EnginePlan& plan, std::size_t link) {
  const description::FlatLink& flat = plan.flat.links[link];
  const description::FlatModel& model = plan.flat.models[plan.flat.models[flat.model].root];
  const Eigen::Vector3d& turning = model.model->angular_velocity_rad_s;
  return {model.model->velocity_m_s + turning.cross(flat.pose.position - model.pose.position), turning};
}

}  // namespace lockstep::hosts
