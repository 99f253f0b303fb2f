// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "system.hpp"

namespace lockstep::hosts::simbody {

/// Efforts that are decided once a step: those within +-limit that give the joints the velocities they are to
/// have at the end of the step, or come as near to them as they can, as if all else stayed as it is. That is
/// Coulomb friction (towards rest: smooth laws would creep, or make the system so stiff that an explicit
/// integrator crawls), a drive with an effort limit (towards the velocity it was given), and dampers and
/// springs that are faster than a step.
class BoundedEfforts {
 public:
  BoundedEfforts(const BuiltSystem& built, double step_s) : built_{built}, step_s_{step_s} {}

  /// One more joint axis, at rest until set_velocity(); returns its number. `limit` may be infinite.
  std::size_t add(SimTK::MobilizedBodyIndex body, int coordinate, double limit);
  /// The same for an implicit damper: effort = -damping * (velocity at the end of the step - what is set).
  std::size_t add_soft(SimTK::MobilizedBodyIndex body, int coordinate, double damping);
  /// What axis `row` is to have at the end of the coming step.
  void set_velocity(std::size_t row, double velocity) { rows_[row].velocity = velocity; }
  /// Adds the efforts of the coming step to those applied in `state`.
  void apply(SimTK::State& state);

 private:
  struct Row {
    SimTK::MobilizedBodyIndex body;
    SimTK::MobilizerUIndex coordinate;
    double limit;
    double softness{0.0};  // acceleration that is missing for each unit of effort
    double velocity{0.0};
  };

  void find_responses(const SimTK::State& state);
  void respect_couplings(const SimTK::State& state);
  void solve();

  const BuiltSystem& built_;
  double step_s_;
  std::vector<Row> rows_;
  Eigen::MatrixXd response_;  // acceleration of a row by a unit effort on another
  Eigen::VectorXd residual_;  // acceleration that is missing
  Eigen::VectorXd effort_;
  SimTK::Vector unit_, answer_;
  SimTK::Vector broken_, impulse_, coupling_, correction_;  // of mimic joints
};

}  // namespace lockstep::hosts::simbody
