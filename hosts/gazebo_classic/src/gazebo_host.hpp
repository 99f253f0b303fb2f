// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "joint_effort.hpp"
#include "joint_reaction.hpp"
#include "link_contacts.hpp"
#include "link_force.hpp"
#include "lockstep/hosts/shell/simulator.hpp"
#include "model_layout.hpp"

namespace lockstep::hosts::gazebo_classic {

/// One Gazebo model as a Host. Gazebo owns time and physics.
///
/// Commands of devices add to those of Gazebo's own controllers (and of other plugins) in the same step, on
/// every engine. A joint that devices neither command nor actuate belongs to the others; its `command` and
/// `applied` are 0.
class GazeboHost final : public shell::ModelHost {
 public:
  /// The model must outlive the host. Throws Error{kUnsupported} for an unknown physics engine.
  explicit GazeboHost(gazebo::physics::Model& model);

  std::string_view name() const noexcept override { return "gazebo_classic"; }
  /// Gazebo puts its world back itself before a runtime is reset. Its Simbody cannot set a joint's position.
  bool has(Capability capability) const noexcept override;
  const WorldLayout& layout() const noexcept override { return model_.layout; }
  WorldState& state() noexcept override { return state_; }
  /// What Gazebo adds to its clock in a step, with the step of the physics as it is now: whole nanoseconds,
  /// rounded as Gazebo rounds them. A step of 1/3000 s is 333333 ns, and FMUs keep to Gazebo's clock. It may
  /// be changed between two runtimes on the same host.
  core::Rational step_size() const noexcept override;
  /// May be called again by a further runtime, after renew().
  void prepare(const Needs& needs) override;
  /// Gazebo puts its own world back; this reads where it is.
  void reset() override;
  /// Throws Error{kUnsupported} on simbody, for joints that Gazebo cannot put somewhere (ball, screw, in a
  /// loop), and on ode and bullet for a velocity of a joint that carries further ones.
  void set_joint_state(AxisIndex axis, double position, double velocity) override;

  void refresh() override;
  void read_commands(std::int64_t now_ns) override;
  void write() override;
  void write_nothing() override;
  bool drives_joints() const override { return !efforts_.empty(); }
  bool reads_contacts() const override { return contacts_.has_value(); }
  void note_model_reset() override;
  /// What is known of Gazebo's sums of commands stays.
  void renew() override;
  bool is_complete() const override;
  const std::vector<std::string>& find_removed() override;

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
    bool used;  // by the runtime of now
  };
  struct Push {
    LinkForce port;
    LinkIndex index;
  };
  struct Reaction {
    JointReaction port;
    JointIndex index;
  };
  Effort& effort_of(AxisIndex axis);
  void read_links();
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
  std::vector<Reaction> reactions_;
  std::optional<LinkContactReader> contacts_;
  std::int64_t now_ns_{0};            // end of the step that is under way
  std::vector<AxisIndex> used_;       // axes that are read or actuated
  unsigned int joint_count_{0};       // of the model, when it was looked at last
  std::vector<std::string> removed_;  // names of used joints
};

}  // namespace lockstep::hosts::gazebo_classic
