// SPDX-License-Identifier: Apache-2.0
#include "gazebo_host.hpp"

#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/Wind.hh>
#include <gazebo/physics/World.hh>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

Eigen::Vector3d vector(const ignition::math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}

}  // namespace

GazeboHost::GazeboHost(gazebo::physics::Model& model)
    : gazebo_model_{model},
      model_{model_layout(model)},
      world_{model.GetWorld().get()},
      kind_{physics_kind(world_->Physics()->GetType())},
      joint_count_{model.GetJointCount()} {
  renew();
}

core::Rational GazeboHost::step_size() const noexcept {
  return core::Rational::from_nanoseconds(
      nanoseconds(gazebo::common::Time{world_->Physics()->GetMaxStepSize()}));
}

GazeboHost::Effort& GazeboHost::effort_of(AxisIndex axis) {
  const auto known = std::find_if(efforts_.begin(), efforts_.end(),
                                  [axis](const Effort& effort) { return effort.index == axis; });
  if (known != efforts_.end()) return *known;
  const ModelLayout::Axis& used = model_.axes[axis];
  const bool adds = kind_ == PhysicsKind::kOde || kind_ == PhysicsKind::kBullet;
  return efforts_.emplace_back(Effort{JointEffort{*used.joint, used.index, adds}, axis, false, false});
}

void GazeboHost::prepare(const Needs& needs) {
  check_needs(*this, needs);
  const auto reading = [this](AxisIndex axis) {
    return Reading{model_.axes[axis].joint, model_.axes[axis].index, axis};
  };
  used_ = needs.velocities;
  for (const CommandedAxis& commanded : needs.commanded) {  // limits of a velocity are kept
    if (std::find(used_.begin(), used_.end(), commanded.axis) == used_.end()) used_.push_back(commanded.axis);
  }
  positions_.clear();
  velocities_.clear();
  pushes_.clear();
  std::transform(needs.positions.begin(), needs.positions.end(), std::back_inserter(positions_), reading);
  std::transform(used_.begin(), used_.end(), std::back_inserter(velocities_), reading);
  used_.insert(used_.end(), needs.positions.begin(), needs.positions.end());
  for (Effort& effort : efforts_)
    effort.used = effort.command_is_read = false;
  for (const AxisIndex axis : needs.actuated) {
    Effort& effort = effort_of(axis);
    effort.used = true;
    effort.command_is_read =
        std::find(needs.commands.begin(), needs.commands.end(), axis) != needs.commands.end();
    // A device that took the limits away means also those that Gazebo clips each command to.
    const ModelLayout::Axis& used = model_.axes[axis];
    if (std::isinf(state_.effort_limit[axis])) used.joint->SetEffortLimit(used.index, -1.0);
    if (std::isinf(state_.velocity_limit[axis])) used.joint->SetVelocityLimit(used.index, -1.0);
  }
  for (const CommandedAxis& commanded : needs.commanded) {
    Effort& effort = effort_of(commanded.axis);
    // Where nobody looks at what was commanded, the actuator's effort replaces all of it.
    if (!effort.used) effort.command_is_read = true;
    effort.used = true;
  }
  efforts_.erase(
      std::remove_if(efforts_.begin(), efforts_.end(), [](const Effort& one) { return !one.used; }),
      efforts_.end());
  links_ = needs.links;
  reactions_.clear();
  for (const JointIndex joint : needs.reactions)
    reactions_.push_back({JointReaction{*model_.joints[joint], kind_}, joint});
  contacts_.reset();
  if (!needs.contacts.empty()) contacts_.emplace(*world_, model_.links, needs.contacts);
  state_.contacts.resize(std::max(state_.contacts.size(), needs.max_contacts));
  for (const LinkIndex link : needs.pushed)
    pushes_.push_back({LinkForce{*model_.links[link], kind_, model_.layout.links[link].p_BoBcm_B}, link});
}

bool GazeboHost::has(Capability capability) const noexcept {
  switch (capability) {
    case Capability::kLinkWrench:
    case Capability::kJointReaction:
    case Capability::kEffortCommand:
    case Capability::kActuation:
    case Capability::kReset:
      return true;
    case Capability::kContacts:
      return kind_ != PhysicsKind::kDart;  // Gazebo's contacts of DART have no forces
    case Capability::kSetJointState:
      return kind_ != PhysicsKind::kSimbody;
    default:
      return false;
  }
}

void GazeboHost::reset() {
  refresh();
  std::fill(state_.reaction.begin(), state_.reaction.end(), Wrench{});
  state_.contact_count = 0;
}

