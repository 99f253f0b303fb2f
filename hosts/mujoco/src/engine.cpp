// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <algorithm>
#include <cmath>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/hosts/mujoco/mujoco_host.hpp"
#include "mjcf.hpp"

namespace lockstep::hosts::mujoco {
namespace {

using description::JointType;

constexpr JointType kSupported[] = {JointType::kFixed,     JointType::kRevolute,  JointType::kContinuous,
                                    JointType::kPrismatic, JointType::kUniversal, JointType::kBall,
                                    JointType::kScrew,     JointType::kRevolute2, JointType::kGearbox};

/// Efforts of a drive without limit; infinity would make the solver's costs meaningless.
constexpr double kUnlimited = 1e12;
/// A drive with the limit 0 keeps its row among the constraints.
constexpr double kNoEffort = 1e-12;

class MujocoSnapshot final : public Snapshot {
 public:
  const MujocoEngine* owner{nullptr};
  Data data;
  WorldState state;
};

int id_of(const mjModel& model, int type, const std::string& name) {
  return mj_name2id(&model, type, name.c_str());
}

}  // namespace

std::unique_ptr<Engine> make_engine(const SharedWorld& world, const EngineOptions& options) {
  return std::make_unique<MujocoEngine>(make_plan(world, options, "mujoco", kSupported), options.log);
}

MujocoEngine::MujocoEngine(std::unique_ptr<const EnginePlan> plan, core::LogSink log)
    : PlannedEngine{std::move(plan)}, log_{std::move(log)} {
  keep_log_file_away();
  for (std::size_t link = 0; link < plan_->flat.links.size(); ++link) {
    if (!plan_->flat.links[link].link->gravity) weightless_.push_back(static_cast<LinkIndex>(link));
  }
  load({});
  reset();
}

void MujocoEngine::load(const std::vector<DrivenAxis>& driven) {
  std::vector<std::size_t> driven_joints;
  for (const DrivenAxis& axis : driven)
    driven_joints.push_back(axis.joint);
  model_ = load_model(mjcf_text(*plan_, needs_.reactions, driven_joints, hulls_), log_);
  data_.reset(mj_makeData(model_.get()));
  if (!data_) throw Error{ErrorCode::kSystem, "MuJoCo has not enough memory for this world"};
  rules_ = ContactRules{*plan_, *model_};
  find_addresses();
  find_drives(driven);
  reactions_.clear();
  for (const ReactionPlace& place : reaction_places())
    reactions_.push_back({place, static_cast<int>(6 * reactions_.size())});
  tell(log_, fast_springs());
  log_ = nullptr;  // told once
}

std::vector<Diagnostic> MujocoEngine::fast_springs() const {
  std::vector<Diagnostic> findings;
  const double step_s = plan_->step.seconds();
  for (std::size_t j = 0; j < plan_->layout.joints.size(); ++j) {
    const JointInfo& info = plan_->layout.joints[j];
    const description::Joint& joint = *plan_->flat.joints[j].joint;
    for (std::size_t a = 0; a < std::min<std::size_t>(joint.axes.size(), info.axis_count); ++a) {
      const int dof = dof_[info.first_axis + a];
      if (dof < 0) continue;
      // Springs are explicit: beyond 2 rad for each step they grow without end.
      const double frequency = std::sqrt(joint.axes[a].spring_stiffness * model_->dof_invweight0[dof]);
      if (!(frequency * step_s > 1.0)) continue;
      findings.push_back({Severity::kWarning, "step-too-long",
                          "the spring of joint '" + joint.scoped_name + "' swings at " +
                              core::to_text(std::round(frequency)) + " rad/s, too fast for steps of " +
                              core::to_text(step_s) + " s",
                          "use steps below " + core::to_text(std::round(1e9 / frequency) * 1e-9) +
                              " s, or engine dart or simbody, whose springs are implicit",
                          joint.where});
    }
  }
  return findings;
}

void MujocoEngine::find_addresses() {
  const WorldLayout& layout = plan_->layout;
  qpos_.assign(layout.axis_count, -1);
  dof_.assign(layout.axis_count, -1);
  balls_.clear();
  screws_.clear();
  for (std::size_t j = 0; j < layout.joints.size(); ++j) {
    const JointInfo& joint = layout.joints[j];
    if (joint.kind == JointKind::kScrew) {
      const int slide = id_of(*model_, mjOBJ_JOINT, "k" + std::to_string(j));
      screws_.push_back({joint.first_axis, model_->jnt_qposadr[slide], model_->jnt_dofadr[slide],
                         metres_per_radian(*plan_->flat.joints[j].joint)});
    }
    const std::uint32_t named = joint.kind == JointKind::kBall ? 1 : joint.axis_count;
    for (std::uint32_t a = 0; a < named; ++a) {
      const int id = id_of(*model_, mjOBJ_JOINT, "j" + std::to_string(j) + '_' + std::to_string(a));
      if (joint.kind == JointKind::kBall) {
        balls_.push_back({joint.first_axis, model_->jnt_qposadr[id], model_->jnt_dofadr[id]});
      } else {
        qpos_[joint.first_axis + a] = model_->jnt_qposadr[id];
        dof_[joint.first_axis + a] = model_->jnt_dofadr[id];
      }
    }
  }
  body_.clear();
  link_of_geom_.assign(static_cast<std::size_t>(model_->ngeom), kWorld);
  for (std::size_t link = 0; link < plan_->flat.links.size(); ++link) {
    body_.push_back(id_of(*model_, mjOBJ_BODY, "l" + std::to_string(link)));
    for (std::size_t n = 0; n < plan_->flat.links[link].link->collisions.size(); ++n) {
      const int geom = id_of(*model_, mjOBJ_GEOM, "g" + std::to_string(link) + '_' + std::to_string(n));
      if (geom >= 0) link_of_geom_[static_cast<std::size_t>(geom)] = static_cast<LinkIndex>(link);
    }
  }
}

void MujocoEngine::find_drives(const std::vector<DrivenAxis>& driven) {
  drives_.clear();
  for (const DrivenAxis& drive : driven) {
    const int dof = dof_[drive.axis];
    // Constraints of dry friction come after those of couplings, one for each, in the order of the degrees
    // of freedom that have any.
    const int row = static_cast<int>(std::count_if(model_->dof_frictionloss, model_->dof_frictionloss + dof,
                                                   [](mjtNum friction) { return friction > 0.0; }));
    model_->dof_frictionloss[dof] = std::clamp(state_.effort_limit[drive.axis], kNoEffort, kUnlimited);
    const std::size_t a = drive.axis - plan_->layout.joints[drive.joint].first_axis;
    const description::JointAxis& axis = plan_->flat.joints[drive.joint].joint->axes.at(a);
    drives_.push_back({drive.axis, row, axis.damping, axis.spring_stiffness, axis.spring_reference});
  }
}

void MujocoEngine::prepare(const Needs& needs) {
  take_needs(needs);
  const std::vector<DrivenAxis> driven = driven_axes();
  if (!needs.reactions.empty() || !driven.empty() || !drives_.empty()) load(driven);
  reset();
}

void MujocoEngine::reset() {
  mj_resetData(model_.get(), data_.get());
  failure_ = -1;
  reset_arrays();
  for (std::size_t axis = 0; axis < qpos_.size(); ++axis) {
    if (qpos_[axis] < 0) continue;
    data_->qpos[qpos_[axis]] = plan_->start[axis];
    data_->qvel[dof_[axis]] = plan_->start_velocity[axis];
  }
  for (const std::size_t link : plan_->tree.free_links) {
    const StartVelocity start = start_velocity_of(*plan_, link);
    const Eigen::Vector3d w_B = plan_->flat.links[link].pose.orientation.conjugate() * start.w_WB;
    mjtNum* qvel = data_->qvel + model_->jnt_dofadr[id_of(*model_, mjOBJ_JOINT, "f" + std::to_string(link))];
    mju_copy(qvel, start.v_WB.data(), 3);
    mju_copy(qvel + 3, w_B.data(), 3);
  }
  turn_screws();
  refresh();
}

void MujocoEngine::turn_screws() noexcept {
  for (const Screw& screw : screws_) {
    data_->qpos[screw.qpos] = screw.metres_per_radian * data_->qpos[qpos_[screw.axis]];
    data_->qvel[screw.dof] = screw.metres_per_radian * data_->qvel[dof_[screw.axis]];
  }
}

void MujocoEngine::refresh() noexcept {
  mj_step1(model_.get(), data_.get());
  rules_.apply_directions(*model_, *data_);
  read_joints();
  read_links();
}

void MujocoEngine::put_axes(Span<const AxisMotion> axes) {
  for (const AxisMotion& moved : axes) {
    if (qpos_.at(moved.axis) < 0) refuse_ball();
    data_->qpos[qpos_[moved.axis]] = moved.position;
    data_->qvel[dof_[moved.axis]] = moved.velocity;
  }
  turn_screws();
  refresh();
}

void MujocoEngine::set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                                  const Eigen::Vector3d& w_WB) {
  const int joint = id_of(*model_, mjOBJ_JOINT, "f" + std::to_string(link));
  if (joint < 0) refuse_to_put(link);
  mjtNum* qpos = data_->qpos + model_->jnt_qposadr[joint];
  mjtNum* qvel = data_->qvel + model_->jnt_dofadr[joint];
  const description::Quaternion& q = X_WB.orientation;
  const Eigen::Vector3d w_B = q.conjugate() * w_WB;
  const double pose[] = {X_WB.position.x(), X_WB.position.y(), X_WB.position.z(), q.w(), q.x(), q.y(), q.z()};
  const double velocity[] = {v_WB.x(), v_WB.y(), v_WB.z(), w_B.x(), w_B.y(), w_B.z()};
  mju_copy(qpos, pose, 7);
  mju_copy(qvel, velocity, 6);
  refresh();
}

std::unique_ptr<Snapshot> MujocoEngine::save() const {
  auto snapshot = std::make_unique<MujocoSnapshot>();
  snapshot->owner = this;
  snapshot->data.reset(mj_copyData(nullptr, model_.get(), data_.get()));
  snapshot->state = state_;
  return snapshot;
}

void MujocoEngine::restore(const Snapshot& snapshot) {
  const auto* own = dynamic_cast<const MujocoSnapshot*>(&snapshot);
  if (own == nullptr || own->owner != this || own->data->nbuffer != data_->nbuffer) refuse_snapshot();
  state_.copy_from(own->state);
  mj_copyData(data_.get(), model_.get(), own->data.get());
  failure_ = -1;
}

std::string MujocoEngine::fault() const {
  switch (failure_) {
    case mjWARN_BADQPOS:
    case mjWARN_BADQVEL:
    case mjWARN_BADQACC:
      return "the simulation diverged (positions, velocities or accelerations are not finite or huge); use a "
             "smaller "
             "step, or look for efforts, gains or inertias that are out of proportion";
    default:
      return "MuJoCo ran out of room for contacts or constraints; remove collision shapes";
  }
}

}  // namespace lockstep::hosts::mujoco
