// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/description/world.hpp"

/// Equations of motion of a robot from its description: M(q) dv/dt + C(q, v) v + g(q) = tau.
///
/// A Mechanism is the robot as a tree of rigid bodies; it never changes and may be shared by threads. A
/// Dynamics (dynamics.hpp) computes with it. SI units; X_AB, p_AB and R_AB as in description/pose.hpp.
namespace lockstep::dynamics {

using description::Matrix3;
using description::Pose;
using description::Quaternion;
using description::Vector3;

/// How a body moves relative to the one that carries it.
enum class Motion : std::uint8_t {
  kTurn,   ///< 1 coordinate: about the joint's z [rad]
  kSlide,  ///< 1: along z [m]
  kScrew,  ///< 1: about z [rad], and along z by the pitch
  kBall,   ///< 3: any rotation. Position: unit quaternion w, x, y, z. Velocity: in the axes of the moved body
  kFree,   ///< 6. Position: x, y, z, then the quaternion. Velocity: linear, then angular, in the fixed axes
};

/// Numbers a motion takes in q and in v: 1 and 1; 4 and 3 for a ball; 7 and 6 for a free body.
std::size_t position_count(Motion motion) noexcept;
std::size_t velocity_count(Motion motion) noexcept;

/// A rigid body: a link with all links that fixed joints hold to it. Its frame B is that of the joint that
/// carries it, z along the axis; the frame of the link when it is free.
struct Body {
  static constexpr std::size_t kWorld = static_cast<std::size_t>(-1);

  std::size_t parent{kWorld};  ///< index in Mechanism::bodies(), always smaller than that of the body itself
  Motion motion{Motion::kTurn};
  Matrix3 R_PB{Matrix3::Identity()};  ///< at position 0, in the frame of the parent
  Vector3 p_PB{Vector3::Zero()};      ///< likewise [m]
  double pitch_m_per_rad{0.0};        ///< kScrew

  std::size_t position{0};  ///< first index in q
  std::size_t velocity{0};  ///< first index in v
  /// A joint that follows another has the indices of that one and moves by factor * q + offset.
  double factor{1.0}, offset{0.0};

  double mass_kg{0.0};
  Vector3 centre_m{Vector3::Zero()};             ///< of mass, in B
  Matrix3 inertia_kg_m2{Matrix3::Zero()};        ///< about the centre of mass, axes of B
  double weightless_kg{0.0};                     ///< part of the mass that gravity does not act on
  Vector3 weightless_centre_m{Vector3::Zero()};  ///< its centre of mass, in B

  double joint_inertia{0.0};  ///< of motor and gear, felt at the joint [kg m^2 or kg]
  double damping{0.0};        ///< [N m s/rad or N s/m]
  double friction{0.0};       ///< dry friction [N m or N]
  double spring_stiffness{0.0}, spring_reference{0.0};
};

/// One independent coordinate, or those of a ball or a free body together.
struct Coordinate {
  std::string joint;  ///< its name below the model, "nested::joint"; the link's name for a free base
  unsigned axis{0};   ///< of a joint with two axes
  Motion motion{Motion::kTurn};
  std::size_t position{0};        ///< first index in q
  std::size_t velocity{0};        ///< first index in v
  double lower{0.0}, upper{0.0};  ///< limits of position; infinite: none
  double effort{0.0};             ///< largest absolute effort; infinite: none
  double speed{0.0};              ///< largest absolute velocity; infinite: none
};

/// A link or a named frame (also what is left of a link that was merged into another), as part of a body.
struct LinkFrame {
  std::string name;                ///< below the model, "nested::link"
  std::size_t body{Body::kWorld};  ///< kWorld: it is fixed to the world
  Pose X_BL;                       ///< in the body's frame; X_WL for a link fixed to the world
};

/// What a link that nothing holds is attached to.
enum class Base : std::uint8_t {
  kAsDescribed,  ///< free to move
  kFixed,        ///< fixed to the world where the description puts it
};

struct MechanismOptions {
  Base base{Base::kAsDescribed};
  /// Inertia of motor and gear felt at a joint [kg m^2 or kg], by the joint's name below the model. URDF and
  /// SDF have no element for it.
  std::vector<std::pair<std::string, double>> joint_inertia;
};

/// A robot as a tree of bodies. Coordinates: those of free bases first, then of the joints in file order;
/// joints that follow another (`<mimic>`) have none of their own.
class Mechanism {
 public:
  /// From one model of a world, with the world's gravity. `model`: its name; may be empty when the world has
  /// a single model that is not static. Joints to static models are joints to the world.
  ///
  /// Throws Error{kBadInput} for a model that does not exist (naming those that do) or an impossible mass,
  /// Error{kUnsupported} naming each joint that closes a loop, leads to another model, or is a gearbox,
  /// planar or of several axes and reversed; Error{kBadUsage} for an unknown name in the options.
  explicit Mechanism(const description::World& world, std::string_view model = {},
                     const MechanismOptions& options = {});

  std::size_t position_size() const noexcept { return position_size_; }  ///< length of q
  std::size_t velocity_size() const noexcept { return velocity_size_; }  ///< length of v and tau
  const std::vector<Body>& bodies() const noexcept { return bodies_; }
  const std::vector<Coordinate>& coordinates() const noexcept { return coordinates_; }
  const std::vector<LinkFrame>& links() const noexcept { return links_; }
  const Vector3& gravity_m_s2() const noexcept { return gravity_; }
  double mass_kg() const noexcept;  ///< of everything that moves
  bool has_followers() const noexcept { return has_followers_; }

  /// By the name below the model. Throws Error{kBadUsage} with the names there are. For setup.
  const Coordinate& coordinate(std::string_view joint, unsigned axis = 0) const;
  std::size_t link(std::string_view name) const;

  /// q at which every joint is at 0 and every free base where the description has it.
  Eigen::VectorXd start() const;
  /// q after moving with the constant velocity v for a time [s]; keeps quaternions at length 1. `next` may be
  /// q.
  void advance(const Eigen::Ref<const Eigen::VectorXd>& q, const Eigen::Ref<const Eigen::VectorXd>& v,
               double time_s, Eigen::Ref<Eigen::VectorXd> next) const;

 private:
  friend class MechanismBuilder;

  std::vector<Body> bodies_;
  std::vector<Coordinate> coordinates_;
  std::vector<LinkFrame> links_;
  std::vector<Pose> base_start_;  // of each free body, in the order of coordinates_
  Vector3 gravity_{Vector3::Zero()};
  std::size_t position_size_{0}, velocity_size_{0};
  bool has_followers_{false};
};

}  // namespace lockstep::dynamics
