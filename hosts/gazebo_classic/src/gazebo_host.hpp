// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "joint_effort.hpp"
#include "link_force.hpp"
#include "lockstep/hosts/api/host.hpp"
#include "model_layout.hpp"

namespace lockstep::hosts::gazebo_classic {

/// One Gazebo model as a Host. Gazebo owns time and physics; the shell moves numbers between Gazebo and the
/// arrays around the phases of the runtime:
///
///     refresh()            motion at t_k
///     read_commands(now_ns)  what controllers commanded in this step
///     ... runtime ...
///     write()              efforts and wrenches that act over the step
///
/// These neither throw nor allocate. All calls from the thread of the world.
class GazeboHost final : public Host {
 public:
  /// The model must outlive the host. Throws Error{kUnsupported} for an unknown physics engine.
  explicit GazeboHost(gazebo::physics::Model& model);

  std::string_view name() const noexcept override { return "gazebo_classic"; }
  bool has(Capability capability) const noexcept override { return capability == Capability::kLinkWrench; }
  const WorldLayout& layout() const noexcept override { return model_.layout; }
  WorldState& state() noexcept override { return state_; }
  core::Rational step_size() const noexcept override { return step_; }
  void prepare(const Needs& needs) override;
  /// Gazebo puts its own world back; this reads where it is.
  void reset() override { refresh(); }

  void refresh();
  void read_commands(std::int64_t now_ns);
  void write();
  /// Lets nothing act on the joints that actuators own.
  void write_nothing();
  /// The time of the world, or the model, was put back. `model_too`: the joints as well.
  void note_restart(bool model_too);

 private:
  struct Reading {
    gazebo::physics::Joint* joint;
    unsigned int axis;
    AxisIndex index;
  };
  struct Effort {
    JointEffort port;
    AxisIndex index;
  };
  struct Push {
    LinkForce port;
    LinkIndex index;
  };

  ModelLayout model_;
  WorldState state_;
  core::Rational step_;
  gazebo::physics::World* world_;
  PhysicsKind kind_;
  std::vector<Reading> positions_, velocities_;
  std::vector<Effort> efforts_;
  std::vector<LinkIndex> links_;
  std::vector<Push> pushes_;
};

}  // namespace lockstep::hosts::gazebo_classic
