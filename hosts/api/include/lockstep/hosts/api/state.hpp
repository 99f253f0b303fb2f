// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "lockstep/description/pose.hpp"
#include "lockstep/hosts/api/layout.hpp"

namespace lockstep::hosts {

/// A force and a moment, about a point and in a frame that whoever holds it states.
struct Wrench {
  Eigen::Vector3d force_n{Eigen::Vector3d::Zero()};
  Eigen::Vector3d torque_nm{Eigen::Vector3d::Zero()};
};

/// Two links in touch at one point, over the last step.
struct Contact {
  LinkIndex link_a{kWorld}, link_b{kWorld};
  Eigen::Vector3d p_WC{Eigen::Vector3d::Zero()};         ///< the point, in the world
  Eigen::Vector3d normal_W{Eigen::Vector3d::UnitZ()};    ///< from a to b
  double depth_m{0.0};                                   ///< > 0: they overlap
  Eigen::Vector3d force_b_W_n{Eigen::Vector3d::Zero()};  ///< what a does to b
};

/// How the `command` of an axis is meant.
enum class CommandMode : std::uint8_t { kEffort, kPosition, kVelocity };

/// Everything that changes in a world, as arrays: one element an axis, a joint or a link, in the order of the
/// WorldLayout. This is the whole hot path between engine, runtime and devices: a step is array reads and
/// writes, never a call for each joint.
///
/// Frames: W is the world, B a link's own frame. Velocities are of the link's origin Bo, measured and written
/// in W. SI units throughout.
///
/// Who writes what, and when:
/// - position, velocity, link pose and velocities, contacts, reactions: the host, in reset, step and restore;
/// - acceleration, link accelerations: the runtime after each step, (v_k - v_{k-1}) / (t_k - t_{k-1}), 0 at
///   first; a host with kMeasuredAcceleration writes them itself, with the velocities;
/// - command: the runtime sets 0 at the start of a step, devices add in `control`, then it is clipped; an
///   axis moved by position keeps its last one in a step where nothing is added;
/// - applied: the runtime copies command; an actuator that owns the axis overwrites it in `actuate`;
/// - force_W, torque_W: the runtime sets 0 at the start of a step, devices add in `control` and `actuate`;
/// - limits, mode, gravity_W, wind_W: set-up; wind_W also a device between steps; never during `physics`.
///
/// Vectors are sized once by resize() and never again: devices keep pointers to elements.
struct WorldState {
  // One element an axis.
  std::vector<double> position, velocity, acceleration;
  std::vector<double> command, applied;
  std::vector<double> effort_limit, velocity_limit;
  std::vector<CommandMode> mode;

  /// One element a joint: what the parent did to the child through the joint over the last step, about the
  /// joint's origin, in the joint's frame on the child. Only those in Needs::reactions; zero before the first
  /// step.
  std::vector<Wrench> reaction;

  // One element a link.
  std::vector<Eigen::Vector3d> p_WB;
  std::vector<description::Quaternion> q_WB;
  std::vector<Eigen::Vector3d> v_WB, w_WB;  ///< linear and angular velocity
  std::vector<Eigen::Vector3d> a_WB, alpha_WB;
  std::vector<Eigen::Vector3d> force_W, torque_W;  ///< to be applied in this step; torque about Bo

  std::vector<Contact> contacts;  ///< the first contact_count are valid
  std::size_t contact_count{0};

  Eigen::Vector3d gravity_W{0.0, 0.0, -9.8};
  Eigen::Vector3d wind_W{0.0, 0.0, 0.0};  ///< velocity of the air, the same everywhere

  /// Sizes every array for `layout` and sets limits from it; all else to rest at the origin. Setup only.
  LOCKSTEP_HOSTS_API_EXPORT void resize(const WorldLayout& layout);
  /// Takes over every value of `other`, element by element: no array moves, pointers into them stay valid.
  /// Throws Error{kBadUsage} when an array has another size, and has changed nothing then. For
  /// Host::restore.
  LOCKSTEP_HOSTS_API_EXPORT void copy_from(const WorldState& other);
};

}  // namespace lockstep::hosts
