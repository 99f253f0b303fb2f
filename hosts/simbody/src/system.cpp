// SPDX-License-Identifier: Apache-2.0
#include "system.hpp"

#include <algorithm>
#include <cmath>

#include "contacts.hpp"

namespace lockstep::hosts::simbody {
namespace {

using description::FlatJoint;
using description::JointType;
using MobilizedBody = SimTK::MobilizedBody;

/// Dampers that would take this part of a velocity away in one step are decided once a step.
constexpr double kFasterThanAStep = 1.0;
/// Square of the angular frequency [1/s2] of a joint alone at a limit: what gravity presses on it goes some
/// 0.1 mrad beyond.
constexpr double kStopFrequency2 = 1e5;

/// A rotation whose z axis (or x axis) is the given direction.
SimTK::Rotation with_axis(const Eigen::Vector3d& direction, SimTK::CoordinateAxis axis) {
  return SimTK::Rotation{SimTK::UnitVec3{to_simtk(direction)}, axis};
}

SimTK::Body::Rigid rigid(const description::Inertial& inertial) {
  const Eigen::Matrix3d turn = inertial.pose.orientation.toRotationMatrix();
  const Eigen::Matrix3d i = turn * inertial.inertia_kg_m2 * turn.transpose();
  const SimTK::Inertia central{i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)};
  const SimTK::Vec3 com = to_simtk(inertial.pose.position);
  return SimTK::Body::Rigid{
      SimTK::MassProperties{inertial.mass_kg, com, central.shiftFromMassCenter(com, inertial.mass_kg)}};
}

class Builder {
 public:
  Builder(const EnginePlan& plan, const std::vector<DrivenAxis>& driven)
      : plan_{plan}, driven_{driven}, built_{std::make_unique<BuiltSystem>()} {}

  std::unique_ptr<BuiltSystem> build() {
    built_->body.assign(plan_.flat.links.size(), SimTK::GroundIndex);
    built_->joint.assign(plan_.flat.joints.size(), SimTK::GroundIndex);
    built_->drive.resize(plan_.flat.joints.size());
    for (const std::size_t link : plan_.tree.free_links)
      built_->body[link] =
          MobilizedBody::Free{built_->matter.updGround(), body_of(link)}.getMobilizedBodyIndex();
    for (const description::TreeJoint& joint : plan_.tree.joints)
      add_joint(joint);
    add_drives_and_forces();
    couple_joints();
    close_loops();
    SimTK::Force::Gravity gravity{built_->forces, built_->matter, to_simtk(plan_.world.gravity_m_s2)};
    for (std::size_t link = 0; link < plan_.flat.links.size(); ++link) {
      const description::Link& described = *plan_.flat.links[link].link;
      if (!described.gravity && built_->body[link] != SimTK::GroundIndex)
        gravity.setDefaultBodyIsExcluded(built_->body[link], true);
    }
    auto* contacts = new Contacts{built_->matter, plan_, built_->body};
    SimTK::Force::Custom{built_->forces, contacts};  // owns them
    built_->contacts = contacts;
    built_->system.realizeTopology();
    return std::move(built_);
  }

 private:
  SimTK::Body::Rigid body_of(std::size_t link) { return rigid(plan_.flat.links[link].link->inertial); }

  void add_joint(const description::TreeJoint& tree) {
    const OuterJoint outer = outer_joint(plan_, tree);
    const FlatJoint& flat = plan_.flat.joints[tree.joint];
    const bool on_ground = outer.inner == FlatJoint::kWorld || plan_.flat.links[outer.inner].is_static;
    MobilizedBody& parent = on_ground ? static_cast<MobilizedBody&>(built_->matter.updGround())
                                      : built_->matter.updMobilizedBody(built_->body[outer.inner]);
    const SimTK::Transform X_PJ =
        to_simtk(on_ground ? flat.pose : plan_.flat.links[outer.inner].pose.inverse() * flat.pose);
    const MobilizedBody made =
        mobilizer(parent, X_PJ, to_simtk(outer.X_OJ), body_of(outer.outer), *flat.joint, tree.reversed);
    built_->body[outer.outer] = made.getMobilizedBodyIndex();
    built_->joint[tree.joint] = made.getMobilizedBodyIndex();
  }

