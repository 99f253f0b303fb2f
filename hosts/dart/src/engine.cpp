// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <cmath>
#include <dart/collision/collision.hpp>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/dart/dart_host.hpp"

namespace lockstep::hosts::dart {
namespace {

using description::JointType;

constexpr JointType kSupported[] = {JointType::kFixed,     JointType::kRevolute,  JointType::kContinuous,
                                    JointType::kPrismatic, JointType::kUniversal, JointType::kBall,
                                    JointType::kScrew,     JointType::kRevolute2, JointType::kGearbox};

/// Debian builds DART with assertions: transforms that overflow would end the process.
constexpr double kLargest = 1e15;

class DartSnapshot final : public Snapshot {
 public:
  const DartEngine* owner{nullptr};
  std::vector<Eigen::VectorXd> positions, velocities;
  WorldState state;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const SharedWorld& world, const EngineOptions& options) {
  return std::make_unique<DartEngine>(make_plan(world, options, "dart", kSupported), options.log);
}

DartEngine::DartEngine(std::unique_ptr<const EnginePlan> plan, const core::LogSink& log)
    : PlannedEngine{std::move(plan)} {
  built_ = build_skeletons(*plan_);
  tell(log, std::move(built_.findings));
  axes_.resize(plan_->layout.axis_count);
  for (const description::TreeJoint& tree : plan_->tree.joints) {
    const JointInfo& info = plan_->layout.joints[tree.joint];
    for (std::uint32_t a = 0; a < info.axis_count; ++a) {
      const bool backwards = tree.reversed && info.kind == JointKind::kUniversal;
      axes_[info.first_axis + a] = {built_.joint[tree.joint], backwards ? info.axis_count - 1 - a : a};
    }
  }
  for (std::size_t link = 0; link < built_.body.size(); ++link)
    link_of_[built_.body[link]] = static_cast<LinkIndex>(link);
  for (std::size_t i = 0; i < axes_.size(); ++i)
    axes_[i].joint->setPosition(axes_[i].index, plan_->start[i]);
  for (std::size_t i = 0; i < built_.world->getNumSkeletons(); ++i)
    start_.push_back(built_.world->getSkeleton(i)->getPositions());
  reset();
}

void DartEngine::set_drives() {
  for (const DrivenAxis& drive : driven_)
    axes_[drive.axis].joint->setActuatorType(dd::Joint::FORCE);
  driven_ = driven_axes();
  for (const DrivenAxis& drive : driven_) {
    const Axis& axis = axes_[drive.axis];
    axis.joint->setActuatorType(dd::Joint::SERVO);
    axis.joint->setForceLowerLimit(axis.index, -state_.effort_limit[drive.axis]);
    axis.joint->setForceUpperLimit(axis.index, state_.effort_limit[drive.axis]);
  }
}

void DartEngine::prepare(const Needs& needs) {
  take_needs(needs);
  set_drives();
  reactions_.clear();
  for (const ReactionPlace& place : reaction_places()) {
    const bool on_world = place.child == description::FlatJoint::kWorld;
    reactions_.push_back({place, built_.body[place.outer], on_world ? nullptr : built_.body[place.child],
                          isometry(place.X_OJ)});
  }
  reset();
}

void DartEngine::reset() {
  built_.world->reset();
  reset_arrays();
  for (std::size_t i = 0; i < start_.size(); ++i) {
    const dd::SkeletonPtr skeleton = built_.world->getSkeleton(i);
    skeleton->setPositions(start_[i]);
    skeleton->resetVelocities();
    skeleton->resetAccelerations();
    skeleton->clearInternalForces();
    skeleton->clearExternalForces();
  }
  for (std::size_t i = 0; i < axes_.size(); ++i)
    axes_[i].joint->setVelocity(axes_[i].index, plan_->start_velocity[i]);
  for (const std::size_t link : plan_->tree.free_links) {
    const StartVelocity start = start_velocity_of(*plan_, link);
    auto& joint = dynamic_cast<dd::FreeJoint&>(*built_.body[link]->getParentJoint());
    joint.setLinearVelocity(start.v_WB);
    joint.setAngularVelocity(start.w_WB);
  }
  fault_.clear();
  read();
}

void DartEngine::put_axes(Span<const AxisMotion> axes) {
  for (const AxisMotion& moved : axes) {
    const Axis& axis = axes_.at(moved.axis);
    axis.joint->setPosition(axis.index, moved.position);
    axis.joint->setVelocity(axis.index, moved.velocity);
  }
  read();
}

void DartEngine::set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                                const Eigen::Vector3d& w_WB) {
  auto* joint = dynamic_cast<dd::FreeJoint*>(built_.body.at(link)->getParentJoint());
  if (joint == nullptr) refuse_to_put(link);
  joint->setTransform(isometry(X_WB));
  joint->setLinearVelocity(v_WB);
  joint->setAngularVelocity(w_WB);
  read();
}

std::unique_ptr<Snapshot> DartEngine::save() const {
  auto snapshot = std::make_unique<DartSnapshot>();
  snapshot->owner = this;
  for (std::size_t i = 0; i < built_.world->getNumSkeletons(); ++i) {
    snapshot->positions.push_back(built_.world->getSkeleton(i)->getPositions());
    snapshot->velocities.push_back(built_.world->getSkeleton(i)->getVelocities());
  }
  snapshot->state = state_;
  return snapshot;
}

void DartEngine::restore(const Snapshot& snapshot) {
  const auto* own = dynamic_cast<const DartSnapshot*>(&snapshot);
  if (own == nullptr || own->owner != this) refuse_snapshot();
  state_.copy_from(own->state);
  for (std::size_t i = 0; i < built_.world->getNumSkeletons(); ++i) {
    built_.world->getSkeleton(i)->setPositions(own->positions[i]);
    built_.world->getSkeleton(i)->setVelocities(own->velocities[i]);
  }
  fault_.clear();
}

void DartEngine::read() noexcept {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    state_.position[i] = axes_[i].joint->getPosition(axes_[i].index);
    state_.velocity[i] = axes_[i].joint->getVelocity(axes_[i].index);
  }
  for (const LinkIndex link : needs_.links) {
    const dd::BodyNode& body = *built_.body[link];
    const Eigen::Isometry3d& X_WB = body.getWorldTransform();
    state_.p_WB[link] = X_WB.translation();
    state_.q_WB[link] = description::Quaternion{X_WB.linear()};
    state_.v_WB[link] = body.getLinearVelocity();
    state_.w_WB[link] = body.getAngularVelocity();
  }
}

