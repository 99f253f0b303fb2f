// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/dynamics/mechanism.hpp"

namespace lockstep::dynamics {

/// Computes with a Mechanism: first set_state, then ask whatever is wanted of that state.
///
/// All memory is taken when it is made; nothing below allocates, locks or throws. Vectors and matrices have
/// the lengths that Mechanism tells (an assertion in debug builds). One object serves one thread; make one
/// for each. Numbers that are not finite come out as numbers that are not finite.
///
/// Positions and vectors are in world axes. A twist or a wrench has its linear part (m/s, N) in rows 0 to 2
/// and its angular part (rad/s, N m) in rows 3 to 5.
class Dynamics {
 public:
  using Vector = Eigen::VectorXd;
  using VectorIn = Eigen::Ref<const Eigen::VectorXd>;
  using VectorOut = Eigen::Ref<Eigen::VectorXd>;
  using MatrixOut = Eigen::Ref<Eigen::MatrixXd>;
  using Twist = Eigen::Matrix<double, 6, 1>;

  explicit Dynamics(std::shared_ptr<const Mechanism> mechanism);
  ~Dynamics();
  Dynamics(Dynamics&&) noexcept;
  Dynamics& operator=(Dynamics&&) noexcept;

  const Mechanism& mechanism() const noexcept;

  /// Places all bodies; they rest.
  void set_position(const VectorIn& q) noexcept;
  /// Places all bodies and sets their velocities.
  void set_state(const VectorIn& q, const VectorIn& v) noexcept;

  // ---- kinematics ----
  Pose link_pose(std::size_t link) const noexcept;       ///< X_WL
  Twist link_velocity(std::size_t link) const noexcept;  ///< of the link's origin
  /// Twist of a point p_LQ [m] that is fixed to a link, as a linear function of v; 6 x velocity_size.
  void jacobian(std::size_t link, const Vector3& p_LQ, MatrixOut J) noexcept;
  /// dJ/dt: the twist's rate is J dv/dt + dJ/dt v.
  void jacobian_rate(std::size_t link, const Vector3& p_LQ, MatrixOut dJ) noexcept;
  Vector3 centre_of_mass() const noexcept;             ///< of everything that moves [m]
  Vector3 centre_of_mass_velocity() const noexcept;    ///< [m/s]
  void centre_of_mass_jacobian(MatrixOut J) noexcept;  ///< 3 x velocity_size

  // ---- forces; without dampers, dry friction and springs of the joints ----
  /// tau = M a + C v + g.
  void inverse_dynamics(const VectorIn& a, VectorOut tau) noexcept;
  void bias(VectorOut tau) noexcept;       ///< C v + g
  void coriolis(VectorOut tau) noexcept;   ///< C v
  void gravity(VectorOut tau) noexcept;    ///< g: the effort that holds the robot still
  void mass_matrix(MatrixOut M) noexcept;  ///< symmetric, both halves
  /// C with dM/dt - 2 C antisymmetric: Christoffel's symbols.
  void coriolis_matrix(MatrixOut C) noexcept;
  /// dv/dt = M^-1 (tau - C v - g).
  void forward_dynamics(const VectorIn& tau, VectorOut a) noexcept;
  /// Effort of the joints' own dampers, springs and dry friction. Friction opposes the motion with its full
  /// size; at rest it is 0, because what it holds there depends on all other forces.
  void passive_effort(VectorOut tau) const noexcept;

  double kinetic_energy() const noexcept;    ///< [J]
  double potential_energy() const noexcept;  ///< of gravity, 0 at the world's origin [J]

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

}  // namespace lockstep::dynamics
