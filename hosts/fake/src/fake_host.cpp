// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/fake/fake_host.hpp"

#include <algorithm>
#include <cmath>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::fake {
namespace {

class FakeSnapshot final : public Snapshot {
 public:
  explicit FakeSnapshot(WorldState saved) : state{std::move(saved)} {}
  WorldState state;
};

Eigen::Vector3d center_of_mass(const WorldState& state, const FakeLink& link, std::size_t i) {
  return state.p_WB[i] + state.q_WB[i] * link.p_BoBcm_B;
}

}  // namespace

FakeHost::FakeHost(FakeWorld world) : world_{std::move(world)} {
  for (const FakeLink& link : world_.links)
    layout_.links.push_back({link.name, link.mass_kg, link.p_BoBcm_B});
  for (const FakeJoint& joint : world_.joints) {
    JointInfo info;
    info.name = joint.name;
    info.kind = joint.kind;
    info.first_axis = layout_.axis_count;
    info.axis_count = joint.kind == JointKind::kFixed ? 0 : 1;
    info.limits.assign(info.axis_count, joint.limits);
    info.damping.assign(info.axis_count, joint.damping);
    layout_.axis_count += info.axis_count;
    layout_.joints.push_back(std::move(info));
  }
  state_.resize(layout_);
  put_back();
}

bool FakeHost::has(Capability capability) const noexcept {
  if (capability == Capability::kContacts) return false;
  if (capability == Capability::kMeasuredAcceleration) return world_.measures_acceleration;
  if (capability == Capability::kCompensatesGravity || capability == Capability::kCompensatesFriction)
    return world_.compensates;
  return std::find(world_.without.begin(), world_.without.end(), capability) == world_.without.end();
}

void FakeHost::prepare(const Needs& needs) {
  check_needs(*this, needs);
  needs_ = needs;
}

void FakeHost::reset() {
  if (!has(Capability::kReset)) Host::reset();
  put_back();
}

void FakeHost::put_back() {
  fails_ = false;
  state_.gravity_W = world_.gravity_W;
  state_.wind_W = world_.wind_W;
  for (std::size_t j = 0; j < layout_.joints.size(); ++j) {
    if (layout_.joints[j].axis_count == 0) continue;
    state_.position[layout_.joints[j].first_axis] = world_.joints[j].position;
    state_.velocity[layout_.joints[j].first_axis] = world_.joints[j].velocity;
  }
  for (std::size_t i = 0; i < layout_.links.size(); ++i) {
    state_.p_WB[i] = world_.links[i].X_WB.position;
    state_.q_WB[i] = world_.links[i].X_WB.orientation;
    state_.v_WB[i] = world_.links[i].v_WB;
    state_.w_WB[i] = world_.links[i].w_WB;
  }
  for (Wrench& reaction : state_.reaction)
    reaction = {};
  std::fill(state_.applied.begin(), state_.applied.end(), 0.0);
  for (auto* vectors : {&state_.force_W, &state_.torque_W})
    std::fill(vectors->begin(), vectors->end(), Eigen::Vector3d::Zero());
  measure_accelerations();
}

void FakeHost::measure_accelerations() noexcept {
  if (!world_.measures_acceleration) return;
  for (std::size_t j = 0; j < layout_.joints.size(); ++j) {
    if (layout_.joints[j].axis_count == 0) continue;
    const AxisIndex axis = layout_.joints[j].first_axis;
    state_.acceleration[axis] =
        (state_.applied[axis] - world_.joints[j].damping * state_.velocity[axis]) / world_.joints[j].inertia;
  }
  for (std::size_t i = 0; i < layout_.links.size(); ++i) {
    state_.a_WB[i] = state_.force_W[i] / world_.links[i].mass_kg + state_.gravity_W;
    state_.alpha_WB[i] = state_.torque_W[i] / world_.links[i].inertia_kg_m2;
  }
}

void FakeHost::set_joint_state(AxisIndex axis, double position, double velocity) {
  if (!std::isfinite(position) || !std::isfinite(velocity))
    throw Error{ErrorCode::kBadUsage, "a joint can only be put to finite numbers"};
  state_.position.at(axis) = position;
  state_.velocity.at(axis) = velocity;
  measure_accelerations();
}