  /// Drives, or the forces of all axes. A drive overcomes damping, friction and spring; limits of positions
  /// clip its commands.
  void add_drives_and_forces() {
    built_->system.realizeTopology();
    const SimTK::State start = built_->system.getDefaultState();
    built_->system.realize(start, SimTK::Stage::Position);
    SimTK::Vector unit(built_->matter.getNumMobilities()), answer(built_->matter.getNumMobilities());
    for (const description::TreeJoint& tree : plan_.tree.joints) {
      const SimTK::MobilizedBodyIndex index = built_->joint[tree.joint];
      MobilizedBody& body = built_->matter.updMobilizedBody(index);
      const auto drives = [&](const DrivenAxis& drive) { return drive.joint == tree.joint; };
      if (std::any_of(driven_.begin(), driven_.end(), drives)) {
        waiting_drives_.push_back(tree.joint);
        continue;
      }
      const std::vector<description::JointAxis>& axes = plan_.flat.joints[tree.joint].joint->axes;
      for (std::size_t a = 0; a < axes.size(); ++a) {
        const auto coordinate = static_cast<int>(tree.reversed ? axes.size() - 1 - a : a);
        unit = 0.0;
        unit[body.getFirstUIndex(start) + coordinate] = 1.0;
        built_->matter.multiplyByMInv(start, unit, answer);
        waiting_forces_.push_back(
            {index, coordinate, &axes[a], answer[body.getFirstUIndex(start) + coordinate]});
      }
    }
    for (const std::size_t joint : waiting_drives_)
      built_->drive[joint] =
          SimTK::Motion::Steady{built_->matter.updMobilizedBody(built_->joint[joint]), 0.0};
    for (const WaitingForce& force : waiting_forces_)
      add_forces(built_->matter.getMobilizedBody(force.body), force.coordinate, *force.axis, force.mobility);
  }

  /// multiplier * leader - follower + offset = 0.
  void couple_joints() {
    for (std::size_t j = 0; j < plan_.layout.joints.size(); ++j) {
      const std::optional<MimicInfo>& mimic = plan_.layout.joints[j].mimic;
      if (!mimic) continue;
      SimTK::Array_<SimTK::MobilizedBodyIndex> bodies;
      bodies.push_back(built_->joint[mimic->leader]);
      bodies.push_back(built_->joint[j]);
      const SimTK::Array_<SimTK::MobilizerQIndex> coordinates(2, SimTK::MobilizerQIndex{0});
      SimTK::Vector coefficients(3);
      coefficients[0] = mimic->multiplier;
      coefficients[1] = -1.0;
      coefficients[2] = mimic->offset;
      // The system owns the function.
      SimTK::Constraint::CoordinateCoupler{built_->matter, new SimTK::Function::Linear{coefficients}, bodies,
                                           coordinates};
    }
  }

  void close_loops() {
    for (const Weld& weld : plan_.welds) {
      const bool on_ground = plan_.flat.links[weld.link].is_static;
      SimTK::Constraint::Weld{built_->matter.updMobilizedBody(built_->body[weld.link]),
                              on_ground ? to_simtk(plan_.flat.links[weld.link].pose) : SimTK::Transform{},
                              built_->matter.updMobilizedBody(built_->body[weld.twin]), SimTK::Transform{}};
    }
  }

