// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/physics/Link.hh>

#include <Eigen/Geometry>

namespace lockstep::hosts::gazebo_classic {

enum class PhysicsKind : std::uint8_t { kOde, kBullet, kSimbody, kDart };

/// The kind of a PhysicsEngine::GetType(). Throws Error{kUnsupported} for an engine we do not know.
PhysicsKind physics_kind(const std::string& type);

/// Adds a force and a moment to one link over a step, the same on every engine: the force through the link's
/// origin, the moment about it, both in the world's axes.
///
/// Gazebo's own calls differ: AddForce acts through the centre of mass on ode and bullet and through the
/// link's origin on simbody and dart; simbody does nothing in AddTorque; bullet does nothing in AddForce and
/// AddTorque before Gazebo 11.12, where SetForce and SetTorque add instead.
class LinkForce {
 public:
  /// `p_BoBcm_B`: the centre of mass in the link's frame. The link must outlive the object.
  LinkForce(gazebo::physics::Link& link, PhysicsKind kind, const Eigen::Vector3d& p_BoBcm_B);

  /// `p_BoBcm_W`: the centre of mass from the origin, now, in the world's axes. Does not throw or allocate.
  void add(const Eigen::Vector3d& force_W, const Eigen::Vector3d& torque_W, const Eigen::Vector3d& p_BoBcm_W);

  const Eigen::Vector3d& p_BoBcm_B() const { return p_BoBcm_B_; }

 private:
  void add_in_bullet(const ignition::math::Vector3d& force, const ignition::math::Vector3d& torque);
  void add_in_simbody(const Eigen::Vector3d& force_W, const Eigen::Vector3d& torque_W);

  gazebo::physics::Link* link_;
  PhysicsKind kind_;
  Eigen::Vector3d p_BoBcm_B_;
};

}  // namespace lockstep::hosts::gazebo_classic
