// SPDX-License-Identifier: Apache-2.0
#include "solid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::hosts::simbody {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kRimPoints = 12;

/// Edges are rounded a little: the sharp corner of a box that stands exactly on the corner of another one
/// would be at the side of it as much as on top.
constexpr double kRounding = 0.01;

/// Corners and middles of the edges.
std::vector<Feeler> feelers_of(const description::Box& box) {
  const double round = kRounding * box.size_m.minCoeff();
  const Vector3 inner = 0.5 * box.size_m - Vector3::Constant(round);
  std::vector<Feeler> feelers;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z)
        if (x * x + y * y + z * z >= 2) feelers.push_back({inner.cwiseProduct(Vector3(x, y, z)), round, 1.0});
  return feelers;
}

double rounding_of(const description::Cylinder& cylinder) {
  return kRounding * std::min(2.0 * cylinder.radius_m, cylinder.length_m);
}

/// A point of each rim in the direction of the unit vector (x, y).
void add_rim_points(const description::Cylinder& cylinder, double x, double y, double weight,
                    std::vector<Feeler>& feelers) {
  const double round = rounding_of(cylinder), radius = cylinder.radius_m - round;
  const double height = 0.5 * cylinder.length_m - round;
  feelers.push_back({{radius * x, radius * y, -height}, round, weight});
  feelers.push_back({{radius * x, radius * y, height}, round, weight});
}

std::vector<Feeler> feelers_of(const description::Cylinder& cylinder) {
  std::vector<Feeler> feelers;
  for (int k = 0; k < kRimPoints; ++k) {
    const double angle = 2.0 * kPi * k / kRimPoints;
    add_rim_points(cylinder, std::cos(angle), std::sin(angle), 1.0, feelers);
  }
  return feelers;
}

double distance_to(const description::Box& box, const Vector3& point, Vector3& normal) {
  const Vector3 beyond = point.cwiseAbs() - 0.5 * box.size_m;
  const Vector3 sign{point.x() < 0 ? -1.0 : 1.0, point.y() < 0 ? -1.0 : 1.0, point.z() < 0 ? -1.0 : 1.0};
  const Vector3 outside = beyond.cwiseMax(0.0);
  if (const double length = outside.norm(); length > 0.0) {
    normal = outside.cwiseProduct(sign) / length;
    return length;
  }
  Vector3::Index axis = 0;
  const double depth = beyond.maxCoeff(&axis);
  normal = sign[axis] * Vector3::Unit(axis);
  return depth;
}

double distance_to(const description::Cylinder& cylinder, const Vector3& point, Vector3& normal) {
  const double radial = point.head<2>().norm();
  const Vector3 away = radial > 0.0 ? Vector3{point.x() / radial, point.y() / radial, 0.0} : Vector3::UnitX();
  const Vector3 along = point.z() < 0.0 ? Vector3{-Vector3::UnitZ()} : Vector3::UnitZ();
  const double side = radial - cylinder.radius_m, cap = std::fabs(point.z()) - 0.5 * cylinder.length_m;
  if (side > 0.0 && cap > 0.0) {
    const double length = std::hypot(side, cap);
    normal = (side * away + cap * along) / length;
    return length;
  }
  normal = side > cap ? away : along;
  return std::max(side, cap);
}

double distance_to_ball(const Vector3& offset, double radius, Vector3& normal) {
  const double length = offset.norm();
  normal = length > 0.0 ? Vector3{offset / length} : Vector3::UnitZ();
  return length - radius;
}

/// First order near the surface.
double distance_to(const description::Ellipsoid& ellipsoid, const Vector3& point, Vector3& normal) {
  const Vector3 scaled = point.cwiseQuotient(ellipsoid.radii_m);
  const Vector3 slope = scaled.cwiseQuotient(ellipsoid.radii_m);
  const double k0 = scaled.norm(), k1 = slope.norm();
  if (!(k1 > 0.0)) {
    normal = Vector3::UnitZ();
    return -ellipsoid.radii_m.minCoeff();
  }
  normal = slope / k1;
  return k0 * (k0 - 1.0) / k1;
}

/// 0 below `low`, 1 above `high`, smooth between.
double smooth_step(double x, double low, double high) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

}  // namespace

