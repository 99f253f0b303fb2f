// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/description/link.hpp"

namespace lockstep::dynamics {

/// Mass properties of links that move as one body, summed up about the origin of the body's frame B.
class BodyInertia {
 public:
  void add(const description::Inertial& link, const description::Pose& X_BL);

  double mass() const noexcept { return mass_; }
  description::Vector3 centre() const;        ///< of mass, in B; 0 without mass
  description::Matrix3 about_centre() const;  ///< inertia about the centre of mass, axes of B

 private:
  double mass_{0.0};
  description::Vector3 moment_{description::Vector3::Zero()};  // mass * centre
  description::Matrix3 about_origin_{description::Matrix3::Zero()};
};

/// m (|r|^2 E - r r'): what a mass at r adds to the inertia about the origin.
description::Matrix3 point_inertia(double mass_kg, const description::Vector3& r_m);

}  // namespace lockstep::dynamics
