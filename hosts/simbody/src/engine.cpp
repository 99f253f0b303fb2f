// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <algorithm>
#include <cmath>

#include "contacts.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/hosts/simbody/simbody_host.hpp"

namespace lockstep::hosts::simbody {
namespace {

using description::JointType;

constexpr JointType kSupported[] = {JointType::kFixed,     JointType::kRevolute,  JointType::kContinuous,
                                    JointType::kPrismatic, JointType::kUniversal, JointType::kBall,
                                    JointType::kScrew,     JointType::kRevolute2, JointType::kGearbox};
constexpr double kAccuracy = 1e-6;

class SimbodySnapshot final : public Snapshot {
 public:
  const SimbodyEngine* owner{nullptr};
  SimTK::State physics;
  WorldState state;
  std::int64_t index{0};
  std::vector<double> impact_speeds;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const SharedWorld& world, const EngineOptions& options) {
  try {
    return std::make_unique<SimbodyEngine>(make_plan(world, options, "simbody", kSupported), options.log);
  } catch (const SimTK::Exception::Base& error) {
    if (options.log) options.log({core::LogLevel::kDebug, "simbody", "engine-message", error.what()});
    throw Error{
        ErrorCode::kUnsupported,
        "Simbody does not take the world; check masses and inertias (--debug-logging shows what Simbody "
        "says), or choose another engine"};
  }
}

SimbodyEngine::SimbodyEngine(std::unique_ptr<const EnginePlan> plan, const core::LogSink& log)
    : PlannedEngine{std::move(plan)}, grid_{0.0, plan_->step} {
  build();
  tell(log, {});
  reset();
}

void SimbodyEngine::build() {
  integrator_.reset();
  driven_.clear();
  weak_.clear();
  const bool has_couplings =
      !plan_->welds.empty() || std::any_of(plan_->layout.joints.begin(), plan_->layout.joints.end(),
                                           [](const JointInfo& joint) { return joint.mimic.has_value(); });
  for (const DrivenAxis& drive : driven_axes()) {
    // Jumps of prescribed velocities would have to agree with couplings and loops.
    if (is_limited(drive) || has_couplings)
      weak_.push_back({drive});
    else
      driven_.push_back(drive);
  }
  const double step_s = plan_->step.seconds();
  built_ = build_system(*plan_, driven_);
  bounded_.emplace(*built_, step_s);
  axes_.resize(plan_->layout.axis_count);
  for (const description::TreeJoint& tree : plan_->tree.joints) {
    const JointInfo& info = plan_->layout.joints[tree.joint];
    const std::vector<description::JointAxis>& described = plan_->flat.joints[tree.joint].joint->axes;
    const bool is_driven = !built_->drive[tree.joint].isEmptyHandle() ||
                           std::any_of(weak_.begin(), weak_.end(),
                                       [&](const WeakDrive& weak) { return weak.drive.joint == tree.joint; });
    for (std::uint32_t a = 0; a < info.axis_count; ++a) {
      const bool backwards = tree.reversed && info.kind == JointKind::kUniversal;
      const Axis axis{built_->joint[tree.joint], static_cast<int>(backwards ? info.axis_count - 1 - a : a),
                      info.kind == JointKind::kBall};
      axes_[info.first_axis + a] = axis;
      if (a < described.size() && described[a].friction != 0.0 && !is_driven)
        bounded_->add(axis.body, axis.coordinate, described[a].friction);
    }
  }
  soft_.clear();
  for (const StiffAxis& stiff : built_->stiff)
    soft_.push_back({stiff, bounded_->add_soft(stiff.body, stiff.coordinate, stiff.damping_with(step_s))});
  for (WeakDrive& weak : weak_) {
    const Axis& axis = axes_[weak.drive.axis];
    weak.row = bounded_->add(axis.body, axis.coordinate, state_.effort_limit[weak.drive.axis]);
  }
}

bool SimbodyEngine::is_limited(const DrivenAxis& drive) const {
  // All axes of a joint are prescribed, or none.
  const JointInfo& joint = plan_->layout.joints[drive.joint];
  const auto first = state_.effort_limit.begin() + joint.first_axis;
  return std::any_of(first, first + joint.axis_count, [](double limit) { return std::isfinite(limit); });
}

void SimbodyEngine::prepare(const Needs& needs) {
  take_needs(needs);
  if (!driven_.empty() || !weak_.empty() || !driven_axes().empty()) build();
  reactions_.clear();
  for (const ReactionPlace& place : reaction_places()) {
    const bool on_world = place.child == description::FlatJoint::kWorld;
    reactions_.push_back({place, built_->body[place.outer],
                          on_world ? SimTK::GroundIndex : built_->body[place.child], to_simtk(place.X_OJ),
                          to_simtk(place.q_CJ)});
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
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    if (axes_[i].ball) continue;
    body(axes_[i].body).setOneQ(state, axes_[i].coordinate, plan_->start[i]);
    body(axes_[i].body).setOneU(state, axes_[i].coordinate, plan_->start_velocity[i]);
  }
  for (const std::size_t link : plan_->tree.free_links) {
    const StartVelocity start = start_velocity_of(*plan_, link);
    body(built_->body[link]).setUToFitVelocity(state, {to_simtk(start.w_WB), to_simtk(start.v_WB)});
  }
  lock_axes(state);
  index_ = 0;
  std::fill(built_->contacts->impact_speeds().begin(), built_->contacts->impact_speeds().end(), 0.0);
  fault_.clear();
  reset_arrays();
  start_from(state);
  read(integrator_->getState());
}

void SimbodyEngine::lock_axes(SimTK::State& state) const {
  for (std::size_t j = 0; j < plan_->flat.joints.size(); ++j) {
    const std::vector<description::JointAxis>& axes = plan_->flat.joints[j].joint->axes;
    const bool locked =
        !axes.empty() && std::all_of(axes.begin(), axes.end(),
                                     [](const description::JointAxis& axis) { return axis.is_locked(); });
    if (locked && built_->drive[j].isEmptyHandle() && plan_->layout.joints[j].axis_count > 0)
      body(built_->joint[j]).lock(state);
  }
}

void SimbodyEngine::put_axes(Span<const AxisMotion> axes) {
  SimTK::State state = integrator_->getState();
  for (const AxisMotion& moved : axes) {
    const Axis& axis = axes_.at(moved.axis);
    if (axis.ball) refuse_ball();
    body(axis.body).setOneQ(state, axis.coordinate, moved.position);
    body(axis.body).setOneU(state, axis.coordinate, moved.velocity);
  }
  start_from(state);
  read(integrator_->getState());
}

void SimbodyEngine::set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                                   const Eigen::Vector3d& w_WB) {
  const SimTK::MobilizedBody& placed = body(built_->body.at(link));
  if (!SimTK::MobilizedBody::Free::isInstanceOf(placed)) refuse_to_put(link);
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
  snapshot->impact_speeds = built_->contacts->impact_speeds();
  start_from(snapshot->physics);
  return snapshot;
}

void SimbodyEngine::restore(const Snapshot& snapshot) {
  const auto* own = dynamic_cast<const SimbodySnapshot*>(&snapshot);
  if (own == nullptr || own->owner != this) refuse_snapshot();
  state_.copy_from(own->state);
  start_from(own->physics);
  index_ = own->index;
  built_->contacts->impact_speeds() = own->impact_speeds;
  fault_.clear();
}

void SimbodyEngine::write_forces(SimTK::State& state) const {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const SimTK::MobilizedBody& moved = body(axes_[i].body);
    double effort = state_.applied[i];
    if (axes_[i].ball) {
      // Simbody's are about the axes of the parent.
      const std::size_t first = i - static_cast<std::size_t>(axes_[i].coordinate);
      const SimTK::Vec3 on_child{state_.applied[first], state_.applied[first + 1], state_.applied[first + 2]};
      effort = (moved.getMobilizerTransform(state).R() * on_child)[axes_[i].coordinate];
    }
    built_->applied.setOneMobilityForce(state, moved, SimTK::MobilizerUIndex{axes_[i].coordinate}, effort);
  }
  for (const LinkIndex link : needs_.pushed) {
    if (built_->body[link] == SimTK::GroundIndex) continue;
    built_->applied.setOneBodyForce(
        state, body(built_->body[link]),
        SimTK::SpatialVec{to_simtk(state_.torque_W[link]), to_simtk(state_.force_W[link])});
  }
}

