// SPDX-License-Identifier: Apache-2.0
#include "contacts.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::hosts::simbody {
namespace {

using description::Geometry;
using SimTK::ContactGeometry;

/// Stiff enough that a box of 1 kg sinks in by micrometres, soft enough for the integrator; the dissipation
/// lets almost nothing bounce.
constexpr double kStiffness = 1e6;
constexpr double kDissipation = 5.0;
/// Friction of a surface whose file sets none: SDF's "infinite".
constexpr double kLargestFriction = 1e3;

/// The shape, with `pose` turned to where Simbody has its axis; nothing for shapes that Simbody has no
/// contacts of.
std::unique_ptr<ContactGeometry> shape_of(const Geometry& geometry, description::Pose& pose) {
  if (const auto* box = std::get_if<description::Box>(&geometry))
    return std::make_unique<ContactGeometry::Brick>(to_simtk(Eigen::Vector3d{0.5 * box->size_m}));
  if (const auto* sphere = std::get_if<description::Sphere>(&geometry))
    return std::make_unique<ContactGeometry::Sphere>(sphere->radius_m);
  if (const auto* ellipsoid = std::get_if<description::Ellipsoid>(&geometry))
    return std::make_unique<ContactGeometry::Ellipsoid>(to_simtk(ellipsoid->radii_m));
  if (const auto* plane = std::get_if<description::Plane>(&geometry)) {
    pose.orientation =
        pose.orientation * description::Quaternion::FromTwoVectors(-Eigen::Vector3d::UnitX(), plane->normal);
    return std::make_unique<ContactGeometry::HalfSpace>();
  }
  return nullptr;
}

LinkIndex link_of(const BuiltSystem& built, SimTK::ContactSurfaceIndex surface) {
  const SimTK::MobilizedBodyIndex body = built.tracker.getMobilizedBody(surface).getMobilizedBodyIndex();
  if (body == SimTK::GroundIndex) return kWorld;
  const auto found = std::find(built.body.begin(), built.body.end(), body);
  return static_cast<LinkIndex>(found - built.body.begin());
}

}  // namespace

bool add_surface(SimTK::Body& body, const SimTK::Transform& X_BL, const description::Collision& collision,
                 SimTK::ContactCliqueId clique, bool self_collide) {
  description::Pose pose = collision.pose;
  const std::unique_ptr<ContactGeometry> shape = shape_of(collision.geometry, pose);
  if (!shape) return false;
  const double mu = std::isfinite(collision.surface.mu) ? std::min(collision.surface.mu, kLargestFriction)
                                                        : kLargestFriction;
  SimTK::ContactSurface surface{*shape, SimTK::ContactMaterial{kStiffness, kDissipation, mu, mu}};
  if (!self_collide) surface.joinClique(clique);
  body.addContactSurface(X_BL * to_simtk(pose), surface);
  return true;
}

Contact contact_of(const BuiltSystem& built, const SimTK::State& state, int index) {
  const SimTK::ContactForce& force = built.contact.getContactForce(state, index);
  const SimTK::Contact& pair = built.tracker.getActiveContacts(state).getContactById(force.getContactId());
  Contact contact;
  contact.link_a = link_of(built, pair.getSurface1());
  contact.link_b = link_of(built, pair.getSurface2());
  contact.p_WC = to_eigen(force.getContactPoint());
  contact.force_b_W_n = to_eigen(force.getForceOnSurface2()[1]);
  SimTK::ContactPatch patch;
  if (built.contact.calcContactPatchDetailsById(state, force.getContactId(), patch) &&
      patch.getNumDetails() > 0) {
    contact.normal_W = to_eigen(SimTK::Vec3{patch.getContactDetail(0).getContactNormal()});
    contact.depth_m = patch.getContactDetail(0).getDeformation();
    return contact;
  }
  const SimTK::ContactSurfaceIndex ground = pair.getSurface1();
  const SimTK::Rotation R_WS = built.tracker.getMobilizedBody(ground).getBodyTransform(state).R() *
                               built.tracker.getContactSurfaceTransform(ground).R();
  contact.normal_W = to_eigen(-R_WS.x());
  if (SimTK::BrickHalfSpaceContact::isInstance(pair))
    contact.depth_m = SimTK::BrickHalfSpaceContact::getAs(pair).getDepth();
  return contact;
}

}  // namespace lockstep::hosts::simbody
