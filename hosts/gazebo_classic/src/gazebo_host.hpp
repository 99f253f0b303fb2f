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
///     read_commands(now_ns)  what controllers commanded in this step, where somebody asks for it
///     ... runtime ...
///     write()              efforts and wrenches that act over the step
///
/// These neither throw nor allocate. All calls from the thread of the world.
class GazeboHost final : public Host {
 public:
  /// The model must outlive the host. Throws Error{kUnsupported} for an unknown physics engine.
  explicit GazeboHost(gazebo::physics::Model& model);

  std::string_view name() const noexcept override { return "gazebo_classic"; }
  /// Gazebo puts its world back itself before a runtime is reset. Commands are those of Gazebo's own
  /// controllers: devices cannot give any.
  bool has(Capability capability) const noexcept override {
    return capability == Capability::kLinkWrench || capability == Capability::kActuation ||
           capability == Capability::kReset;
  }
  const WorldLayout& layout() const noexcept override { return model_.layout; }
  WorldState& state() noexcept override { return state_; }
  /// What Gazebo adds to its clock in a step, with the step of the physics as it is now: whole nanoseconds,
  /// rounded as Gazebo rounds them. A step of 1/3000 s is 333333 ns, and FMUs keep to Gazebo's clock. It may
  /// be changed between two runtimes on the same host.
  core::Rational step_size() const noexcept override;
  std::int64_t step_ns() const noexcept;
  /// May be called again by a further runtime, after renew().
  void prepare(const Needs& needs) override;
  /// Gazebo puts its own world back; this reads where it is.
  void reset() override { refresh(); }

  void refresh();
  void read_commands(std::int64_t now_ns);
  void write();
  /// Lets nothing act on the joints that actuators own.
  void write_nothing();
  /// The joints of the model were put back.
  void note_model_reset();
  /// Forgets what a runtime has changed in the state, before the next one is made. What is known of Gazebo's
  /// sums of commands stays.
  void renew();
  /// Whether all joints that are used are still there; a look, in each step.
  bool is_complete() const;
  /// Names of joints that are used and that somebody has removed from the model. Nothing touches them from
  /// then on.
  const std::vector<std::string>& find_removed();

 private:
  bool is_removed(const ModelLayout::Axis& axis) const;

  struct Reading {
    gazebo::physics::Joint* joint;
    unsigned int axis;
    AxisIndex index;
  };
  struct Effort {
    JointEffort port;
    AxisIndex index;
    bool command_is_read;
  };
  struct Push {
    LinkForce port;
    LinkIndex index;
  };
  void replace(Effort& effort, double applied) const;

  gazebo::physics::Model& gazebo_model_;
  ModelLayout model_;
  WorldState state_;
  gazebo::physics::World* world_;
  PhysicsKind kind_;
  std::vector<Reading> positions_, velocities_;
  std::vector<Effort> efforts_;
  std::vector<LinkIndex> links_;
  std::vector<Push> pushes_;
  std::int64_t now_ns_{0};            // end of the step that is under way
  std::vector<AxisIndex> used_;       // axes that are read or actuated
  unsigned int joint_count_{0};       // of the model, when it was looked at last
  std::vector<std::string> removed_;  // names of used joints
};

}  // namespace lockstep::hosts::gazebo_classic
