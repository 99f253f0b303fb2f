// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "contact_rules.hpp"
#include "lockstep/hosts/api/planned_engine.hpp"
#include "mjcf_geometry.hpp"
#include "model_loader.hpp"

namespace lockstep::hosts::mujoco {

/// See mujoco_host.hpp. MuJoCo's step is cut in two: mj_step2 (forces, constraints, integration) at the start
/// of ours and mj_step1 (kinematics, collisions, velocity terms) at the end, so that after each step
/// everything is that of one instant and nothing is computed twice.
class MujocoEngine final : public PlannedEngine {
 public:
  MujocoEngine(std::unique_ptr<const EnginePlan> plan, core::LogSink log);

  std::string_view name() const noexcept override { return "mujoco"; }
  bool has(Capability capability) const noexcept override {
    return capability != Capability::kMeasuredAcceleration && capability != Capability::kCompensatesGravity &&
           capability != Capability::kCompensatesFriction;
  }
  void prepare(const Needs& needs) override;
  void reset() override;
  void set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                      const Eigen::Vector3d& w_WB) override;
  std::unique_ptr<Snapshot> save() const override;
  void restore(const Snapshot& snapshot) override;
  core::Status step() noexcept override;
  std::string fault() const override;

 protected:
  void put_axes(Span<const AxisMotion> axes) override;

 private:
  struct BallJoint {
    AxisIndex first_axis;
    int qpos, dof;
  };
  /// The slide of a screw joint, which follows its hinge.
  struct Screw {
    AxisIndex axis;
    int qpos, dof;
    double metres_per_radian;
  };
  struct Reaction {
    ReactionPlace place;
    int sensor;  // address of force, then torque
  };
  /// A driven axis is a row of dry friction whose reference acceleration leads to the wanted velocity.
  struct Drive {
    AxisIndex axis;
    int row;  // among the constraints of dry friction
    // Of the joint. MuJoCo would integrate its damping implicitly after the drive has decided, and miss the
    // velocity by it.
    double damping, stiffness, reference;
  };

  void load(const std::vector<DrivenAxis>& driven);
  /// Joints whose springs are too fast for the step.
  std::vector<Diagnostic> fast_springs() const;
  void find_addresses();
  void find_drives(const std::vector<DrivenAxis>& driven);
  void write_forces() noexcept;
  void write_drives() noexcept;
  void read_joints() noexcept;
  void read_links() noexcept;
  void read_reactions() noexcept;
  void read_contacts() noexcept;
  void refresh() noexcept;
  /// Puts slides where their hinges are.
  void turn_screws() noexcept;

  core::LogSink log_;
  HullTexts hulls_;
  Model model_;
  Data data_;
  std::vector<int> qpos_, dof_;  // of each axis; -1 for the axes of a ball
  std::vector<BallJoint> balls_;
  std::vector<Screw> screws_;
  std::vector<int> body_;  // of each link, twins too
  std::vector<LinkIndex> link_of_geom_;
  std::vector<LinkIndex> weightless_;  // links gravity does not act on
  std::vector<Reaction> reactions_;
  std::vector<Drive> drives_;
  ContactRules rules_;
  int failure_{-1};  // mjtWarning
};

}  // namespace lockstep::hosts::mujoco
