// SPDX-License-Identifier: Apache-2.0
#include "mechanism_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lockstep/description/inertia.hpp"

namespace lockstep::dynamics {
namespace {

using description::FlatJoint;
using description::JointType;

Motion motion_of(JointType type) {
  switch (type) {
    case JointType::kPrismatic:
      return Motion::kSlide;
    case JointType::kScrew:
      return Motion::kScrew;
    case JointType::kBall:
      return Motion::kBall;
    case JointType::kFloating:
      return Motion::kFree;
    default:
      return Motion::kTurn;
  }
}

bool is_known(JointType type) {
  return type != JointType::kGearbox && type != JointType::kPlanar;
}

/// Turns z into the axis.
Pose along(const Vector3& axis) {
  return {Vector3::Zero(), Quaternion{Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), axis)}};
}

std::string quoted_names(const std::vector<std::string>& names) {
  return names.empty() ? std::string{"none"} : fmt::format("'{}'", fmt::join(names, "', '"));
}

}  // namespace

MechanismBuilder::MechanismBuilder(const description::World& world, std::string_view model,
                                   const MechanismOptions& options, Mechanism& made)
    : world_{world},
      options_{options},
      made_{made},
      flat_{description::flatten(world)},
      tree_{description::kinematic_tree(flat_)},
      root_{chosen_model(model)},
      prefix_{flat_.models[root_].model->scoped_name + "::"},
      places_(flat_.links.size()),
      joint_bodies_(flat_.joints.size()) {}

void MechanismBuilder::build() {
  made_.gravity_ = world_.gravity_m_s2;
  for (std::size_t i = 0; i < flat_.links.size(); ++i)
    if (flat_.links[i].is_static) places_[i] = {true, Body::kWorld, flat_.links[i].pose};
  refuse_loops();
  place_bases();
  for (const description::TreeJoint& joint : tree_.joints)
    place_joint(joint);
  if (!refused_.empty())
    throw Error{ErrorCode::kUnsupported,
                fmt::format("model '{}' has joints whose equations of motion cannot be set up",
                            flat_.models[root_].model->scoped_name),
                std::move(refused_)};
  number_coordinates();
  connect_followers();
  set_joint_inertia();
  add_links();
}

std::size_t MechanismBuilder::chosen_model(std::string_view name) const {
  std::vector<std::string> names;
  std::vector<std::size_t> moving;
  for (std::size_t i = 0; i < flat_.models.size(); ++i) {
    if (flat_.models[i].root != i) continue;
    if (flat_.models[i].model->name == name) return i;
    names.push_back(flat_.models[i].model->name);
    if (!flat_.models[i].model->is_static) moving.push_back(i);
  }
  if (name.empty() && moving.size() == 1) return moving.front();
  const std::string wanted =
      name.empty()
          ? fmt::format("a model that moves is not given by name, and the world has {}", moving.size())
          : fmt::format("the world has no model '{}'", name);
  throw Error{ErrorCode::kBadInput, fmt::format("{}; its models: {}", wanted, quoted_names(names))};
}

std::string MechanismBuilder::below_model(const std::string& scoped_name) const {
  return scoped_name.compare(0, prefix_.size(), prefix_) == 0 ? scoped_name.substr(prefix_.size())
                                                              : scoped_name;
}

void MechanismBuilder::refuse(const description::Joint& joint, const std::string& why) {
  refused_.push_back({Severity::kError, "joint-dynamics",
                      fmt::format("joint '{}' {}", joint.scoped_name, why), "", joint.where});
}

void MechanismBuilder::refuse_loops() {
  for (const std::size_t loop : tree_.loops)
    if (belongs(flat_.joints[loop].model))
      refuse(*flat_.joints[loop].joint, "closes a loop; only trees of joints have equations of motion here");
}

void MechanismBuilder::place_bases() {
  for (const std::size_t link : tree_.free_links) {
    if (!belongs(flat_.links[link].model)) continue;
    if (options_.base == Base::kFixed || flat_.links[link].link->kinematic) {
      places_[link] = {true, Body::kWorld, flat_.links[link].pose};
      continue;
    }
    Body base;
    base.motion = Motion::kFree;
    places_[link] = {true, made_.bodies_.size(), Pose{}};
    base_links_.push_back(link);
    made_.bodies_.push_back(base);
    made_.base_start_.push_back(flat_.links[link].pose);
  }
}