  MobilizedBody mobilizer(MobilizedBody& parent, const SimTK::Transform& X_PJ, const SimTK::Transform& X_BJ,
                          const SimTK::Body::Rigid& body, const description::Joint& joint, bool reversed) {
    const auto axis = [&](std::size_t i) -> Eigen::Vector3d {
      return reversed ? Eigen::Vector3d{-joint.axes[i].direction} : joint.axes[i].direction;
    };
    const auto turned = [](const SimTK::Transform& X, const SimTK::Rotation& R) {
      return SimTK::Transform{X.R() * R, X.p()};
    };
    switch (joint.type) {
      case JointType::kRevolute:
      case JointType::kContinuous: {
        const SimTK::Rotation R = with_axis(axis(0), SimTK::ZAxis);
        return MobilizedBody::Pin{parent, turned(X_PJ, R), body, turned(X_BJ, R)};
      }
      case JointType::kPrismatic: {
        const SimTK::Rotation R = with_axis(axis(0), SimTK::XAxis);
        return MobilizedBody::Slider{parent, turned(X_PJ, R), body, turned(X_BJ, R)};
      }
      case JointType::kScrew: {
        const SimTK::Rotation R = with_axis(axis(0), SimTK::ZAxis);
        return MobilizedBody::Screw{parent, turned(X_PJ, R), body, turned(X_BJ, R),
                                    joint.screw_pitch_m_per_rev / (2.0 * SimTK::Pi)};
      }
      case JointType::kUniversal:
      case JointType::kRevolute2: {
        const Eigen::Vector3d first = axis(reversed ? 1 : 0);
        const Eigen::Vector3d second = axis(reversed ? 0 : 1);
        if (std::fabs(first.dot(second)) > 1e-6)
          throw Error{ErrorCode::kUnsupported,
                      "joint '" + joint.scoped_name +
                          "': engine 'simbody' has universal joints with axes at right angles only"};
        const SimTK::Rotation R{SimTK::UnitVec3{to_simtk(first)}, SimTK::XAxis, to_simtk(second),
                                SimTK::YAxis};
        return MobilizedBody::Universal{parent, turned(X_PJ, R), body, turned(X_BJ, R)};
      }
      case JointType::kBall:
        return MobilizedBody::Ball{parent, X_PJ, body, X_BJ};
      default:
        return MobilizedBody::Weld{parent, X_PJ, body, X_BJ};
    }
  }

  /// `mobility`: acceleration of the axis by a unit effort, at the start.
  void add_forces(const MobilizedBody& body, int coordinate, const description::JointAxis& axis,
                  double mobility) {
    const SimTK::MobilizerUIndex u{coordinate};
    const SimTK::MobilizerQIndex q{coordinate};
    const StiffAxis both{body.getMobilizedBodyIndex(), coordinate, axis.damping, axis.spring_stiffness,
                         axis.spring_reference};
    const double step_s = plan_.step.seconds();
    if (axis.damping >= 0.0 && step_s * both.damping_with(step_s) * mobility > kFasterThanAStep) {
      built_->stiff.push_back(both);
    } else {
      if (axis.damping != 0.0) SimTK::Force::MobilityLinearDamper{built_->forces, body, u, axis.damping};
      if (axis.spring_stiffness != 0.0)
        SimTK::Force::MobilityLinearSpring{built_->forces, body, q, axis.spring_stiffness,
                                           axis.spring_reference};
    }
    if (axis.is_locked()) return;  // see SimbodyEngine::reset
    if (std::isfinite(axis.lower) || std::isfinite(axis.upper)) {
      // As stiff as suits the inertia; the dissipation lets almost nothing bounce.
      constexpr double kDissipation = 10.0;
      SimTK::Force::MobilityLinearStop{built_->forces, body,       q,         kStopFrequency2 / mobility,
                                       kDissipation,   axis.lower, axis.upper};
    }
  }

  struct WaitingForce {
    SimTK::MobilizedBodyIndex body;
    int coordinate;
    const description::JointAxis* axis;
    double mobility;
  };
  const EnginePlan& plan_;
  const std::vector<DrivenAxis>& driven_;
  std::unique_ptr<BuiltSystem> built_;
  std::vector<std::size_t> waiting_drives_;
  std::vector<WaitingForce> waiting_forces_;
};

}  // namespace

SimTK::Vec3 to_simtk(const Eigen::Vector3d& vector) {
  return {vector.x(), vector.y(), vector.z()};
}

Eigen::Vector3d to_eigen(const SimTK::Vec3& vector) {
  return {vector[0], vector[1], vector[2]};
}

SimTK::Rotation to_simtk(const description::Quaternion& q) {
  return SimTK::Rotation{SimTK::Quaternion{q.w(), q.x(), q.y(), q.z()}};
}

SimTK::Transform to_simtk(const description::Pose& pose) {
  return SimTK::Transform{to_simtk(pose.orientation), to_simtk(pose.position)};
}

std::unique_ptr<BuiltSystem> build_system(const EnginePlan& plan, const std::vector<DrivenAxis>& driven) {
  return Builder{plan, driven}.build();
}

}  // namespace lockstep::hosts::simbody
