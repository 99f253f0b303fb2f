// SPDX-License-Identifier: Apache-2.0
// The step path: forces in, one step, state out.
#include <cmath>

#include "engine.hpp"

namespace lockstep::hosts::mujoco {
namespace {

/// How much less than the least softness of a constraint in a model file that of a drive is: it misses the
/// wanted change of velocity by 1e-6 instead of 1e-4 of it.
constexpr double kStiffer = 1e-2;

using Vector = Eigen::Map<const Eigen::Vector3d>;

description::Quaternion quaternion(const mjtNum* wxyz) noexcept {
  return {wxyz[0], wxyz[1], wxyz[2], wxyz[3]};
}

/// Rotation vector of a unit quaternion, the short way round.
Eigen::Vector3d rotation_vector(const mjtNum* wxyz) noexcept {
  const Eigen::Vector3d axis = Vector{wxyz + 1};
  const double sine = axis.norm();
  if (sine == 0.0) return Eigen::Vector3d::Zero();
  const double angle = 2.0 * std::atan2(sine, std::fabs(wxyz[0]));
  return axis * ((wxyz[0] < 0.0 ? -angle : angle) / sine);
}

}  // namespace

void MujocoEngine::write_forces() noexcept {
  mjData& d = *data_;
  for (std::size_t i = 0; i < dof_.size(); ++i) {
    if (dof_[i] >= 0) d.qfrc_applied[dof_[i]] = state_.applied[i];
  }
  for (const BallJoint& ball : balls_)
    mju_copy(d.qfrc_applied + ball.dof, state_.applied.data() + ball.first_axis, 3);
  for (const LinkIndex link : weightless_) {
    const int body = body_[link];
    Eigen::Map<Eigen::Vector3d>{d.xfrc_applied + 6 * body} =
        -model_->body_mass[body] * Vector{model_->opt.gravity};
    Eigen::Map<Eigen::Vector3d>{d.xfrc_applied + 6 * body + 3}.setZero();
  }
  for (const LinkIndex link : needs_.pushed) {
    const int body = body_[link];
    const Eigen::Vector3d lever = Vector{d.xipos + 3 * body} - Vector{d.xpos + 3 * body};
    Eigen::Map<Eigen::Vector3d> force{d.xfrc_applied + 6 * body};
    if (plan_->flat.links[link].link->gravity)
      force = state_.force_W[link];
    else
      force += state_.force_W[link];
    Eigen::Map<Eigen::Vector3d>{d.xfrc_applied + 6 * body + 3} =
        state_.torque_W[link] - lever.cross(state_.force_W[link]);
  }
}

void MujocoEngine::write_drives() noexcept {
  const double step_s = model_->opt.timestep;
  for (const Drive& drive : drives_) {
    const int dof = dof_[drive.axis];
    // Damping as it would be implicitly for this axis alone: it cannot grow beyond what stops the axis.
    const double softer = 1.0 + step_s * drive.damping * model_->dof_invweight0[dof];
    data_->qfrc_applied[dof] = -drive.damping * data_->qvel[dof] / softer -
                               drive.stiffness * (data_->qpos[qpos_[drive.axis]] - drive.reference);
    const int row = data_->ne + drive.row;
    data_->efc_aref[row] = (drive_velocity(drive.axis) - data_->qvel[dof]) / step_s;
    data_->efc_R[row] *= kStiffer;
    data_->efc_D[row] = 1.0 / data_->efc_R[row];
  }
}

void MujocoEngine::read_joints() noexcept {
  const mjData& d = *data_;
  for (std::size_t i = 0; i < dof_.size(); ++i) {
    if (dof_[i] < 0) continue;
    state_.position[i] = d.qpos[qpos_[i]];
    state_.velocity[i] = d.qvel[dof_[i]];
  }
  for (const BallJoint& ball : balls_) {
    const Eigen::Vector3d turned = rotation_vector(d.qpos + ball.qpos);
    for (int a = 0; a < 3; ++a) {
      state_.position[ball.first_axis + static_cast<AxisIndex>(a)] = turned[a];
      state_.velocity[ball.first_axis + static_cast<AxisIndex>(a)] = d.qvel[ball.dof + a];
    }
  }
}

void MujocoEngine::read_links() noexcept {
  const mjData& d = *data_;
  for (const LinkIndex link : needs_.links) {
    const int body = body_[link];
    state_.p_WB[link] = Vector{d.xpos + 3 * body};
    state_.q_WB[link] = quaternion(d.xquat + 4 * body);
    mjtNum velocity[6];
    mj_objectVelocity(model_.get(), &d, mjOBJ_XBODY, body, velocity, 0);
    state_.w_WB[link] = Vector{velocity};
    state_.v_WB[link] = Vector{velocity + 3};
  }
}

void MujocoEngine::read_reactions() noexcept {
  const mjData& d = *data_;
  for (const Reaction& reaction : reactions_) {
    const ReactionPlace& place = reaction.place;
    Wrench& wrench = state_.reaction[place.joint];
    wrench.force_n = Vector{d.sensordata + reaction.sensor};
    wrench.torque_nm = Vector{d.sensordata + reaction.sensor + 3};
    if (!place.reversed) continue;
    const description::Quaternion q_WO = quaternion(d.xquat + 4 * body_[place.outer]);
    description::Quaternion q_WC{1.0, 0.0, 0.0, 0.0};
    if (place.child != description::FlatJoint::kWorld) q_WC = quaternion(d.xquat + 4 * body_[place.child]);
    const description::Quaternion turn = (q_WC * place.q_CJ).conjugate() * q_WO * place.X_OJ.orientation;
    wrench.force_n = -(turn * wrench.force_n);
    wrench.torque_nm = -(turn * wrench.torque_nm);
  }
}

void MujocoEngine::read_contacts() noexcept {
  state_.contact_count = 0;
  const mjData& d = *data_;
  for (int c = 0; c < d.ncon && state_.contact_count < state_.contacts.size(); ++c) {
    const mjContact& contact = d.contact[c];
    if (contact.exclude != 0) continue;
    const LinkIndex a = link_of_geom_[static_cast<std::size_t>(contact.geom1)];
    const LinkIndex b = link_of_geom_[static_cast<std::size_t>(contact.geom2)];
    if (!is_watched(a, b)) continue;
    mjtNum force[6];
    mj_contactForce(model_.get(), &d, c, force);
    Contact& seen = state_.contacts[state_.contact_count++];
    seen.link_a = a;
    seen.link_b = b;
    seen.p_WC = Vector{contact.pos};
    seen.normal_W = Vector{contact.frame};
    seen.depth_m = -contact.dist;
    // Rows of the frame are its axes in the world; the force is that of the first body on the second.
    seen.force_b_W_n = force[0] * Vector{contact.frame} + force[1] * Vector{contact.frame + 3} +
                       force[2] * Vector{contact.frame + 6};
  }
}

core::Status MujocoEngine::step() noexcept {
  mjData& d = *data_;
  write_forces();
  write_drives();
  rules_.apply_bounce(*model_, d);
  mj_step2(model_.get(), &d);
  if (!reactions_.empty()) read_reactions();
  if (!state_.contacts.empty()) read_contacts();
  mj_step1(model_.get(), &d);
  rules_.apply_directions(*model_, d);
  for (const mjtWarning warning :
       {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC, mjWARN_CONTACTFULL, mjWARN_CNSTRFULL}) {
    if (d.warning[warning].number == 0) continue;
    failure_ = warning;
    return core::Status::kError;  // MuJoCo has put everything back to the start: the arrays keep the last
                                  // good state
  }
  read_joints();
  read_links();
  return core::Status::kOk;
}

}  // namespace lockstep::hosts::mujoco
