// SPDX-License-Identifier: Apache-2.0
#include "link_force.hpp"

#include <gazebo/gazebo_config.h>
#include <gazebo/physics/simbody/SimbodyLink.hh>
#include <gazebo/physics/simbody/SimbodyPhysics.hh>

#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

/// A plugin is built for one version of Gazebo; its libraries change their interface with it.
constexpr bool kBulletAdds = GAZEBO_MAJOR_VERSION > 11 || GAZEBO_MINOR_VERSION >= 12;

ignition::math::Vector3d vector(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

}  // namespace

PhysicsKind physics_kind(const std::string& type) {
  if (type == "ode") return PhysicsKind::kOde;
  if (type == "bullet") return PhysicsKind::kBullet;
  if (type == "simbody") return PhysicsKind::kSimbody;
  if (type == "dart") return PhysicsKind::kDart;
  throw Error{ErrorCode::kUnsupported,
              "the physics engine of the world is '" + type + "', expected ode, bullet, simbody or dart"};
}

LinkForce::LinkForce(gazebo::physics::Link& link, PhysicsKind kind, const Eigen::Vector3d& p_BoBcm_B)
    : link_{&link}, kind_{kind}, p_BoBcm_B_{p_BoBcm_B} {}

void LinkForce::add(const Eigen::Vector3d& force_W, const Eigen::Vector3d& torque_W,
                    const Eigen::Vector3d& p_BoBcm_W) {
  switch (kind_) {
    case PhysicsKind::kOde:
      link_->AddForce(vector(force_W));
      link_->AddTorque(vector(torque_W - p_BoBcm_W.cross(force_W)));
      break;
    case PhysicsKind::kBullet:
      add_in_bullet(vector(force_W), vector(torque_W - p_BoBcm_W.cross(force_W)));
      break;
    case PhysicsKind::kSimbody:
      add_in_simbody(force_W, torque_W);
      break;
    case PhysicsKind::kDart:
      link_->AddForce(vector(force_W));
      link_->AddTorque(vector(torque_W));
      break;
  }
}

void LinkForce::add_in_bullet(const ignition::math::Vector3d& force, const ignition::math::Vector3d& torque) {
  if constexpr (kBulletAdds) {
    link_->AddForce(force);
    link_->AddTorque(torque);
  } else {
    link_->SetForce(force);
    link_->SetTorque(torque);
  }
}

void LinkForce::add_in_simbody(const Eigen::Vector3d& force_W, const Eigen::Vector3d& torque_W) {
  // The engine's kind was asked for, so these are the types behind the pointers.
  auto& link = static_cast<gazebo::physics::SimbodyLink&>(*link_);
  auto& physics = static_cast<gazebo::physics::SimbodyPhysics&>(*link_->GetWorld()->Physics());
  SimTK::State& state = physics.integ->updAdvancedState();
  const SimTK::SpatialVec own{SimTK::Vec3{torque_W.x(), torque_W.y(), torque_W.z()},
                              SimTK::Vec3{force_W.x(), force_W.y(), force_W.z()}};
  physics.discreteForces.setOneBodyForce(
      state, link.masterMobod, physics.discreteForces.getOneBodyForce(state, link.masterMobod) + own);
}

}  // namespace lockstep::hosts::gazebo_classic
