// SPDX-License-Identifier: Apache-2.0
#include "contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "system.hpp"

namespace lockstep::hosts::simbody {
namespace {

/// For each kg that rests on one point: it sinks in by g / 1e6, some 10 um.
constexpr double kStiffnessPerMass = 1e6;
/// Part of the force for each m/s of approach.
constexpr double kDissipation = 5.0;
/// Friction of a surface whose file sets none: SDF's "infinite".
constexpr double kLargestFriction = 1e3;
/// Below this sliding speed friction grows with it: what sticks creeps at a fraction of 1 mm/s.
constexpr double kTransitionVelocity = 1e-3;

/// Mass of the model that holds a link; 0 for static ones.
std::vector<double> masses_of_models(const EnginePlan& plan) {
  std::vector<double> masses(plan.flat.models.size(), 0.0);
  for (const description::FlatLink& flat : plan.flat.links)
    if (!flat.is_static) masses[plan.flat.models[flat.model].root] += flat.link->inertial.mass_kg;
  return masses;
}

/// The dissipation times the approach speed that leaves a body `restitution` of its speed. With the force
/// k x (1 + c x') the speeds v and -e v at the surface satisfy z (1 + e) = ln((1 + z) / (1 - e z)), z = c v.
double damping_number(double restitution) {
  if (!(restitution > 0.0)) return 0.0;
  const double e = std::min(restitution, 0.999);
  double low = 0.0, high = 1.0 / e;
  for (int i = 0; i < 100; ++i) {
    const double z = 0.5 * (low + high);
    (z * (1.0 + e) > std::log((1.0 + z) / (1.0 - e * z)) ? low : high) = z;
  }
  return low;
}

}  // namespace

Contacts::Contacts(const SimTK::SimbodyMatterSubsystem& matter, const EnginePlan& plan,
                   const std::vector<SimTK::MobilizedBodyIndex>& body)
    : matter_{matter}, body_{body} {
  std::vector<unsigned> masks;
  for (std::size_t link = 0; link < plan.flat.links.size(); ++link) {
    const description::FlatLink& flat = plan.flat.links[link];
    for (const description::Collision& collision : flat.link->collisions) {
      Solid solid{collision.geometry};
      if (solid.is_empty()) continue;
      const description::Surface& surface = collision.surface;
      shapes_.push_back({std::move(solid), body[link],
                         to_simtk(flat.is_static ? flat.pose * collision.pose : collision.pose),
                         static_cast<LinkIndex>(link), std::min(surface.mu, kLargestFriction),
                         std::min(surface.mu2, kLargestFriction), to_simtk(surface.friction_direction),
                         surface.restitution, surface.restitution_threshold_m_s});
      masks.push_back(surface.collide_bitmask);
    }
  }
  const std::vector<double> masses = masses_of_models(plan);
  const auto mass_of = [&](const Shape& shape) {
    return masses[plan.flat.models[plan.flat.links[shape.link].model].root];
  };
  for (std::size_t a = 0; a < shapes_.size(); ++a) {
    for (std::size_t b = a + 1; b < shapes_.size(); ++b) {
      const Shape& first = shapes_[a];
      const Shape& second = shapes_[b];
      if (first.body == second.body || (masks[a] & masks[b]) == 0) continue;
      if (first.solid.is_plane() && second.solid.is_plane()) continue;
      if (!may_touch(plan, first.link, second.link)) continue;
      const double ma = mass_of(first), mb = mass_of(second);
      const double mass = ma > 0.0 && mb > 0.0 ? std::sqrt(ma * mb) : std::max(ma, mb);
      pairs_.push_back({a, b, kStiffnessPerMass * mass,
                        damping_number(std::min(first.restitution, second.restitution)),
                        std::min(first.threshold_m_s, second.threshold_m_s)});
    }
  }
  impact_speeds_.assign(pairs_.size(), 0.0);
}

bool Contacts::are_apart(const SimTK::State& state, const Pair& pair) const {
  const Shape& a = shapes_[pair.a];
  const Shape& b = shapes_[pair.b];
  const auto origin = [&](const Shape& shape) {
    return matter_.getMobilizedBody(shape.body).getBodyTransform(state) * shape.X_BS.p();
  };
  const Shape* plane = a.solid.is_plane() ? &a : b.solid.is_plane() ? &b : nullptr;
  if (plane == nullptr) return (origin(a) - origin(b)).norm() > a.solid.reach_m() + b.solid.reach_m();
  const Shape& other = plane == &a ? b : a;
  const SimTK::Transform X_WP = matter_.getMobilizedBody(plane->body).getBodyTransform(state) * plane->X_BS;
  Vector3 normal;
  return plane->solid.distance(to_eigen(~X_WP * origin(other)), normal) > other.solid.reach_m();
}

SimTK::Vec3 Contacts::friction(const Shape& a, const Shape& b, const SimTK::Rotation& R_WB,
                               const SimTK::Vec3& normal, const SimTK::Vec3& sliding, double load) const {
  const double speed = sliding.norm();
  const double grip = -load / std::sqrt(speed * speed + kTransitionVelocity * kTransitionVelocity);
  const double mu = std::min(a.mu, b.mu), mu2 = std::min(a.mu2, b.mu2);
  if (mu == mu2) return mu * grip * sliding;
  // The surface with less friction gives the first direction; without one it is as in ODE.
  SimTK::Vec3 first = R_WB * (b.friction_direction);
  if (first.norm() == 0.0) first = std::fabs(normal[2]) > 0.7 ? SimTK::Vec3{0, 1, 0} : SimTK::Vec3{0, 0, 1};
  first -= SimTK::dot(first, normal) * normal;
  if (first.norm() == 0.0) return mu * grip * sliding;
  first = first / first.norm();
  const SimTK::Vec3 second = SimTK::cross(normal, first);
  return grip * (mu * SimTK::dot(sliding, first) * first + mu2 * SimTK::dot(sliding, second) * second);
}

template <class Visit>
void Contacts::probe(const SimTK::State& state, const Shape& from, const Shape& into, double margin_m,
                     const Visit& visit) const {
  const SimTK::Transform X_WA = matter_.getMobilizedBody(from.body).getBodyTransform(state) * from.X_BS;
  const SimTK::Transform X_WB = matter_.getMobilizedBody(into.body).getBodyTransform(state) * into.X_BS;
  const SimTK::Transform X_BA = ~X_WB * X_WA;
  Vector3 normal = Vector3::UnitZ();
  into.solid.distance(to_eigen(X_BA.p()), normal);
  feelers_.clear();
  from.solid.add_feelers(to_eigen(~X_BA.R() * to_simtk(Vector3{-normal})), feelers_);
  for (const Feeler& feeler : feelers_) {
    const SimTK::Vec3 p_B = X_BA * to_simtk(feeler.point);
    if (p_B.norm() > into.solid.reach_m() + feeler.radius_m + margin_m) continue;
    const double depth = feeler.radius_m - into.solid.distance(to_eigen(p_B), normal);
    const SimTK::Vec3 normal_W = X_WB.R() * to_simtk(normal);
    visit(Probe{depth, feeler.weight, X_WB * p_B - (feeler.radius_m - 0.5 * depth) * normal_W, normal_W});
  }
}

SimTK::Vec3 Contacts::sliding_velocity(const SimTK::State& state, const Shape& from, const Shape& into,
                                       const SimTK::Vec3& point_W) const {
  const auto velocity = [&](const Shape& shape) {
    const SimTK::MobilizedBody& body = matter_.getMobilizedBody(shape.body);
    return body.findStationVelocityInGround(state, body.findStationAtGroundPoint(state, point_W));
  };
  return velocity(from) - velocity(into);
}

void Contacts::touch(const SimTK::State& state, const Shape& from, const Shape& into, double stiffness,
                     double dissipation, std::vector<Contact>& found) const {
  probe(state, from, into, 0.0, [&](const Probe& probe) {
    if (!(probe.depth > 0.0)) return;
    const SimTK::Vec3& normal = probe.normal_W;
    const SimTK::Vec3 velocity = sliding_velocity(state, from, into, probe.point_W);
    const double leaving = SimTK::dot(velocity, normal);
    const double load = stiffness * probe.weight * probe.depth * std::max(0.0, 1.0 - dissipation * leaving);
    const bool a_is_smoother = from.mu < into.mu;
    const Shape& smoother = a_is_smoother ? from : into;
    const SimTK::Rotation R_W =
        (matter_.getMobilizedBody(smoother.body).getBodyTransform(state) * smoother.X_BS).R();
    const SimTK::Vec3 force = load * normal + friction(a_is_smoother ? into : from, smoother, R_W, normal,
                                                       velocity - leaving * normal, load);
    found.push_back(
        {into.link, from.link, to_eigen(probe.point_W), to_eigen(normal), probe.depth, to_eigen(force)});
  });
}

double Contacts::dissipation_of(std::size_t pair) const {
  const double speed = impact_speeds_[pair];
  const bool bounces = pairs_[pair].damping_number > 0.0 && speed > pairs_[pair].threshold_m_s && speed > 0.0;
  return bounces ? pairs_[pair].damping_number / speed : kDissipation;
}

void Contacts::note_approaches(const SimTK::State& state) {
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const Pair& pair = pairs_[p];
    if (pair.damping_number == 0.0) continue;
    double nearest = -std::numeric_limits<double>::infinity(), speed = 0.0;
    const auto look = [&](const Shape& from, const Shape& into) {
      if (from.solid.is_plane()) return;
      constexpr double kAnyDistance = std::numeric_limits<double>::infinity();  // they do not touch yet
      probe(state, from, into, kAnyDistance, [&](const Probe& probe) {
        if (probe.depth <= nearest) return;
        nearest = probe.depth;
        speed = -SimTK::dot(sliding_velocity(state, from, into, probe.point_W), probe.normal_W);
      });
    };
    look(shapes_[pair.a], shapes_[pair.b]);
    look(shapes_[pair.b], shapes_[pair.a]);
    if (nearest <= 0.0)
      impact_speeds_[p] = std::max(0.0, speed);  // what touches keeps the speed it came with
  }
}

