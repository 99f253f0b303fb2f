// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Simbody.h>

#include <vector>

#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/state.hpp"
#include "solid.hpp"

namespace lockstep::hosts::simbody {

/// Compliant contacts between all collision shapes. Points of one shape that are inside of another are pushed
/// out: stiffly enough that a body sinks in by some 10 um, with dissipation that lets almost nothing bounce
/// (surfaces with a restitution have as much dissipation as leaves them that part of their speed), and with
/// friction by the smaller coefficient of the two, which grows with the sliding speed up to 1 mm/s. Edges
/// that cross without a corner inside of the other shape go unnoticed. Simbody's own contacts have neither
/// this friction nor boxes on boxes.
class Contacts final : public SimTK::Force::Custom::Implementation {
 public:
  /// `body`: that of each link, Ground for static ones. Throws Error for a mesh that cannot be read.
  Contacts(const SimTK::SimbodyMatterSubsystem& matter, const EnginePlan& plan,
           const std::vector<SimTK::MobilizedBodyIndex>& body);

  void calcForce(const SimTK::State& state, SimTK::Vector_<SimTK::SpatialVec>& body_forces,
                 SimTK::Vector_<SimTK::Vec3>& particle_forces, SimTK::Vector& mobility_forces) const override;
  SimTK::Real calcPotentialEnergy(const SimTK::State& /*state*/) const override { return 0.0; }

  /// Before each step, with a state realized to Velocity: keeps how fast surfaces that bounce approach each
  /// other, which decides how much of it they lose. Part of the state: see impact_speeds.
  void note_approaches(const SimTK::State& state);
  /// Of each pair that can touch [m/s]; to save, restore and (all 0) reset.
  std::vector<double>& impact_speeds() { return impact_speeds_; }

  /// All contacts of a state that is realized to Velocity. `found` is overwritten.
  void find(const SimTK::State& state, std::vector<Contact>& found) const;

 private:
  struct Shape {
    Solid solid;
    SimTK::MobilizedBodyIndex body;
    SimTK::Transform X_BS;
    LinkIndex link;
    double mu, mu2;
    SimTK::Vec3 friction_direction;
    double restitution, threshold_m_s;
  };
  struct Pair {
    std::size_t a, b;
    double stiffness;
    double damping_number{0.0};  ///< dissipation times approach speed; 0: it does not bounce
    double threshold_m_s{0.0};
  };
  /// A point of a shape near or inside of another one.
  struct Probe {
    double depth;  ///< below 0: apart
    double weight;
    SimTK::Vec3 point_W, normal_W;
  };
  /// Visits points of shape `from` that are at most `margin_m` from the ball around shape `into`.
  template <class Visit>
  void probe(const SimTK::State& state, const Shape& from, const Shape& into, double margin_m,
             const Visit& visit) const;
  SimTK::Vec3 sliding_velocity(const SimTK::State& state, const Shape& from, const Shape& into,
                               const SimTK::Vec3& point_W) const;
  double dissipation_of(std::size_t pair) const;
  /// Points of shape `from` inside of shape `into`.
  void touch(const SimTK::State& state, const Shape& from, const Shape& into, double stiffness,
             double dissipation, std::vector<Contact>& found) const;
  bool are_apart(const SimTK::State& state, const Pair& pair) const;
  SimTK::Vec3 friction(const Shape& a, const Shape& b, const SimTK::Rotation& R_WB, const SimTK::Vec3& normal,
                       const SimTK::Vec3& sliding, double load) const;

  const SimTK::SimbodyMatterSubsystem& matter_;
  std::vector<SimTK::MobilizedBodyIndex> body_;  // of each link
  std::vector<Shape> shapes_;
  std::vector<Pair> pairs_;
  std::vector<double> impact_speeds_;   // of each pair
  mutable std::vector<Contact> found_;  // of calcForce
  mutable std::vector<Feeler> feelers_;
};

}  // namespace lockstep::hosts::simbody