void DartEngine::read_reactions() noexcept {
  for (const Reaction& reaction : reactions_) {
    // What the inner link does to the outer one, about the outer link's origin, in its frame: moment, force.
    const Eigen::Vector6d& transmitted = reaction.outer->getBodyForce();
    const Eigen::Vector3d force_O = transmitted.tail<3>();
    const Eigen::Vector3d torque_O = transmitted.head<3>() - reaction.X_OJ.translation().cross(force_O);
    Wrench& wrench = state_.reaction[reaction.place.joint];
    if (!reaction.place.reversed) {
      wrench.force_n = reaction.X_OJ.linear().transpose() * force_O;
      wrench.torque_nm = reaction.X_OJ.linear().transpose() * torque_O;
      continue;
    }
    const Eigen::Matrix3d R_WO = reaction.outer->getWorldTransform().linear();
    Eigen::Matrix3d R_WC = Eigen::Matrix3d::Identity();
    if (reaction.child != nullptr) R_WC = reaction.child->getWorldTransform().linear();
    const Eigen::Matrix3d turn = (R_WC * reaction.place.q_CJ.toRotationMatrix()).transpose() * R_WO;
    wrench.force_n = -(turn * force_O);
    wrench.torque_nm = -(turn * torque_O);
  }
}

void DartEngine::read_contacts() noexcept {
  state_.contact_count = 0;
  const auto link_of = [&](const ::dart::collision::CollisionObject* object) {
    const dd::ShapeNode* node = object->getShapeFrame()->asShapeNode();
    const auto found = link_of_.find(node->getBodyNodePtr().get());
    return found == link_of_.end() ? kWorld : found->second;
  };
  for (const ::dart::collision::Contact& contact : built_.world->getLastCollisionResult().getContacts()) {
    if (state_.contact_count == state_.contacts.size()) return;
    const LinkIndex a = link_of(contact.collisionObject2);
    const LinkIndex b = link_of(contact.collisionObject1);
    if (!is_watched(a, b)) continue;
    Contact& seen = state_.contacts[state_.contact_count++];
    seen = {a, b, contact.point, contact.normal, contact.penetrationDepth, contact.force};
  }
}

void DartEngine::advance() {
  for (std::size_t i = 0; i < axes_.size(); ++i)
    axes_[i].joint->setForce(axes_[i].index, state_.applied[i]);
  for (const DrivenAxis& drive : driven_)
    axes_[drive.axis].joint->setCommand(axes_[drive.axis].index, drive_velocity(drive.axis));
  for (const LinkIndex link : needs_.pushed) {
    built_.body[link]->addExtForce(state_.force_W[link], Eigen::Vector3d::Zero(), false, true);
    built_.body[link]->addExtTorque(state_.torque_W[link], false);
  }
  built_.world->step(true);  // also clears the forces
}

bool DartEngine::within_reason() const noexcept {
  bool fine = true;
  for (const double effort : state_.applied)
    fine = fine && std::fabs(effort) < kLargest;
  for (const LinkIndex link : needs_.pushed)
    fine = fine && state_.force_W[link].norm() < kLargest && state_.torque_W[link].norm() < kLargest;
  return fine;
}

core::Status DartEngine::step() noexcept {
  if (!within_reason()) {
    fault_ =
        "an effort or force is beyond 1e15 N or N.m, which DART does not survive; look for gains out of "
        "proportion";
    return core::Status::kError;
  }
  // The one shell around foreign code that may throw.
  try {
    advance();
  } catch (const std::exception&) {
    fault_ =
        "DART could not compute the step; use a smaller step, or look for efforts, gains or inertias that "
        "are out of "
        "proportion";
    return core::Status::kError;
  }
  double sum = 0.0;
  for (const Axis& axis : axes_) {
    const double velocity = axis.joint->getVelocity(axis.index);
    sum += velocity - velocity;
  }
  for (const LinkIndex link : needs_.links)
    sum += (built_.body[link]->getLinearVelocity() - built_.body[link]->getLinearVelocity()).sum();
  if (sum != 0.0 || std::isnan(sum)) {
    fault_ =
        "the simulation diverged (velocities are not finite); use a smaller step, or look for efforts, gains "
        "or "
        "inertias that are out of proportion";
    return core::Status::kError;
  }
  read();
  if (!reactions_.empty()) read_reactions();
  if (!state_.contacts.empty()) read_contacts();
  return core::Status::kOk;
}

}  // namespace lockstep::hosts::dart
