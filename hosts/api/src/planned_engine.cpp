// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/planned_engine.hpp"

#include <cmath>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::hosts {

namespace {

/// Joints that start at a limit because the description has them start beyond it.
std::vector<Diagnostic> moved_starts(const EnginePlan& plan) {
  std::vector<Diagnostic> findings;
  for (std::size_t j = 0; j < plan.layout.joints.size(); ++j) {
    const description::Joint& joint = *plan.flat.joints[j].joint;
    if (plan.layout.joints[j].mimic) continue;
    for (std::size_t a = 0; a < joint.axes.size() && a < plan.layout.joints[j].axis_count; ++a) {
      const double start = plan.start[plan.layout.joints[j].first_axis + a];
      if (start == joint.axes[a].initial_position) continue;
      findings.push_back({Severity::kWarning, "joint-start",
                          "joint '" + joint.scoped_name + "' starts at its limit " + core::to_text(start) +
                              ", because " + core::to_text(joint.axes[a].initial_position) +
                              " is outside of its range",
                          "", joint.where});
    }
  }
  return findings;
}

}  // namespace

PlannedEngine::PlannedEngine(std::unique_ptr<const EnginePlan> plan)
    : plan_{std::move(plan)}, step_s_{plan_->step.seconds()}, watched_(plan_->layout.links.size(), false) {
  state_.resize(plan_->layout);
}

void PlannedEngine::tell(const core::LogSink& log, std::vector<Diagnostic> findings) const {
  if (!log) return;
  for (Diagnostic& unused : unused_properties(*plan_))
    findings.push_back(std::move(unused));
  for (Diagnostic& moved : moved_starts(*plan_))
    findings.push_back(std::move(moved));
  for (const Diagnostic& finding : findings) {
    const bool is_note = finding.severity == Severity::kNote;
    log({is_note ? core::LogLevel::kInfo : core::LogLevel::kWarning, std::string{name()}, finding.id,
         to_string(finding)});
  }
}

void PlannedEngine::take_needs(const Needs& needs) {
  check_needs(*this, needs);
  needs_ = needs;
  watched_.assign(plan_->layout.links.size(), false);
  for (const LinkIndex link : needs.contacts)
    watched_[link] = true;
  state_.contacts.assign(needs.contacts.empty() ? 0 : needs.max_contacts, {});
}

void PlannedEngine::reset_arrays() {
  state_.gravity_W = plan_->world.gravity_m_s2;
  state_.wind_W = plan_->world.wind_m_s;
  for (Wrench& reaction : state_.reaction)
    reaction = {};
  state_.contact_count = 0;
}

std::vector<ReactionPlace> PlannedEngine::reaction_places() const {
  std::vector<ReactionPlace> places;
  for (const JointIndex wanted : needs_.reactions) {
    for (const description::TreeJoint& tree : plan_->tree.joints) {
      if (tree.joint != wanted) continue;
      const OuterJoint outer = outer_joint(*plan_, tree);
      const description::FlatJoint& flat = plan_->flat.joints[wanted];
      ReactionPlace place{wanted, outer.outer, flat.child, tree.reversed, outer.X_OJ, flat.pose.orientation};
      if (flat.child != description::FlatJoint::kWorld)
        place.q_CJ = plan_->flat.links[flat.child].pose.orientation.conjugate() * flat.pose.orientation;
      places.push_back(place);
    }
  }
  return places;
}

std::vector<DrivenAxis> PlannedEngine::driven_axes() const {
  std::vector<DrivenAxis> driven;
  for (std::size_t j = 0; j < plan_->layout.joints.size(); ++j) {
    const JointInfo& joint = plan_->layout.joints[j];
    const std::size_t before = driven.size();
    for (AxisIndex axis = joint.first_axis; axis < joint.first_axis + joint.axis_count; ++axis) {
      if (state_.mode[axis] != CommandMode::kEffort) driven.push_back({axis, j});
    }
    if (driven.size() == before) continue;
    if (joint.mimic)
      throw Error{ErrorCode::kUnsupported, "joint '" + joint.name + "' follows joint '" +
                                               plan_->layout.joints[joint.mimic->leader].name +
                                               "' and cannot be commanded by position or velocity; command "
                                               "that one"};
    if (joint.kind == JointKind::kBall)
      throw Error{ErrorCode::kUnsupported, "joint '" + joint.name +
                                               "' is a ball joint, which cannot be commanded by position or "
                                               "velocity; command its efforts"};
    if (driven.size() - before != joint.axis_count)
      throw Error{ErrorCode::kUnsupported,
                  "some axes of joint '" + joint.name +
                      "' are commanded by effort and some by position or velocity; command all of them by "
                      "effort, or none"};
  }
  return driven;
}

void PlannedEngine::put_axes(Span<const AxisMotion> /*axes*/) {}

void PlannedEngine::set_joint_state(AxisIndex axis, double position, double velocity) {
  require(*this, Capability::kSetJointState, "set_joint_state");
  if (!std::isfinite(position) || !std::isfinite(velocity))
    throw Error{ErrorCode::kBadUsage, "a joint can only be put to finite numbers"};
  refuse_loop(axis);
  std::vector<AxisMotion> moved = {{axis, position, velocity}};
  for (const JointInfo& joint : plan_->layout.joints) {
    if (!joint.mimic) continue;
    const JointInfo& leader = plan_->layout.joints[joint.mimic->leader];
    if (joint.first_axis == axis)
      throw Error{ErrorCode::kUnsupported, "joint '" + joint.name + "' follows joint '" + leader.name +
                                               "'; set the state of that one"};
    if (leader.first_axis == axis)
      moved.push_back({joint.first_axis, joint.mimic->multiplier * position + joint.mimic->offset,
                       joint.mimic->multiplier * velocity});
  }
  put_axes(moved);
}

void PlannedEngine::refuse_loop(AxisIndex axis) const {
  for (std::size_t j = 0; j < plan_->layout.joints.size(); ++j) {
    const JointInfo& joint = plan_->layout.joints[j];
    if (!plan_->in_loop[j] || axis < joint.first_axis || axis >= joint.first_axis + joint.axis_count)
      continue;
    throw Error{ErrorCode::kUnsupported,
                "joint '" + joint.name +
                    "' is part of a loop of joints, which putting it somewhere alone "
                    "would break; command it, or restore a saved state"};
  }
}

void PlannedEngine::refuse_to_put(LinkIndex link) const {
  throw Error{ErrorCode::kUnsupported,
              "link '" + plan_->layout.links.at(link).name +
                  "' is held by a joint or static; only a free body can be put somewhere"};
}

void PlannedEngine::refuse_ball() const {
  throw Error{ErrorCode::kUnsupported, "engine '" + std::string{name()} +
                                           "' cannot put single axes of a ball joint; choose another joint"};
}

void PlannedEngine::refuse_snapshot() const {
  throw Error{ErrorCode::kBadUsage,
              "host '" + std::string{name()} + "' was given the snapshot of another world"};
}

}  // namespace lockstep::hosts
