// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/hosts/api/engine_plan.hpp"
#include "lockstep/hosts/api/host.hpp"
#include "model_loader.hpp"

namespace lockstep::hosts::mujoco {

/// See mujoco_host.hpp. MuJoCo's step is cut in two: mj_step2 (forces, constraints, integration) at the start
/// of ours and mj_step1 (kinematics, collisions, velocity terms) at the end, so that after each step
/// everything is that of one instant and nothing is computed twice.
class MujocoEngine final : public Engine {
 public:
  MujocoEngine(std::unique_ptr<const EnginePlan> plan, core::LogSink log);

  std::string_view name() const noexcept override { return "mujoco"; }
  bool has(Capability capability) const noexcept override;
  const WorldLayout& layout() const noexcept override { return plan_->layout; }
  WorldState& state() noexcept override { return state_; }
  core::Rational step_size() const noexcept override { return plan_->step; }
  void prepare(const Needs& needs) override;
  void reset() override;
  void set_joint_state(AxisIndex axis, double position, double velocity) override;
  void set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                      const Eigen::Vector3d& w_WB) override;
  std::unique_ptr<Snapshot> save() const override;
  void restore(const Snapshot& snapshot) override;
  core::Status step() noexcept override;
  std::string fault() const override;

 private:
  struct BallJoint {
    AxisIndex first_axis;
    int qpos, dof;
  };
  /// How to give a reaction in the joint's frame on the child when the joint was turned round.
  struct Reaction {
    JointIndex joint;
    int sensor;  // address of force, then torque
    bool reversed;
    int outer_body, child_body;  // child_body: -1 for the world
    description::Quaternion q_OJ, q_CJ;
  };

  void load(const std::vector<JointIndex>& reactions);
  void find_addresses();
  void find_reactions(const std::vector<JointIndex>& joints);
  void write_forces() noexcept;
  void read_joints() noexcept;
  void read_links() noexcept;
  void read_reactions() noexcept;
  void read_contacts() noexcept;
  void refresh() noexcept;

  std::unique_ptr<const EnginePlan> plan_;
  core::LogSink log_;
  Model model_;
  Data data_;
  WorldState state_;
  Needs needs_;
  std::vector<int> qpos_, dof_;  // of each axis; -1 for the axes of a ball
  std::vector<BallJoint> balls_;
  std::vector<int> body_;  // of each link
  std::vector<LinkIndex> link_of_body_;
  std::vector<LinkIndex> weightless_;  // links gravity does not act on
  std::vector<bool> watched_contacts_;
  std::vector<Reaction> reactions_;
  int failure_{-1};  // mjtWarning
};

}  // namespace lockstep::hosts::mujoco