void MechanismBuilder::place_joint(const description::TreeJoint& tree_joint) {
  const FlatJoint& joint = flat_.joints[tree_joint.joint];
  const std::size_t outer = tree_joint.reversed ? joint.parent : joint.child;
  const std::size_t inner = tree_joint.reversed ? joint.child : joint.parent;
  if (!belongs(flat_.links[outer].model)) return;
  Place from;  // the world
  if (inner != FlatJoint::kWorld) {
    from = places_[inner];
    if (!from.placed) {
      refuse(*joint.joint,
             fmt::format("leads to '{}' of another model that moves", flat_.links[inner].link->scoped_name));
      return;
    }
  }
  const Pose X_WI =
      inner == FlatJoint::kWorld ? Pose{} : flat_.links[inner].pose;  // at the start, as all X_W.. here
  const Pose X_BW = from.X_BL * X_WI.inverse();
  Place& to = places_[outer];
  to.placed = true;
  if (joint.joint->type == JointType::kFixed) {
    to.body = from.body;
    to.X_BL = X_BW * flat_.links[outer].pose;
    return;
  }
  const bool simple = description::degrees_of_freedom(joint.joint->type) == 1;
  if (!is_known(joint.joint->type) || (tree_joint.reversed && !simple)) {
    refuse(*joint.joint, fmt::format("is of the type {}{}", to_string(joint.joint->type),
                                     tree_joint.reversed ? " and its parent is the outer link" : ""));
    return;
  }
  to.body = add_bodies(tree_joint, from.body, X_BW * joint.pose);
  // The last body's frame at the start, seen from the world.
  Pose X_WB = joint.pose;
  if (joint.joint->type == JointType::kFloating) {
    to.X_BL = joint.pose.inverse() * flat_.links[outer].pose;
    return;
  }
  if (!joint.joint->axes.empty())
    X_WB = X_WB * along(tree_joint.reversed ? Vector3{-joint.joint->axes.back().direction}
                                            : joint.joint->axes.back().direction);
  to.X_BL = X_WB.inverse() * flat_.links[outer].pose;
}

std::size_t MechanismBuilder::add_bodies(const description::TreeJoint& tree_joint, std::size_t parent,
                                         Pose X_PJ) {
  const description::Joint& joint = *flat_.joints[tree_joint.joint].joint;
  const std::size_t count = std::max<std::size_t>(joint.axes.size(), 1);
  Pose X_BJ;  // the joint's frame seen from the body before
  for (std::size_t axis = 0; axis < count; ++axis) {
    Body body;
    body.parent = parent;
    body.motion = motion_of(joint.type);
    Pose X_JB;
    if (!joint.axes.empty()) {
      const description::JointAxis& given = joint.axes[axis];
      X_JB = along(tree_joint.reversed ? Vector3{-given.direction} : given.direction);
      body.damping = given.damping;
      body.friction = given.friction;
      body.spring_stiffness = given.spring_stiffness;
      body.spring_reference = given.spring_reference;
    }
    const Pose X_PB = (axis == 0 ? X_PJ : X_BJ) * X_JB;
    body.R_PB = X_PB.orientation.toRotationMatrix();
    body.p_PB = X_PB.position;
    body.pitch_m_per_rad = joint.screw_pitch_m_per_rev / (2.0 * M_PI);
    X_BJ = X_JB.inverse();
    parent = made_.bodies_.size();
    joint_bodies_[tree_joint.joint].push_back(parent);
    made_.bodies_.push_back(body);
  }
  return parent;
}

void MechanismBuilder::number_axis(std::size_t flat_joint, unsigned axis, Body& body) {
  const description::Joint& joint = *flat_.joints[flat_joint].joint;
  Coordinate coordinate;
  coordinate.joint = below_model(joint.scoped_name);
  coordinate.axis = axis;
  coordinate.motion = body.motion;
  const description::JointAxis limits = joint.axes.empty() ? description::JointAxis{} : joint.axes[axis];
  coordinate.lower = limits.lower;
  coordinate.upper = limits.upper;
  coordinate.effort = limits.effort;
  coordinate.speed = limits.velocity;
  body.position = coordinate.position = made_.position_size_;
  body.velocity = coordinate.velocity = made_.velocity_size_;
  made_.position_size_ += position_count(body.motion);
  made_.velocity_size_ += velocity_count(body.motion);
  made_.coordinates_.push_back(std::move(coordinate));
}

void MechanismBuilder::number_coordinates() {
  for (std::size_t i = 0; i < base_links_.size(); ++i) {
    Coordinate coordinate;
    coordinate.joint = below_model(flat_.links[base_links_[i]].link->scoped_name);
    coordinate.motion = Motion::kFree;
    coordinate.lower = -description::JointAxis::kNone;
    coordinate.upper = coordinate.effort = coordinate.speed = description::JointAxis::kNone;
    made_.bodies_[i].position = coordinate.position = made_.position_size_;
    made_.bodies_[i].velocity = coordinate.velocity = made_.velocity_size_;
    made_.position_size_ += position_count(Motion::kFree);
    made_.velocity_size_ += velocity_count(Motion::kFree);
    made_.coordinates_.push_back(std::move(coordinate));
  }
  for (std::size_t joint = 0; joint < flat_.joints.size(); ++joint) {
    if (!flat_.joints[joint].joint->mimic.joint.empty()) continue;
    for (std::size_t axis = 0; axis < joint_bodies_[joint].size(); ++axis)
      number_axis(joint, static_cast<unsigned>(axis), made_.bodies_[joint_bodies_[joint][axis]]);
  }
}

