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

/// A part of a collision shape, placed in the shape's frame.
struct Part {
  std::unique_ptr<ContactGeometry> geometry;
  description::Pose pose;
};

Part part(std::unique_ptr<ContactGeometry> geometry, const description::Pose& pose = {}) {
  return {std::move(geometry), pose};
}

/// Three prisms, whose corners are twelve points of each rim: what a cylinder touches a plane with.
std::vector<Part> parts_of(const description::Cylinder& cylinder) {
  const double half = cylinder.radius_m / std::sqrt(2.0);
  std::vector<Part> parts;
  for (int i = 0; i < 3; ++i)
    parts.push_back(
        part(std::make_unique<ContactGeometry::Brick>(SimTK::Vec3{half, half, 0.5 * cylinder.length_m}),
             {{0.0, 0.0, 0.0}, description::from_roll_pitch_yaw(0.0, 0.0, i * SimTK::Pi / 6.0)}));
  return parts;
}

/// Nothing for shapes that Simbody has no contacts of.
std::vector<Part> parts_of(const Geometry& geometry) {
  std::vector<Part> parts;
  if (const auto* box = std::get_if<description::Box>(&geometry)) {
    parts.push_back(
        part(std::make_unique<ContactGeometry::Brick>(to_simtk(Eigen::Vector3d{0.5 * box->size_m}))));
  } else if (const auto* sphere = std::get_if<description::Sphere>(&geometry)) {
    parts.push_back(part(std::make_unique<ContactGeometry::Sphere>(sphere->radius_m)));
  } else if (const auto* ellipsoid = std::get_if<description::Ellipsoid>(&geometry)) {
    parts.push_back(part(std::make_unique<ContactGeometry::Ellipsoid>(to_simtk(ellipsoid->radii_m))));
  } else if (const auto* cylinder = std::get_if<description::Cylinder>(&geometry)) {
    return parts_of(*cylinder);
  } else if (const auto* capsule = std::get_if<description::Capsule>(&geometry)) {
    for (const double end : {-0.5, 0.5}) {
      description::Pose pose;
      pose.position.z() = end * capsule->length_m;
      parts.push_back(part(std::make_unique<ContactGeometry::Sphere>(capsule->radius_m), pose));
    }
  } else if (const auto* plane = std::get_if<description::Plane>(&geometry)) {
    description::Pose pose;  // Simbody's half space has its outside at -x
    pose.orientation =
        description::Quaternion::FromTwoVectors(-Eigen::Vector3d::UnitX(), Eigen::Vector3d{plane->normal});
    parts.push_back(part(std::make_unique<ContactGeometry::HalfSpace>(), pose));
  }
  return parts;
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
  const std::vector<Part> parts = parts_of(collision.geometry);
  if (parts.empty()) return false;
  const double mu = std::min(collision.surface.mu, kLargestFriction);
  for (const Part& one : parts) {
    SimTK::ContactSurface surface{*one.geometry, SimTK::ContactMaterial{kStiffness, kDissipation, mu, mu}};
    if (!self_collide) surface.joinClique(clique);
    body.addContactSurface(X_BL * to_simtk(collision.pose * one.pose), surface);
  }
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
