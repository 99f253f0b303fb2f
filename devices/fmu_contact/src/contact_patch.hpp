// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "lockstep/hosts/api/state.hpp"

namespace lockstep::devices::fmu_contact {

/// All contacts of one link as one: where, which way and how strong. In the world's axes.
class ContactPatch {
 public:
  void clear() noexcept { *this = ContactPatch{}; }
  /// Adds a contact of the link; one without a pressing force does not count.
  void add(const hosts::Contact& contact, hosts::LinkIndex link) noexcept;
  /// Turns the sums into means. False when nothing presses on the link: then point and frame are not valid.
  bool finish(const Eigen::Vector3d& axis_W) noexcept;

  double normal_force_n() const noexcept { return force_; }
  const Eigen::Vector3d& p_WC() const noexcept { return point_; }
  /// Axes of C (fmu_contact.hpp) in the world.
  const Eigen::Vector3d& x_W() const noexcept { return x_; }
  const Eigen::Vector3d& y_W() const noexcept { return y_; }
  const Eigen::Vector3d& z_W() const noexcept { return z_; }

 private:
  double force_{0.0};
  Eigen::Vector3d point_{Eigen::Vector3d::Zero()};
  Eigen::Vector3d x_{Eigen::Vector3d::UnitX()}, y_{Eigen::Vector3d::UnitY()}, z_{Eigen::Vector3d::Zero()};
};

}  // namespace lockstep::devices::fmu_contact