void GazeboHost::set_joint_state(AxisIndex axis, double position, double velocity) {
  require(*this, Capability::kSetJointState, "set_joint_state()");
  const auto& joints = model_.layout.joints;
  const auto info = std::find_if(joints.begin(), joints.end(), [axis](const JointInfo& joint) {
    return axis >= joint.first_axis && axis < joint.first_axis + joint.axis_count;
  });
  if (!std::isfinite(position) || !std::isfinite(velocity))
    throw Error{ErrorCode::kBadUsage,
                "joint '" + info->name + "' cannot be put to a position or velocity that is not finite"};
  const bool is_tree = kind_ == PhysicsKind::kDart;
  const bool carries = std::any_of(joints.begin(), joints.end(), [&](const JointInfo& joint) {
    return joint.parent == info->child && joint.parent != kWorld;
  });
  if (velocity != 0.0 && carries && !is_tree)
    throw Error{ErrorCode::kUnsupported,
                "joint '" + info->name + "' carries further joints, and the engine of this world sets the " +
                    "velocity of one link alone; use dart, or a velocity of 0"};
  const ModelLayout::Axis& used = model_.axes[axis];
  if (!used.joint->SetPosition(used.index, position, false))
    throw Error{ErrorCode::kUnsupported, "Gazebo cannot put joint '" + info->name + "' (" +
                                             std::string{to_string(info->kind)} +
                                             ") to a position; see its message"};
  used.joint->SetVelocity(used.index, velocity);
  refresh();
}

void GazeboHost::renew() {
  state_.resize(model_.layout);
  state_.gravity_W = vector(world_->Gravity());
  refresh();
}

bool GazeboHost::is_complete() const {
  return gazebo_model_.GetJointCount() == joint_count_ &&
         std::none_of(used_.begin(), used_.end(),
                      [this](AxisIndex axis) { return model_.axes[axis].life.expired(); });
}

bool GazeboHost::is_removed(const ModelLayout::Axis& axis) const {
  const gazebo::physics::JointPtr joint = axis.life.lock();
  // Gazebo takes the links from a joint that it removes; the world is no link.
  return !joint || (!joint->GetChild() && !joint->GetParent());
}

const std::vector<std::string>& GazeboHost::find_removed() {
  const auto is_gone = [this](AxisIndex index) { return is_removed(model_.axes[index]); };
  for (const JointInfo& joint : model_.layout.joints) {
    for (std::uint32_t a = 0; a < joint.axis_count; ++a) {
      const AxisIndex axis = joint.first_axis + a;
      if (std::find(used_.begin(), used_.end(), axis) == used_.end() || !is_gone(axis)) continue;
      if (std::find(removed_.begin(), removed_.end(), joint.name) == removed_.end())
        removed_.push_back(joint.name);
    }
  }
  const auto drop = [&](auto& list) {
    list.erase(
        std::remove_if(list.begin(), list.end(), [&](const auto& entry) { return is_gone(entry.index); }),
        list.end());
  };
  drop(positions_);
  drop(velocities_);
  drop(efforts_);
  used_.erase(std::remove_if(used_.begin(), used_.end(), is_gone), used_.end());
  joint_count_ = gazebo_model_.GetJointCount();
  return removed_;
}

void GazeboHost::refresh() {
  for (const Reading& reading : positions_)
    state_.position[reading.index] = reading.joint->Position(reading.axis);
  for (const Reading& reading : velocities_)
    state_.velocity[reading.index] = reading.joint->GetVelocity(reading.axis);
  if (!links_.empty()) read_links();
  for (const Reaction& reaction : reactions_)
    state_.reaction[reaction.index] = reaction.port.read();
  if (contacts_) contacts_->read(state_);
}

void GazeboHost::read_links() {
  for (const LinkIndex index : links_) {
    const gazebo::physics::Link& link = *model_.links[index];
    const ignition::math::Pose3d& pose = link.WorldPose();
    state_.p_WB[index] = vector(pose.Pos());
    state_.q_WB[index] = {pose.Rot().W(), pose.Rot().X(), pose.Rot().Y(), pose.Rot().Z()};
    state_.v_WB[index] = vector(link.WorldLinearVel());
    state_.w_WB[index] = vector(link.WorldAngularVel());
  }
  // The air moves the same everywhere in a Host; a wind that differs by place is taken where the first link
  // is.
  state_.wind_W = vector(world_->Wind().WorldLinearVel(model_.links[links_.front()]));
  state_.gravity_W = vector(world_->Gravity());
}

void GazeboHost::read_commands(std::int64_t now_ns) {
  now_ns_ = now_ns;
  for (Effort& effort : efforts_) {
    if (!effort.command_is_read) continue;
    // Gazebo has clipped each command of others by the limits that are valid now, the runtime those of
    // devices.
    state_.command[effort.index] += effort.port.command(now_ns);
    state_.applied[effort.index] = state_.command[effort.index];
  }
}

void GazeboHost::replace(Effort& effort, double applied) const {
  if (effort.command_is_read)
    effort.port.replace(applied);
  else
    effort.port.replace_unread(applied, now_ns_);
}

void GazeboHost::write() {
  for (Effort& effort : efforts_)
    replace(effort, state_.applied[effort.index]);
  for (Push& push : pushes_)
    push.port.add(state_.force_W[push.index], state_.torque_W[push.index],
                  state_.q_WB[push.index] * push.port.p_BoBcm_B());
}

void GazeboHost::write_nothing() {
  for (Effort& effort : efforts_)
    replace(effort, 0.0);
}

void GazeboHost::note_model_reset() {
  // Only the joints of ode forget the time of their last command when they are put back.
  if (kind_ != PhysicsKind::kOde) return;
  for (Effort& effort : efforts_)
    effort.port.note_forgotten();
}

}  // namespace lockstep::hosts::gazebo_classic
