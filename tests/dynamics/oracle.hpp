// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/hosts/api/engine_plan.hpp"

namespace lockstep::dynamics {

/// A state of all joints, those that follow another included, in the order of the layout's axes.
struct FullState {
  description::Pose base;                     ///< X_WB of a free base
  Eigen::Vector3d base_linear, base_angular;  ///< its velocity, world axes
  Eigen::VectorXd q, v;
};

/// Another implementation of the equations of motion. It knows nothing of followers: one row for each axis,
/// after six rows (linear, angular; world axes) of a free base.
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual void evaluate(const FullState& state, Eigen::MatrixXd& M, Eigen::VectorXd& bias) = 0;
};

struct OracleKind {
  std::string name;
  double agreement;  ///< relative to the largest number
  bool trees;        ///< false: chains on a fixed base alone
  std::unique_ptr<Oracle> (*make)(const hosts::EnginePlan& plan);
};

/// Those of this build.
std::vector<OracleKind> oracles();

std::unique_ptr<Oracle> make_mujoco_oracle(const hosts::EnginePlan& plan);
std::unique_ptr<Oracle> make_dart_oracle(const hosts::EnginePlan& plan);
std::unique_ptr<Oracle> make_simbody_oracle(const hosts::EnginePlan& plan);
std::unique_ptr<Oracle> make_kdl_oracle(const hosts::EnginePlan& plan);

}  // namespace lockstep::dynamics