void FakeHost::set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                              const Eigen::Vector3d& w_WB) {
  state_.p_WB.at(link) = X_WB.position;
  state_.q_WB.at(link) = X_WB.orientation;
  state_.v_WB.at(link) = v_WB;
  state_.w_WB.at(link) = w_WB;
}

std::unique_ptr<Snapshot> FakeHost::save() const {
  return std::make_unique<FakeSnapshot>(state_);
}

void FakeHost::restore(const Snapshot& snapshot) {
  const auto* own = dynamic_cast<const FakeSnapshot*>(&snapshot);
  if (own == nullptr) throw Error{ErrorCode::kBadUsage, "host 'fake' was given the snapshot of another host"};
  state_.copy_from(own->state);
}

void FakeHost::step_joint(std::size_t i, double step_s) noexcept {
  const FakeJoint& joint = world_.joints[i];
  const AxisIndex axis = layout_.joints[i].first_axis;
  double& position = state_.position[axis];
  double& velocity = state_.velocity[axis];
  const double applied = state_.applied[axis];
  switch (state_.mode[axis]) {
    case CommandMode::kPosition:
      velocity = (applied - position) / step_s;
      position = applied;
      return;
    case CommandMode::kVelocity:
      velocity = applied;
      position += applied * step_s;
      return;
    case CommandMode::kEffort:
      break;
  }
  if (joint.damping == 0.0) {
    const double acceleration = applied / joint.inertia;
    position += (velocity + 0.5 * acceleration * step_s) * step_s;
    velocity += acceleration * step_s;
    return;
  }
  const double final_velocity = applied / joint.damping;
  const double rate = joint.damping / joint.inertia;
  const double left = std::exp(-rate * step_s);
  position += final_velocity * step_s + (velocity - final_velocity) * (1.0 - left) / rate;
  velocity = final_velocity + (velocity - final_velocity) * left;
}

void FakeHost::step_link(std::size_t i, double step_s) noexcept {
  const FakeLink& link = world_.links[i];
  const Eigen::Vector3d com = center_of_mass(state_, link, i);
  const Eigen::Vector3d v_com = state_.v_WB[i] + state_.w_WB[i].cross(com - state_.p_WB[i]);
  const Eigen::Vector3d acceleration = state_.force_W[i] / link.mass_kg + state_.gravity_W;
  const Eigen::Vector3d moment = state_.torque_W[i] - (com - state_.p_WB[i]).cross(state_.force_W[i]);
  const Eigen::Vector3d w_new = state_.w_WB[i] + moment / link.inertia_kg_m2 * step_s;
  const Eigen::Vector3d turn = 0.5 * (state_.w_WB[i] + w_new) * step_s;
  if (const double angle = turn.norm(); angle > 0.0)
    state_.q_WB[i] =
        (description::Quaternion{Eigen::AngleAxisd{angle, turn / angle}} * state_.q_WB[i]).normalized();
  const Eigen::Vector3d com_new = com + (v_com + 0.5 * acceleration * step_s) * step_s;
  const Eigen::Vector3d lever = state_.q_WB[i] * link.p_BoBcm_B;
  state_.p_WB[i] = com_new - lever;
  state_.w_WB[i] = w_new;
  state_.v_WB[i] = v_com + acceleration * step_s - w_new.cross(lever);
}

core::Status FakeHost::step() noexcept {
  if (fails_) return core::Status::kError;
  const double step_s = world_.step.seconds();
  for (std::size_t i = 0; i < layout_.joints.size(); ++i) {
    if (layout_.joints[i].axis_count != 0) step_joint(i, step_s);
    if (i < world_.links.size())
      state_.reaction[i].force_n = -world_.links[i].mass_kg * (state_.q_WB[i].conjugate() * state_.gravity_W);
  }
  for (std::size_t i = 0; i < layout_.links.size(); ++i)
    step_link(i, step_s);
  measure_accelerations();
  return core::Status::kOk;
}

}  // namespace lockstep::hosts::fake