void Contacts::find(const SimTK::State& state, std::vector<Contact>& found) const {
  found.clear();
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const Pair& pair = pairs_[p];
    if (are_apart(state, pair)) continue;
    const Shape& a = shapes_[pair.a];
    const Shape& b = shapes_[pair.b];
    const double dissipation = dissipation_of(p);
    const std::size_t before = found.size();
    if (!a.solid.is_plane()) touch(state, a, b, pair.stiffness, dissipation, found);
    // Two balls would push each other twice.
    const bool round = a.solid.is_round() && b.solid.is_round();
    if (!b.solid.is_plane() && !(round && found.size() > before))
      touch(state, b, a, pair.stiffness, dissipation, found);
  }
}

void Contacts::calcForce(const SimTK::State& state, SimTK::Vector_<SimTK::SpatialVec>& body_forces,
                         SimTK::Vector_<SimTK::Vec3>& /*particle_forces*/,
                         SimTK::Vector& /*mobility_forces*/) const {
  find(state, found_);
  for (const Contact& contact : found_) {
    const SimTK::Vec3 point = to_simtk(contact.p_WC), force = to_simtk(contact.force_b_W_n);
    for (const auto& [link, sign] : {std::pair{contact.link_b, 1.0}, std::pair{contact.link_a, -1.0}}) {
      const SimTK::MobilizedBodyIndex index = body_[link];
      if (index == SimTK::GroundIndex) continue;
      const SimTK::MobilizedBody& body = matter_.getMobilizedBody(index);
      body.applyForceToBodyPoint(state, body.findStationAtGroundPoint(state, point), sign * force,
                                 body_forces);
    }
  }
}

}  // namespace lockstep::hosts::simbody