void MechanismBuilder::connect_followers() {
  for (std::size_t joint = 0; joint < flat_.joints.size(); ++joint) {
    const description::Joint* follower = flat_.joints[joint].joint;
    if (joint_bodies_[joint].empty() || follower->mimic.joint.empty()) continue;
    Body& body = made_.bodies_[joint_bodies_[joint].front()];
    // A follower may follow a follower; each hop adds its factor. More hops than joints are a circle.
    for (std::size_t hops = 0; hops <= flat_.joints.size() && !follower->mimic.joint.empty(); ++hops) {
      body.offset += body.factor * follower->mimic.offset;
      body.factor *= follower->mimic.multiplier;
      const description::Model& holder = *flat_.models[flat_.joints[joint].model].model;
      const description::Joint* leader = description::find_joint(holder, follower->mimic.joint);
      if (leader == nullptr || description::degrees_of_freedom(leader->type) != 1 ||
          joint_bodies_[joint].size() != 1)
        throw Error{
            ErrorCode::kUnsupported,
            fmt::format("joint '{}' follows '{}', expected a joint of the same model, both with one axis",
                        follower->scoped_name, follower->mimic.joint)};
      follower = leader;
    }
    const std::size_t leader = flat_.joint_index(follower->scoped_name);
    if (!follower->mimic.joint.empty() || joint_bodies_[leader].size() != 1)
      throw Error{ErrorCode::kBadInput, fmt::format("joint '{}' follows joints that follow each other",
                                                    flat_.joints[joint].joint->scoped_name)};
    body.position = made_.bodies_[joint_bodies_[leader].front()].position;
    body.velocity = made_.bodies_[joint_bodies_[leader].front()].velocity;
    made_.has_followers_ = true;
  }
}

void MechanismBuilder::set_joint_inertia() {
  for (const auto& [name, inertia] : options_.joint_inertia) {
    bool found = false;
    for (std::size_t joint = 0; joint < flat_.joints.size(); ++joint) {
      if (below_model(flat_.joints[joint].joint->scoped_name) != name || !belongs(flat_.joints[joint].model))
        continue;
      for (const std::size_t body : joint_bodies_[joint])
        made_.bodies_[body].joint_inertia = inertia;
      found = !joint_bodies_[joint].empty();
    }
    if (!found || !(inertia >= 0.0))
      throw Error{
          ErrorCode::kBadUsage,
          fmt::format("joint inertia {} of '{}': expected a joint that moves and a number of at least 0",
                      inertia, name)};
  }
}

void MechanismBuilder::add_frames() {
  for (const description::FlatModel& flat : flat_.models) {
    if (!belongs(flat.root)) continue;
    for (const description::Frame& frame : flat.model->frames) {
      const description::Link* const carrier = description::find_link(*flat.model, frame.attached_to);
      if (carrier == nullptr) continue;
      const std::size_t link = flat_.link_index(carrier->scoped_name);
      const Place& place = places_[link];
      if (!place.placed) continue;
      const Pose X_LF = flat_.links[link].pose.inverse() * (flat.pose * frame.pose);
      made_.links_.push_back(
          {below_model(flat.model->scoped_name + "::" + frame.name), place.body, place.X_BL * X_LF});
    }
  }
}

void MechanismBuilder::add_links() {
  description::Inertial nothing;
  nothing.mass_kg = 0.0;
  nothing.inertia_kg_m2.setZero();
  std::vector<description::Inertial> whole(made_.bodies_.size(), nothing), weightless = whole;
  for (std::size_t i = 0; i < flat_.links.size(); ++i) {
    const Place& place = places_[i];
    if (!belongs(flat_.links[i].model) || !place.placed) continue;
    const description::Link& link = *flat_.links[i].link;
    made_.links_.push_back({below_model(link.scoped_name), place.body, place.X_BL});
    if (place.body == Body::kWorld) continue;
    description::Inertial part = link.inertial;
    part.pose = place.X_BL * part.pose;
    whole[place.body] = combined(whole[place.body], part);
    if (!link.gravity) weightless[place.body] = combined(weightless[place.body], part);
  }
  add_frames();
  for (std::size_t i = 0; i < made_.bodies_.size(); ++i) {
    Body& body = made_.bodies_[i];
    body.mass_kg = whole[i].mass_kg;
    body.centre_m = whole[i].pose.position;
    body.inertia_kg_m2 = 0.5 * (whole[i].inertia_kg_m2 + whole[i].inertia_kg_m2.transpose());
    body.weightless_kg = weightless[i].mass_kg;
    body.weightless_centre_m = weightless[i].pose.position;
  }
}

}  // namespace lockstep::dynamics