void SimbodyEngine::write_drives(SimTK::State& state) {
  for (const WeakDrive& weak : weak_) {
    const Axis& axis = axes_[weak.drive.axis];
    built_->applied.setOneMobilityForce(state, body(axis.body), SimTK::MobilizerUIndex{axis.coordinate}, 0.0);
    bounded_->set_velocity(weak.row, drive_velocity(weak.drive.axis));
  }
  for (const SoftAxis& soft : soft_)
    bounded_->set_velocity(
        soft.row, soft.axis.wanted_velocity(body(soft.axis.body).getOneQ(state, soft.axis.coordinate),
                                            plan_->step.seconds()));
  if (!driven_.empty()) prescribe_drives(state);
}

void SimbodyEngine::prescribe_drives(SimTK::State& state) const {
  for (const DrivenAxis& drive : driven_) {
    const Axis& axis = axes_[drive.axis];
    const SimTK::MobilizerUIndex coordinate{axis.coordinate};
    built_->applied.setOneMobilityForce(state, body(axis.body), coordinate, 0.0);
    built_->drive[drive.joint].setOneRate(state, coordinate, drive_velocity(drive.axis));
  }
  // The drives change velocities at once. All else answers as to an impulse on the driven axes alone:
  // M_ff du_f = -M_fd du_d.
  const int count = built_->matter.getNumMobilities();
  SimTK::Vector jump(count), momentum(count), answer(count);
  for (int i = 0; i < count; ++i)
    jump[i] = -state.getU()[i];
  built_->system.realize(state, SimTK::Stage::Position);
  built_->system.prescribeU(state);
  for (int i = 0; i < count; ++i)
    jump[i] += state.getU()[i];
  built_->matter.multiplyByM(state, jump, momentum);
  built_->matter.multiplyByMInv(state, momentum, answer);  // of the free axes; 0 for driven ones
  // Not by State::updU(), whose inline code does not fit a library that was built with other macros.
  for (SimTK::MobilizedBodyIndex b{1}; b < built_->matter.getNumBodies(); ++b) {
    const SimTK::MobilizedBody& moved = body(b);
    for (int u = 0; u < moved.getNumU(state); ++u)
      moved.setOneU(state, u, moved.getOneU(state, u) - answer[moved.getFirstUIndex(state) + u]);
  }
}

