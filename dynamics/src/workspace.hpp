// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "lockstep/dynamics/dynamics.hpp"

namespace lockstep::dynamics {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// Where a body is and how it moves, in world axes; `p`, `v` and `a` are of the origin of its frame.
struct BodyState {
  Matrix3 R;  ///< R_WB
  Vector3 p;  ///< p_WB
  Vector3 w, v;
  Vector3 dw, a;  ///< inverse dynamics only
  Vector3 f, n;   ///< inverse dynamics only: what the joint passes on to the body
};

/// The motion that one coordinate gives a body, as a twist (angular part first, as Featherstone has it) in
/// world axes with the linear part taken at the reference point; and its time derivative.
struct Column {
  std::size_t body;
  Eigen::Index coordinate;  ///< in v
  double factor;            ///< of a follower
  Vector3 turn{Vector3::Zero()}, shift{Vector3::Zero()};
  Vector3 turn_rate{Vector3::Zero()}, shift_rate{Vector3::Zero()};
};

/// Mass, mass * centre and inertia about the reference point, in world axes; of a body with all it carries.
struct Composite {
  double mass;
  Vector3 moment;
  Matrix3 inertia;
};

/// Everything in world axes. Spatial quantities (columns, composites, articulated inertias) are taken at one
/// reference point, the origin of the first body: sums over bodies need no change of frame, and a robot a
/// kilometre from the world's origin loses no digits.
struct Dynamics::Workspace {
  explicit Workspace(std::shared_ptr<const Mechanism> given);

  void place(const VectorIn& q) noexcept;
  void move(const VectorIn& v) noexcept;
  void find_columns() noexcept;
  void find_column_rates() noexcept;
  void find_composites() noexcept;
  /// Composite spatial inertias and their Coriolis factors.
  void find_coriolis_factors() noexcept;
  void accelerate(const double* a, const Vector3& base) noexcept;
  void pass_forces_on() noexcept;
  void collect_efforts(const double* a, VectorOut tau) const noexcept;
  void articulated(const VectorIn& tau, VectorOut a) noexcept;

  const Body& body(std::size_t i) const noexcept { return mechanism->bodies()[i]; }
  std::size_t body_count() const noexcept { return states.size(); }

  std::shared_ptr<const Mechanism> mechanism;
  Eigen::VectorXd q, v, scratch;
  std::vector<BodyState> states;
  std::vector<Column> columns;
  std::vector<std::size_t> first_column;  // of each body, and one more at the end
  std::vector<Composite> composites;
  Vector3 reference;
  // Coriolis matrix and articulated bodies:
  std::vector<Matrix6> inertia, factor;
  struct Articulated {
    Vector6 bias, c, acceleration;
    Eigen::Matrix<double, 6, 6> U;
    Matrix6 D_inverse;
    Vector6 u;
  };
  std::vector<Articulated> articulations;
  Eigen::MatrixXd dense;  // of mechanisms with followers
  Eigen::LLT<Eigen::MatrixXd> factorised;
  bool columns_valid{false}, rates_valid{false}, composites_valid{false};
};

}  // namespace lockstep::dynamics
