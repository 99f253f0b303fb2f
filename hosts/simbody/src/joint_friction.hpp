// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "system.hpp"

namespace lockstep::hosts::simbody {

/// Coulomb friction of joints, decided once a step: the efforts within +-f that bring the joints to rest at
/// the end of the step, or come as near to it as they can, as if all else stayed as it is. Smooth laws would
/// creep, or make the system so stiff that an explicit integrator crawls.
class JointFriction {
 public:
  JointFriction(const BuiltSystem& built, double step_s) : built_{built}, step_s_{step_s} {}

  /// One more joint axis with friction.
  void add(SimTK::MobilizedBodyIndex body, int coordinate, double friction);
  /// Adds the friction of the coming step to the efforts applied in `state`.
  void apply(SimTK::State& state);

 private:
  struct Row {
    SimTK::MobilizedBodyIndex body;
    SimTK::MobilizerUIndex coordinate;
    double friction;
  };

  const BuiltSystem& built_;
  double step_s_;
  std::vector<Row> rows_;
  Eigen::MatrixXd response_;  // acceleration of a row by a unit effort on another
  Eigen::VectorXd residual_;  // acceleration towards rest that is missing
  Eigen::VectorXd effort_;
  SimTK::Vector unit_, answer_;
};

}  // namespace lockstep::hosts::simbody
