// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <random>
#include <string>

#include "lockstep/description/reader.hpp"
#include "lockstep/dynamics/dynamics.hpp"

namespace lockstep::dynamics {

inline std::shared_ptr<const Mechanism> robot(const std::string& file, const MechanismOptions& options = {}) {
  return std::make_shared<Mechanism>(description::read_world(LOCKSTEP_DYNAMICS_ROBOTS "/" + file).world, "",
                                     options);
}

/// Positions and velocities anywhere, the same in every run.
class RandomState {
 public:
  explicit RandomState(const Mechanism& mechanism) : mechanism_{mechanism} {}

  Eigen::VectorXd vector(double size = 2.0) {
    Eigen::VectorXd v(static_cast<Eigen::Index>(mechanism_.velocity_size()));
    for (double& x : v)
      x = size * spread_(generator_);
    return v;
  }
  /// From the start with a random velocity for a second: reaches every rotation of bases and balls.
  Eigen::VectorXd position() {
    Eigen::VectorXd q = mechanism_.start();
    mechanism_.advance(q, vector(3.0), 1.0, q);
    return q;
  }

 private:
  const Mechanism& mechanism_;
  std::mt19937 generator_{4};
  std::uniform_real_distribution<double> spread_{-1.0, 1.0};
};

}  // namespace lockstep::dynamics
