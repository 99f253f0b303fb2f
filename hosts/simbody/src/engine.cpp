// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <cmath>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/simbody/simbody_host.hpp"

namespace lockstep::hosts::simbody {
namespace {

using description::JointType;

constexpr JointType kSupported[] = {JointType::kFixed,     JointType::kRevolute,  JointType::kContinuous,
                                    JointType::kPrismatic, JointType::kUniversal, JointType::kBall,
                                    JointType::kScrew};
constexpr double kAccuracy = 1e-6;

class SimbodySnapshot final : public Snapshot {
 public:
  const SimbodyEngine* owner{nullptr};
  SimTK::State physics;
  WorldState state;
  std::int64_t index{0};
};

}  // namespace

std::unique_ptr<Engine> make_engine(const description::World& world, const EngineOptions& options) {
  try {
    return std::make_unique<SimbodyEngine>(make_plan(world, options, "simbody", kSupported), options.log);
  } catch (const SimTK::Exception::Base& error) {
    throw Error{ErrorCode::kUnsupported, std::string{"Simbody refuses the world: "} + error.what() +
                                             "; check masses and inertias, or choose another engine"};
  }
}

SimbodyEngine::SimbodyEngine(std::unique_ptr<const EnginePlan> plan, const core::LogSink& log)
    : plan_{std::move(plan)}, grid_{0.0, plan_->step} {
  std::vector<Diagnostic> findings;
  built_ = build_system(*plan_, findings);
  if (log) {
    for (const Diagnostic& finding : findings)
      log({core::LogLevel::kWarning, "simbody", finding.id, to_string(finding)});
  }
  state_.resize(plan_->layout);
  axes_.resize(plan_->layout.axis_count);
  for (const description::TreeJoint& tree : plan_->tree.joints) {
    const JointInfo& info = plan_->layout.joints[tree.joint];
    for (std::uint32_t a = 0; a < info.axis_count; ++a) {
      const bool backwards = tree.reversed && info.kind == JointKind::kUniversal;
      axes_[info.first_axis + a] = {built_->joint[tree.joint],
                                    static_cast<int>(backwards ? info.axis_count - 1 - a : a),
                                    info.kind == JointKind::kBall};
    }
  }
  reset();
}

bool SimbodyEngine::has(Capability capability) const noexcept {
  return capability != Capability::kPositionCommand && capability != Capability::kVelocityCommand &&
         capability != Capability::kContacts;
}

void SimbodyEngine::prepare(const Needs& needs) {
  if (!needs.contacts.empty()) require(*this, Capability::kContacts, "prepare");
  needs_ = needs;
  reactions_.clear();
  for (const JointIndex wanted : needs.reactions) {
    for (const description::TreeJoint& tree : plan_->tree.joints) {
      if (tree.joint != wanted) continue;
      const OuterJoint outer = outer_joint(*plan_, tree);
      const description::FlatJoint& flat = plan_->flat.joints[wanted];
      const bool on_world = flat.child == description::FlatJoint::kWorld;
      description::Quaternion q_CJ = flat.pose.orientation;
      if (!on_world)
        q_CJ = plan_->flat.links[flat.child].pose.orientation.conjugate() * flat.pose.orientation;
      reactions_.push_back({wanted, built_->body[outer.outer],
                            on_world ? SimTK::GroundIndex : built_->body[flat.child], tree.reversed,
                            to_simtk(outer.X_OJ), to_simtk(q_CJ)});
    }
  }
  reset();
}

void SimbodyEngine::start_from(const SimTK::State& state) const {
  integrator_ = std::make_unique<SimTK::RungeKuttaMersonIntegrator>(built_->system);
  integrator_->setAccuracy(kAccuracy);
  integrator_->setInitialStepSize(plan_->step.seconds());
  integrator_->initialize(state);
}

void SimbodyEngine::reset() {
  SimTK::State state = built_->system.getDefaultState();
  state.setTime(0.0);
  for (const std::size_t link : plan_->tree.free_links)
    body(built_->body[link]).setQToFitTransform(state, to_simtk(plan_->flat.links[link].pose));
  for (std::size_t j = 0; j < plan_->flat.joints.size(); ++j) {
    const auto& axes = plan_->flat.joints[j].joint->axes;
    for (std::size_t a = 0; a < axes.size() && a < plan_->layout.joints[j].axis_count; ++a) {
      const Axis& axis = axes_[plan_->layout.joints[j].first_axis + a];
      body(axis.body).setOneQ(state, axis.coordinate, axes[a].initial_position);
    }
  }
  index_ = 0;
  fault_.clear();
  state_.gravity_W = plan_->world.gravity_m_s2;
  state_.wind_W = plan_->world.wind_m_s;
  for (Wrench& reaction : state_.reaction)
    reaction = {};
  start_from(state);
  read(integrator_->getState());
}

void SimbodyEngine::set_joint_state(AxisIndex axis, double position, double velocity) {
  if (!std::isfinite(position) || !std::isfinite(velocity))
    throw Error{ErrorCode::kBadUsage, "a joint can only be put to finite numbers"};
  const Axis& place = axes_.at(axis);
  if (place.ball)
    throw Error{ErrorCode::kUnsupported,
                "engine 'simbody' cannot put single axes of a ball joint; choose another joint"};
  SimTK::State state = integrator_->getState();
  body(place.body).setOneQ(state, place.coordinate, position);
  body(place.body).setOneU(state, place.coordinate, velocity);
  start_from(state);
  read(integrator_->getState());
}

void SimbodyEngine::set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                                   const Eigen::Vector3d& w_WB) {
  const SimTK::MobilizedBody& placed = body(built_->body.at(link));
  if (!SimTK::MobilizedBody::Free::isInstanceOf(placed))
    throw Error{ErrorCode::kUnsupported,
                "link '" + plan_->layout.links.at(link).name +
                    "' is held by a joint or static; only a free body can be put somewhere"};
  SimTK::State state = integrator_->getState();
  placed.setQToFitTransform(state, to_simtk(X_WB));
  built_->system.realize(state, SimTK::Stage::Position);
  placed.setUToFitVelocity(state, SimTK::SpatialVec{to_simtk(w_WB), to_simtk(v_WB)});
  start_from(state);
  read(integrator_->getState());
}

