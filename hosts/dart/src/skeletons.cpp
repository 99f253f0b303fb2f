// SPDX-License-Identifier: Apache-2.0
#include "skeletons.hpp"

#include <cmath>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/constraint/WeldJointConstraint.hpp>
#include <set>

#include "contact_filter.hpp"
#include "coupling.hpp"
#include "shapes.hpp"

namespace lockstep::hosts::dart {
namespace {

using description::FlatJoint;
using description::JointType;
using description::Vector3;

constexpr double kLargestFriction = 1e3;

void set_axis(dd::Joint& joint, std::size_t index, const description::JointAxis& axis) {
  joint.setDampingCoefficient(index, axis.damping);
  joint.setCoulombFriction(index, axis.friction);
  joint.setSpringStiffness(index, axis.spring_stiffness);
  joint.setRestPosition(index, axis.spring_reference);
  joint.setPositionLowerLimit(index, axis.lower);
  joint.setPositionUpperLimit(index, axis.upper);
  if (std::isfinite(axis.lower) || std::isfinite(axis.upper)) joint.setLimitEnforcement(true);
  if (axis.is_locked()) joint.setActuatorType(dd::Joint::LOCKED);
}

/// A joint with its body; names are given at once, because DART tells of every name it has to change.
template <class JointClass>
std::pair<JointClass*, dd::BodyNode*> create(const dd::SkeletonPtr& skeleton, dd::BodyNode* parent,
                                             const std::string& name) {
  typename JointClass::Properties properties;
  properties.mName = "j_" + name;
  return skeleton->createJointAndBodyNodePair<JointClass>(parent, properties,
                                                          dd::BodyNode::AspectProperties{name});
}

/// Makes the joint of the right class with its body; axes are in the joint's frame.
std::pair<dd::Joint*, dd::BodyNode*> make_pair(const dd::SkeletonPtr& skeleton, dd::BodyNode* parent,
                                               const description::Joint& joint, bool reversed,
                                               const std::string& name) {
  const auto axis = [&](std::size_t i) -> Vector3 {
    return reversed ? Vector3{-joint.axes[i].direction} : joint.axes[i].direction;
  };
  switch (joint.type) {
    case JointType::kRevolute:
    case JointType::kContinuous: {
      const auto made = create<dd::RevoluteJoint>(skeleton, parent, name);
      made.first->setAxis(axis(0));
      return made;
    }
    case JointType::kPrismatic: {
      const auto made = create<dd::PrismaticJoint>(skeleton, parent, name);
      made.first->setAxis(axis(0));
      return made;
    }
    case JointType::kScrew: {
      const auto made = create<dd::ScrewJoint>(skeleton, parent, name);
      made.first->setAxis(axis(0));
      made.first->setPitch(joint.screw_pitch_m_per_rev);
      return made;
    }
    case JointType::kUniversal:
    case JointType::kRevolute2: {
      const auto made = create<dd::UniversalJoint>(skeleton, parent, name);
      made.first->setAxis1(axis(reversed ? 1 : 0));
      made.first->setAxis2(axis(reversed ? 0 : 1));
      return made;
    }
    case JointType::kBall:
      return create<dd::BallJoint>(skeleton, parent, name);
    default:
      return create<dd::WeldJoint>(skeleton, parent, name);
  }
}

/// DART multiplies the restitution of two surfaces and bounces above 0.1 m/s; in Gazebo the smaller one
/// counts, and the smaller `<threshold>`. Both agree where all surfaces that bounce have the same
/// restitution, or all but one kind have 1, and somebody sets a threshold.
class Bounce {
 public:
  Bounce(const EnginePlan& plan, std::vector<Diagnostic>& findings) {
    std::set<double> below_one;
    for (const description::FlatLink& flat : plan.flat.links) {
      for (const description::Collision& collision : flat.link->collisions) {
        const description::Surface& surface = collision.surface;
        if (surface.restitution > 0.0 && surface.restitution < 1.0) below_one.insert(surface.restitution);
        perfect_ = perfect_ || surface.restitution >= 1.0;
        possible_ = possible_ || surface.restitution_threshold_m_s < kNever;
      }
    }
    if (!possible_ || below_one.size() + (perfect_ ? 1 : 0) <= 1 || (perfect_ && below_one.size() == 1))
      return;
    findings.push_back(
        {Severity::kWarning,
         "bounce-product",
         "surfaces have different <restitution_coefficient>; DART multiplies those of two surfaces "
         "that meet, in Gazebo the smaller one counts",
         "give all surfaces that bounce the same",
         {}});
  }
  double of(const description::Surface& surface) const {
    if (!possible_) return 0.0;
    return perfect_ ? surface.restitution : std::sqrt(surface.restitution);
  }

