// SPDX-License-Identifier: Apache-2.0
#include "lockstep/dynamics/robot_summary.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "lockstep/description/inertia.hpp"
#include "lockstep/dynamics/dynamics.hpp"

namespace lockstep::dynamics {
namespace {

/// How far a joint can carry its body along its axis [m].
double slide_of(const Mechanism& mechanism, const Body& body) {
  if (body.motion != Motion::kSlide && body.motion != Motion::kScrew) return 0.0;
  const double metres = body.motion == Motion::kScrew ? std::abs(body.pitch_m_per_rad) : 1.0;
  for (const Coordinate& coordinate : mechanism.coordinates()) {
    if (coordinate.velocity != body.velocity) continue;
    const double ends[] = {body.factor * coordinate.lower + body.offset,
                           body.factor * coordinate.upper + body.offset};
    return metres * std::max(std::abs(ends[0]), std::abs(ends[1]));
  }
  return 0.0;
}

double reach_of(const Mechanism& mechanism, const LinkFrame& link) {
  double reach = link.X_BL.position.norm();
  for (std::size_t i = link.body; i != Body::kWorld; i = mechanism.bodies()[i].parent) {
    const Body& body = mechanism.bodies()[i];
    reach += slide_of(mechanism, body);
    if (body.parent != Body::kWorld) reach += body.p_PB.norm();
  }
  return reach;
}

}  // namespace

RobotSummary summarise(const Mechanism& mechanism) {
  RobotSummary summary;
  summary.mass_kg = mechanism.mass_kg();
  for (const Coordinate& coordinate : mechanism.coordinates()) {
    const bool base = coordinate.motion == Motion::kFree && mechanism.bodies()[0].motion == Motion::kFree &&
                      coordinate.velocity == mechanism.bodies()[0].velocity;
    summary.floating |= base;
    if (!base) summary.axes += velocity_count(coordinate.motion);
  }
  for (const Body& body : mechanism.bodies())
    summary.followers += body.factor != 1.0 || body.offset != 0.0 ? 1 : 0;
  for (const LinkFrame& link : mechanism.links()) {
    if (link.body == Body::kWorld) continue;
    const double reach = reach_of(mechanism, link);
    if (!(reach > summary.reach_m)) continue;
    summary.reach_m = reach;
    summary.reach_link = link.name;
  }
  Dynamics dynamics{std::make_shared<Mechanism>(mechanism)};
  if (summary.mass_kg > 0.0) summary.centre_m = dynamics.centre_of_mass();
  return summary;
}

Matrix3 inertia_about_centre(const Matrix3& about_origin_kg_m2, double mass_kg, const Vector3& centre_m) {
  return about_origin_kg_m2 - description::point_inertia(mass_kg, centre_m);
}

}  // namespace lockstep::dynamics
