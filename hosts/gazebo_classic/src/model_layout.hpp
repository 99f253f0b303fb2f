// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>

#include <boost/weak_ptr.hpp>
#include <vector>

#include "lockstep/hosts/api/layout.hpp"

namespace lockstep::hosts::gazebo_classic {

/// A Gazebo model as devices see it: its links and joints, nested models included, and who they are in
/// Gazebo. Links live as long as the model, joints until somebody removes them.
struct ModelLayout {
  struct Axis {
    gazebo::physics::Joint* joint{nullptr};
    unsigned int index{0};
    boost::weak_ptr<gazebo::physics::Joint> life;
  };
  WorldLayout layout;
  std::vector<gazebo::physics::Link*> links;    ///< by LinkIndex
  std::vector<gazebo::physics::Joint*> joints;  ///< by JointIndex
  std::vector<Axis> axes;                       ///< by AxisIndex
};

ModelLayout model_layout(const gazebo::physics::Model& model);

}  // namespace lockstep::hosts::gazebo_classic