 private:
  static constexpr double kNever = 1e3;  // m/s; SDF's default is 1e5
  bool perfect_{false}, possible_{false};
};

class Builder {
 public:
  explicit Builder(const EnginePlan& plan) : plan_{plan}, bounce_{plan, built_.findings} {}

  BuiltWorld build() {
    built_.world = ::dart::simulation::World::create("world");
    built_.world->setTimeStep(plan_.step.seconds());
    built_.world->setGravity(plan_.world.gravity_m_s2);
    built_.body.assign(plan_.flat.links.size(), nullptr);
    built_.joint.assign(plan_.flat.joints.size(), nullptr);
    for (std::size_t link = 0; link < plan_.flat.links.size(); ++link) {
      if (plan_.flat.links[link].is_static) add_root<dd::WeldJoint>(link);
    }
    for (const std::size_t link : plan_.tree.free_links)
      add_root<dd::FreeJoint>(link);
    // Inner joints come first in the tree, so that the carrying body exists; those on free or static links
    // too.
    for (const description::TreeJoint& joint : plan_.tree.joints)
      add_joint(joint);
    for (const dd::SkeletonPtr& skeleton : skeletons_)
      built_.world->addSkeleton(skeleton);
    built_.world->getConstraintSolver()->getCollisionOption().collisionFilter = filter_;
    for (std::size_t j = 0; j < plan_.layout.joints.size(); ++j) {
      if (const std::optional<MimicInfo>& mimic = plan_.layout.joints[j].mimic)
        built_.world->getConstraintSolver()->addConstraint(std::make_shared<Coupling>(
            *built_.joint[j], *built_.joint[mimic->leader], mimic->multiplier, mimic->offset));
    }
    for (const Weld& weld : plan_.welds)
      close_loop(weld);
    return std::move(built_);
  }

 private:
  /// Welds inside of one skeleton make DART's equations diverge, and its assertions end the process.
  void close_loop(const Weld& weld) {
    if (built_.body[weld.twin]->getSkeleton() == built_.body[weld.link]->getSkeleton()) {
      for (const FlatJoint& joint : plan_.flat.joints) {
        if (joint.parent != weld.twin && joint.child != weld.twin) continue;
        refuse(*joint.joint, "joint-loop", "closes a loop of joints within one tree");
      }
    }
    built_.world->getConstraintSolver()->addConstraint(
        std::make_shared<::dart::constraint::WeldJointConstraint>(built_.body[weld.twin],
                                                                  built_.body[weld.link]));
  }

  [[noreturn]] static void refuse(const description::Joint& joint, const char* id, const std::string& what) {
    throw Error{ErrorCode::kUnsupported,
                "engine 'dart' cannot run this world",
                {{Severity::kError, id,
                  "joint '" + joint.scoped_name + "' " + what + ", which engine 'dart' does not do",
                  "choose engine mujoco or simbody", joint.where}}};
  }

  template <class JointClass>
  void add_root(std::size_t link) {
    dd::SkeletonPtr skeleton = dd::Skeleton::create("s" + std::to_string(skeletons_.size()));
    skeletons_.push_back(skeleton);
    const auto made = create<JointClass>(skeleton, nullptr, "l" + std::to_string(link));
    finish_body(*made.second, link);
    if constexpr (std::is_same_v<JointClass, dd::WeldJoint>)
      made.first->setTransformFromParentBodyNode(isometry(plan_.flat.links[link].pose));
    else
      made.first->setPositions(dd::FreeJoint::convertToPositions(isometry(plan_.flat.links[link].pose)));
    if (plan_.flat.links[link].is_static) skeleton->setMobile(false);
  }

