// SPDX-License-Identifier: Apache-2.0
#include "contact_patch.hpp"

#include <Eigen/Geometry>

namespace lockstep::devices::fmu_contact {

void ContactPatch::add(const hosts::Contact& contact, hosts::LinkIndex link) noexcept {
  const double sign = contact.link_b == link ? 1.0 : -1.0;
  const Eigen::Vector3d normal = sign * contact.normal_W;
  const double force = sign * contact.force_b_W_n.dot(normal);
  if (!(force > 0.0)) return;
  force_ += force;
  point_ += force * contact.p_WC;
  z_ += force * normal;
}

bool ContactPatch::finish(const Eigen::Vector3d& axis_W) noexcept {
  const double length = z_.norm();
  if (!(force_ > 0.0) || !(length > 0.0)) {
    clear();
    return false;
  }
  point_ /= force_;
  z_ /= length;
  x_ = axis_W.cross(z_);
  // A wheel that lies on its side has no heading: any direction in the plane is as good.
  if (x_.norm() < 1e-6) x_ = z_.unitOrthogonal();
  x_.normalize();
  y_ = z_.cross(x_);
  return true;
}

}  // namespace lockstep::devices::fmu_contact
