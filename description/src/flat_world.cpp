// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/flat_world.hpp"

#include <fmt/format.h>

#include <unordered_map>

namespace lockstep::description {
namespace {

using LinkIndices = std::unordered_map<const Link*, std::size_t>;

void add_model(const Model& model, const Pose& parent_pose, bool inside_static, std::size_t root,
               FlatWorld& flat) {
  const std::size_t index = flat.models.size();
  const Pose pose = parent_pose * model.pose;
  const bool is_static = inside_static || model.is_static;
  const std::size_t own_root = root == FlatJoint::kWorld ? index : root;
  flat.models.push_back({&model, own_root, pose});
  for (const Link& link : model.links)
    flat.links.push_back({&link, index, pose * link.pose, is_static});
  for (const Joint& joint : model.joints) {
    FlatJoint flat_joint;
    flat_joint.joint = &joint;
    flat_joint.model = index;
    flat.joints.push_back(flat_joint);
  }
  for (const Model& nested : model.models)
    add_model(nested, pose, is_static, own_root, flat);
}

std::size_t resolve(const FlatWorld& flat, const LinkIndices& indices, const FlatJoint& joint,
                    const std::string& name, const char* role) {
  if (name == "world") return FlatJoint::kWorld;
  if (const Link* link = find_link(*flat.models[joint.model].model, name)) return indices.at(link);
  throw Error{ErrorCode::kBadInput,
              fmt::format("joint '{}' cannot be used", joint.joint->scoped_name),
              {{Severity::kError, "joint-link",
                fmt::format("{} of joint '{}' is '{}', expected a link of model '{}' or 'world'", role,
                            joint.joint->scoped_name, name, flat.models[joint.model].model->scoped_name),
                "", joint.joint->where}}};
}

/// Which joints hang on each link; FlatJoint::kWorld has the last entry.
std::vector<std::vector<std::size_t>> joints_of_links(const FlatWorld& world) {
  std::vector<std::vector<std::size_t>> result(world.links.size() + 1);
  const auto of = [&](std::size_t link) -> std::vector<std::size_t>& {
    return result[link == FlatJoint::kWorld ? world.links.size() : link];
  };
  for (std::size_t i = 0; i < world.joints.size(); ++i) {
    if (world.joints[i].joint->type == JointType::kGearbox) continue;
    of(world.joints[i].parent).push_back(i);
    if (world.joints[i].child != world.joints[i].parent) of(world.joints[i].child).push_back(i);
  }
  return result;
}

}  // namespace

std::size_t FlatWorld::link_index(std::string_view scoped_name) const noexcept {
  for (std::size_t i = 0; i < links.size(); ++i)
    if (links[i].link->scoped_name == scoped_name) return i;
  return links.size();
}

std::size_t FlatWorld::joint_index(std::string_view scoped_name) const noexcept {
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (joints[i].joint->scoped_name == scoped_name) return i;
  return joints.size();
}

FlatWorld flatten(const World& world) {
  FlatWorld flat;
  for (const Model& model : world.models)
    add_model(model, Pose{}, false, FlatJoint::kWorld, flat);
  LinkIndices indices;
  for (std::size_t i = 0; i < flat.links.size(); ++i)
    indices.emplace(flat.links[i].link, i);
  for (FlatJoint& joint : flat.joints) {
    joint.parent = resolve(flat, indices, joint, joint.joint->parent, "parent");
    joint.child = resolve(flat, indices, joint, joint.joint->child, "child");
    if (joint.parent == joint.child) {
      throw Error{ErrorCode::kBadInput,
                  fmt::format("joint '{}' cannot be used", joint.joint->scoped_name),
                  {{Severity::kError, "joint-link",
                    fmt::format("joint '{}' has '{}' as parent and as child, expected two different links",
                                joint.joint->scoped_name, joint.joint->parent),
                    "", joint.joint->where}}};
    }
    const std::size_t holder = joint.child == FlatJoint::kWorld ? joint.parent : joint.child;
    joint.pose = flat.links[holder].pose * joint.joint->pose;
  }
  return flat;
}

KinematicTree kinematic_tree(const FlatWorld& world) {
  KinematicTree tree;
  const std::vector<std::vector<std::size_t>> neighbours = joints_of_links(world);
  std::vector<bool> joint_used(world.joints.size(), false);
  std::vector<bool> link_placed(world.links.size(), false);
  std::vector<std::size_t> waiting;

  // Breadth first from `waiting`: every link is reached over the fewest joints, in file order.
  const auto grow = [&] {
    for (std::size_t head = 0; head < waiting.size(); ++head) {
      const std::size_t inner = waiting[head];
      for (const std::size_t index : neighbours[inner == FlatJoint::kWorld ? world.links.size() : inner]) {
        if (joint_used[index]) continue;
        joint_used[index] = true;
        const FlatJoint& joint = world.joints[index];
        const bool reversed = joint.child == inner;
        const std::size_t outer = reversed ? joint.parent : joint.child;
        if (outer == FlatJoint::kWorld || link_placed[outer]) {
          tree.loops.push_back(index);
          continue;
        }
        link_placed[outer] = true;
        tree.joints.push_back({index, reversed});
        waiting.push_back(outer);
      }
    }
    waiting.clear();
  };

  waiting.push_back(FlatJoint::kWorld);
  for (std::size_t i = 0; i < world.links.size(); ++i) {
    if (!world.links[i].is_static) continue;
    link_placed[i] = true;
    waiting.push_back(i);
  }
  grow();
  // A tree nobody holds starts at a link that is no joint's child, so that few joints have to be turned
  // around.
  std::vector<bool> is_child(world.links.size(), false);
  for (const FlatJoint& joint : world.joints)
    if (joint.child != FlatJoint::kWorld) is_child[joint.child] = true;
  for (const bool children_too : {false, true}) {
    for (std::size_t i = 0; i < world.links.size(); ++i) {
      if (link_placed[i] || (is_child[i] && !children_too)) continue;
      link_placed[i] = true;
      tree.free_links.push_back(i);
      waiting.push_back(i);
      grow();
    }
  }
  return tree;
}

}  // namespace lockstep::description
