// SPDX-License-Identifier: Apache-2.0
#include "gazebo_host.hpp"

#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/Wind.hh>
#include <gazebo/physics/World.hh>

#include <cmath>

namespace lockstep::hosts::gazebo_classic {
namespace {

Eigen::Vector3d vector(const ignition::math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}

}  // namespace

GazeboHost::GazeboHost(gazebo::physics::Model& model)
    : model_{model_layout(model)},
      step_{core::Rational::from_seconds(model.GetWorld()->Physics()->GetMaxStepSize())},
      world_{model.GetWorld().get()},
      kind_{physics_kind(world_->Physics()->GetType())} {
  state_.resize(model_.layout);
  state_.gravity_W = vector(world_->Gravity());
  refresh();
}

void GazeboHost::prepare(const Needs& needs) {
  const bool adds = kind_ == PhysicsKind::kOde || kind_ == PhysicsKind::kBullet;
  for (const AxisIndex axis : needs.positions)
    positions_.push_back({model_.axes[axis].joint, model_.axes[axis].index, axis});
  for (const AxisIndex axis : needs.velocities)
    velocities_.push_back({model_.axes[axis].joint, model_.axes[axis].index, axis});
  for (const AxisIndex axis : needs.actuated) {
    const ModelLayout::Axis& used = model_.axes[axis];
    efforts_.push_back({JointEffort{*used.joint, used.index, adds}, axis});
    // A device that took the limits away means also those that Gazebo clips each command to.
    if (std::isinf(state_.effort_limit[axis])) used.joint->SetEffortLimit(used.index, -1.0);
    if (std::isinf(state_.velocity_limit[axis])) used.joint->SetVelocityLimit(used.index, -1.0);
  }
  links_ = needs.links;
  for (const LinkIndex link : needs.pushed)
    pushes_.push_back({LinkForce{*model_.links[link], kind_, model_.layout.links[link].p_BoBcm_B}, link});
}

void GazeboHost::refresh() {
  for (const Reading& reading : positions_)
    state_.position[reading.index] = reading.joint->Position(reading.axis);
  for (const Reading& reading : velocities_)
    state_.velocity[reading.index] = reading.joint->GetVelocity(reading.axis);
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
  if (!links_.empty()) {
    state_.wind_W = vector(world_->Wind().WorldLinearVel(model_.links[links_.front()]));
    state_.gravity_W = vector(world_->Gravity());
  }
}

void GazeboHost::read_commands(std::int64_t now_ns) {
  for (Effort& effort : efforts_)
    state_.command[effort.index] = effort.port.command(now_ns);
}

void GazeboHost::write() {
  for (Effort& effort : efforts_)
    effort.port.replace(state_.applied[effort.index]);
  for (Push& push : pushes_)
    push.port.add(state_.force_W[push.index], state_.torque_W[push.index],
                  state_.q_WB[push.index] * push.port.p_BoBcm_B());
}

void GazeboHost::write_nothing() {
  for (Effort& effort : efforts_)
    effort.port.replace(0.0);
}

void GazeboHost::note_restart(bool model_too) {
  // Only the joints of ode forget the time of their last command when they are put back.
  for (Effort& effort : efforts_)
    effort.port.restart(model_too && kind_ == PhysicsKind::kOde);
}

}  // namespace lockstep::hosts::gazebo_classic