  void add_joint(const description::TreeJoint& tree) {
    const OuterJoint outer = outer_joint(plan_, tree);
    const FlatJoint& flat = plan_.flat.joints[tree.joint];
    if (flat.joint->axes.size() == 2 &&
        flat.joint->axes[0].direction.cross(flat.joint->axes[1].direction).norm() < 1e-3)
      refuse(*flat.joint, "joint-axes", "has two axes along the same line");
    dd::BodyNode* parent = outer.inner == FlatJoint::kWorld ? nullptr : built_.body[outer.inner];
    dd::SkeletonPtr skeleton;
    if (parent != nullptr && !plan_.flat.links[outer.inner].is_static) {
      skeleton = parent->getSkeleton();
    } else {
      parent = nullptr;  // a skeleton that does not move cannot hold one that does
      skeleton = dd::Skeleton::create("s" + std::to_string(skeletons_.size()));
      skeletons_.push_back(skeleton);
    }
    const auto [joint, body] =
        make_pair(skeleton, parent, *flat.joint, tree.reversed, "l" + std::to_string(outer.outer));
    const description::Pose X_PJ =
        parent == nullptr ? flat.pose : plan_.flat.links[outer.inner].pose.inverse() * flat.pose;
    joint->setTransformFromParentBodyNode(isometry(X_PJ));
    joint->setTransformFromChildBodyNode(isometry(outer.X_OJ));
    for (std::size_t a = 0; a < flat.joint->axes.size() && a < joint->getNumDofs(); ++a) {
      const std::size_t axis = tree.reversed ? flat.joint->axes.size() - 1 - a : a;
      set_axis(*joint, a, flat.joint->axes[axis]);
    }
    finish_body(*body, outer.outer);
    built_.joint[tree.joint] = joint;
  }

  void finish_body(dd::BodyNode& body, std::size_t link) {
    const description::Link& described = *plan_.flat.links[link].link;
    const description::Inertial& inertial = described.inertial;
    const Eigen::Matrix3d turn = inertial.pose.orientation.toRotationMatrix();
    const Eigen::Matrix3d moments = turn * inertial.inertia_kg_m2 * turn.transpose();
    body.setInertia(dd::Inertia{inertial.mass_kg, inertial.pose.position, moments});
    body.setGravityMode(described.gravity);
    for (const description::Collision& collision : described.collisions) {
      for (const ShapePart& part : parts_of(collision.geometry))
        add_shape(body, part, collision, link);
      if (described.self_collide) body.getSkeleton()->enableSelfCollisionCheck();
    }
    built_.body[link] = &body;
  }

  void add_shape(dd::BodyNode& body, const ShapePart& part, const description::Collision& collision,
                 std::size_t link) {
    const auto finite = [](double mu) { return std::isfinite(mu) ? mu : kLargestFriction; };
    const description::Surface& surface = collision.surface;
    dd::ShapeNode* node = body.createShapeNodeWith<dd::CollisionAspect, dd::DynamicsAspect>(part.shape);
    node->setRelativeTransform(isometry(collision.pose) * part.pose);
    node->getDynamicsAspect()->setPrimaryFrictionCoeff(finite(surface.mu));
    node->getDynamicsAspect()->setSecondaryFrictionCoeff(finite(surface.mu2));
    if (surface.mu != surface.mu2) {
      // Without a direction of its own: that of ODE for a normal along z, which Gazebo takes.
      const Vector3 direction =
          surface.friction_direction.isZero() ? Vector3{0.0, 1.0, 0.0} : surface.friction_direction;
      node->getDynamicsAspect()->setFirstFrictionDirection(part.pose.linear().transpose() * direction);
    }
    node->getDynamicsAspect()->setRestitutionCoeff(bounce_.of(surface));
    const description::FlatLink& flat = plan_.flat.links[link];
    filter_->add(*node,
                 {plan_.flat.models[flat.model].root, flat.link->self_collide, surface.collide_bitmask});
  }

  const EnginePlan& plan_;
  std::vector<dd::SkeletonPtr> skeletons_;
  std::shared_ptr<ContactFilter> filter_{std::make_shared<ContactFilter>()};
  BuiltWorld built_;
  Bounce bounce_;
};

}  // namespace

Eigen::Isometry3d isometry(const description::Pose& pose) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.translation() = pose.position;
  result.linear() = pose.orientation.toRotationMatrix();
  return result;
}

BuiltWorld build_skeletons(const EnginePlan& plan) {
  return Builder{plan}.build();
}

}  // namespace lockstep::hosts::dart