std::unique_ptr<Snapshot> SimbodyEngine::save() const {
  auto snapshot = std::make_unique<SimbodySnapshot>();
  snapshot->owner = this;
  snapshot->physics = integrator_->getState();
  snapshot->state = state_;
  snapshot->index = index_;
  start_from(snapshot->physics);
  return snapshot;
}

void SimbodyEngine::restore(const Snapshot& snapshot) {
  const auto* own = dynamic_cast<const SimbodySnapshot*>(&snapshot);
  if (own == nullptr || own->owner != this)
    throw Error{ErrorCode::kBadUsage, "host 'simbody' was given the snapshot of another world"};
  start_from(own->physics);
  state_ = own->state;
  index_ = own->index;
  fault_.clear();
}

void SimbodyEngine::write_forces(SimTK::State& state) const {
  for (std::size_t i = 0; i < axes_.size(); ++i)
    built_->applied.setOneMobilityForce(state, body(axes_[i].body),
                                        SimTK::MobilizerUIndex{axes_[i].coordinate}, state_.applied[i]);
  for (const LinkIndex link : needs_.pushed) {
    if (built_->body[link] == SimTK::GroundIndex) continue;
    built_->applied.setOneBodyForce(
        state, body(built_->body[link]),
        SimTK::SpatialVec{to_simtk(state_.torque_W[link]), to_simtk(state_.force_W[link])});
  }
}

void SimbodyEngine::read(const SimTK::State& state) {
  built_->system.realize(state, SimTK::Stage::Velocity);
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const SimTK::MobilizedBody& moved = body(axes_[i].body);
    state_.velocity[i] = moved.getOneU(state, axes_[i].coordinate);
    if (axes_[i].ball) {
      const SimTK::Vec4 turn = moved.getMobilizerTransform(state).R().convertRotationToAngleAxis();
      state_.position[i] = turn[0] * turn[1 + axes_[i].coordinate];
    } else {
      state_.position[i] = moved.getOneQ(state, axes_[i].coordinate);
    }
  }
  for (const LinkIndex link : needs_.links) {
    if (built_->body[link] == SimTK::GroundIndex) {
      state_.p_WB[link] = plan_->flat.links[link].pose.position;
      state_.q_WB[link] = plan_->flat.links[link].pose.orientation;
      continue;
    }
    const SimTK::MobilizedBody& moved = body(built_->body[link]);
    const SimTK::Transform& X_WB = moved.getBodyTransform(state);
    const SimTK::Quaternion q = X_WB.R().convertRotationToQuaternion();
    state_.p_WB[link] = to_eigen(X_WB.p());
    state_.q_WB[link] = description::Quaternion{q[0], q[1], q[2], q[3]};
    state_.v_WB[link] = to_eigen(moved.getBodyOriginVelocity(state));
    state_.w_WB[link] = to_eigen(moved.getBodyAngularVelocity(state));
  }
}

void SimbodyEngine::read_reactions(const SimTK::State& state) {
  built_->system.realize(state, SimTK::Stage::Acceleration);
  for (const Reaction& reaction : reactions_) {
    const SimTK::MobilizedBody& outer = body(reaction.outer);
    // About the outer body's origin, in the world's axes: what the inner link does to the outer one.
    const SimTK::SpatialVec at_origin = outer.findMobilizerReactionOnBodyAtOriginInGround(state);
    const SimTK::Rotation& R_WO = outer.getBodyTransform(state).R();
    const SimTK::Vec3 lever_W = R_WO * reaction.X_OJ.p();
    SimTK::Vec3 force_W = at_origin[1];
    SimTK::Vec3 torque_W = at_origin[0] - SimTK::cross(lever_W, force_W);
    SimTK::Rotation R_WJ = R_WO * reaction.X_OJ.R();
    if (reaction.reversed) {
      force_W = -force_W;
      torque_W = -torque_W;
      R_WJ = body(reaction.child).getBodyTransform(state).R() * reaction.R_CJ;
    }
    state_.reaction[reaction.joint] = {to_eigen(~R_WJ * force_W), to_eigen(~R_WJ * torque_W)};
  }
}

void SimbodyEngine::advance() {
  write_forces(integrator_->updAdvancedState());
  integrator_->reinitialize(SimTK::Stage::Dynamics, false);
  const double end_s = grid_.at(index_ + 1);
  while (integrator_->getTime() < end_s) {
    // The second time forbids steps beyond the end, which would be interpolated back: forces change there.
    const auto status = integrator_->stepTo(end_s, end_s);
    if (status == SimTK::Integrator::EndOfSimulation)
      throw std::runtime_error{"the integrator ended the simulation"};
  }
  ++index_;
  read(integrator_->getState());
  if (!reactions_.empty()) read_reactions(integrator_->getState());
}

core::Status SimbodyEngine::step() noexcept {
  // The one shell around foreign code that may throw.
  try {
    advance();
    return core::Status::kOk;
  } catch (const std::exception& error) {
    fault_ = std::string{"Simbody could not integrate the step: "} + error.what() +
             "; use a smaller step, or look for efforts, gains or inertias that are out of proportion";
    return core::Status::kError;
  }
}

}  // namespace lockstep::hosts::simbody