void SimbodyEngine::read_contacts(const SimTK::State& state) {
  state_.contact_count = 0;
  built_->contacts->find(state, found_);
  for (const Contact& contact : found_) {
    if (state_.contact_count == state_.contacts.size()) return;
    if (is_watched(contact.link_a, contact.link_b)) state_.contacts[state_.contact_count++] = contact;
  }
}

void SimbodyEngine::read(const SimTK::State& state) {
  built_->system.realize(state, SimTK::Stage::Velocity);
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const SimTK::MobilizedBody& moved = body(axes_[i].body);
    if (axes_[i].ball) {
      const SimTK::Rotation& R_FM = moved.getMobilizerTransform(state).R();
      const SimTK::Vec4 turn = R_FM.convertRotationToAngleAxis();
      state_.position[i] = turn[0] * turn[1 + axes_[i].coordinate];
      state_.velocity[i] = (~R_FM * moved.getMobilizerVelocity(state)[0])[axes_[i].coordinate];
    } else {
      state_.velocity[i] = moved.getOneU(state, axes_[i].coordinate);
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
    if (reaction.place.reversed) {
      force_W = -force_W;
      torque_W = -torque_W;
      R_WJ = body(reaction.child).getBodyTransform(state).R() * reaction.R_CJ;
    }
    state_.reaction[reaction.place.joint] = {to_eigen(~R_WJ * force_W), to_eigen(~R_WJ * torque_W)};
  }
}

void SimbodyEngine::advance() {
  SimTK::State& start = integrator_->updAdvancedState();
  built_->system.realize(start, SimTK::Stage::Velocity);
  built_->contacts->note_approaches(start);
  write_forces(start);
  write_drives(start);
  bounded_->apply(start);
  integrator_->reinitialize(driven_.empty() ? SimTK::Stage::Dynamics : SimTK::Stage::Instance, false);
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
  if (!state_.contacts.empty()) read_contacts(integrator_->getState());
}

core::Status SimbodyEngine::step() noexcept {
  // The one shell around foreign code that may throw.
  try {
    advance();
    return core::Status::kOk;
  } catch (const std::exception&) {
    fault_ =
        "Simbody could not integrate the step; use a smaller step, or look for efforts, gains or inertias "
        "that are "
        "out of proportion";
    return core::Status::kError;
  }
}

}  // namespace lockstep::hosts::simbody