Solid::Solid(const description::Geometry& geometry) : geometry_{geometry} {
  if (const auto* box = std::get_if<description::Box>(&geometry_)) {
    fixed_ = feelers_of(*box);
  } else if (const auto* sphere = std::get_if<description::Sphere>(&geometry_)) {
    fixed_ = {{{0.0, 0.0, 0.0}, sphere->radius_m}};
  } else if (const auto* cylinder = std::get_if<description::Cylinder>(&geometry_)) {
    fixed_ = feelers_of(*cylinder);
  } else if (const auto* capsule = std::get_if<description::Capsule>(&geometry_)) {
    for (const double at : {-0.5, 0.0, 0.5})
      fixed_.push_back({{0.0, 0.0, at * capsule->length_m}, capsule->radius_m});
  } else if (const auto* ellipsoid = std::get_if<description::Ellipsoid>(&geometry_)) {
    reach_m_ = ellipsoid->radii_m.maxCoeff();
  } else if (const auto* mesh = std::get_if<description::Mesh>(&geometry_)) {
    const geometry::TriangleMesh triangles = geometry::mesh_of(*mesh);
    const std::vector<Vector3> corners = geometry::hull_corners(triangles);
    for (const Vector3& corner : corners)
      fixed_.push_back({corner});
    faces_ = geometry::supporting_half_spaces(triangles, corners);
  } else if (is_plane()) {
    reach_m_ = std::numeric_limits<double>::infinity();
  }
  for (const Feeler& feeler : fixed_)
    reach_m_ = std::max(reach_m_, feeler.point.norm() + feeler.radius_m);
}

bool Solid::is_empty() const noexcept {
  return std::holds_alternative<description::OtherShape>(geometry_);
}

bool Solid::is_plane() const noexcept {
  return std::holds_alternative<description::Plane>(geometry_);
}

bool Solid::is_round() const noexcept {
  return std::holds_alternative<description::Sphere>(geometry_) ||
         std::holds_alternative<description::Capsule>(geometry_);
}

double Solid::distance(const Vector3& point, Vector3& normal) const {
  if (const auto* plane = std::get_if<description::Plane>(&geometry_)) {
    normal = plane->normal;
    return normal.dot(point);
  }
  if (const auto* box = std::get_if<description::Box>(&geometry_)) return distance_to(*box, point, normal);
  if (const auto* sphere = std::get_if<description::Sphere>(&geometry_))
    return distance_to_ball(point, sphere->radius_m, normal);
  if (const auto* cylinder = std::get_if<description::Cylinder>(&geometry_))
    return distance_to(*cylinder, point, normal);
  if (const auto* capsule = std::get_if<description::Capsule>(&geometry_)) {
    const double along = std::clamp(point.z(), -0.5 * capsule->length_m, 0.5 * capsule->length_m);
    return distance_to_ball(point - Vector3{0.0, 0.0, along}, capsule->radius_m, normal);
  }
  if (const auto* ellipsoid = std::get_if<description::Ellipsoid>(&geometry_))
    return distance_to(*ellipsoid, point, normal);
  double farthest = -std::numeric_limits<double>::infinity();
  for (const geometry::HalfSpace& face : faces_) {
    const double beyond = face.normal.dot(point) - face.offset;
    if (beyond <= farthest) continue;
    farthest = beyond;
    normal = face.normal;
  }
  return farthest;
}

void Solid::add_feelers(const Vector3& direction, std::vector<Feeler>& feelers) const {
  feelers.insert(feelers.end(), fixed_.begin(), fixed_.end());
  if (const auto* ellipsoid = std::get_if<description::Ellipsoid>(&geometry_)) {
    const Vector3 scaled = direction.cwiseProduct(ellipsoid->radii_m);
    feelers.push_back({scaled.cwiseProduct(ellipsoid->radii_m) / scaled.norm()});
  }
  if (const auto* cylinder = std::get_if<description::Cylinder>(&geometry_)) {
    // The lowest point of each rim matters once the axis is tilted; upright it would jump around the rim.
    const double tilt = direction.head<2>().norm();
    const double weight = smooth_step(tilt, 0.05, 0.3);
    if (weight == 0.0) return;
    add_rim_points(*cylinder, direction.x() / tilt, direction.y() / tilt, weight, feelers);
  }
}

}  // namespace lockstep::hosts::simbody
