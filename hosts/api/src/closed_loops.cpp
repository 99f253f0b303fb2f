// SPDX-License-Identifier: Apache-2.0
#include "closed_loops.hpp"

#include <algorithm>

namespace lockstep::hosts {
namespace {

using description::FlatJoint;

/// The end of a joint that gets a twin: the child, if it moves.
bool splits_child(const EnginePlan& plan, const FlatJoint& joint) {
  const auto moves = [&](std::size_t link) {
    return link != FlatJoint::kWorld && !plan.flat.links[link].is_static;
  };
  return moves(joint.child) || (!moves(joint.parent) && joint.child != FlatJoint::kWorld);
}

/// Shares the mass of a link evenly between it and its twins; only it keeps shapes.
void share_mass(EnginePlan& plan, std::size_t link) {
  std::vector<std::size_t> twins;
  for (const Weld& weld : plan.welds)
    if (weld.link == link) twins.push_back(weld.twin);
  const double part = 1.0 / static_cast<double>(twins.size() + 1);
  description::Link own = *plan.flat.links[link].link;
  own.inertial.mass_kg *= part;
  own.inertial.inertia_kg_m2 *= part;
  description::Link twin = own;
  twin.collisions.clear();
  twin.visuals.clear();
  twin.sensors.clear();
  plan.flat.links[link].link = &plan.split_links.emplace_back(std::move(own));
  const description::Link* const shared = &plan.split_links.emplace_back(std::move(twin));
  for (const std::size_t index : twins)
    plan.flat.links[index].link = shared;
}

/// Marks the joints between a link and its twin.
void mark_loop(EnginePlan& plan, const Weld& weld) {
  constexpr std::size_t kNone = FlatJoint::kWorld;
  std::vector<std::size_t> carrier(plan.flat.links.size(), kNone);  // joint that holds each link in the tree
  std::vector<std::size_t> inner(plan.flat.links.size(), kNone);
  for (const description::TreeJoint& tree : plan.tree.joints) {
    const OuterJoint outer = outer_joint(plan, tree);
    carrier[outer.outer] = tree.joint;
    inner[outer.outer] = outer.inner;
  }
  std::vector<bool> met(plan.flat.joints.size(), false);
  for (const std::size_t start : {weld.link, weld.twin})
    for (std::size_t link = start; link != kNone && carrier[link] != kNone; link = inner[link])
      met[carrier[link]] = !met[carrier[link]];  // what both have in common is not part of the loop
  for (std::size_t joint = 0; joint < met.size(); ++joint)
    if (met[joint]) plan.in_loop[joint] = true;
}

}  // namespace

void open_loops(EnginePlan& plan) {
  plan.in_loop.assign(plan.flat.joints.size(), false);
  if (plan.tree.loops.empty()) return;
  for (const std::size_t loop : plan.tree.loops) {
    FlatJoint& joint = plan.flat.joints[loop];
    std::size_t& end = splits_child(plan, joint) ? joint.child : joint.parent;
    const std::size_t link = end;
    end = plan.flat.links.size();
    description::FlatLink twin = plan.flat.links[link];
    twin.is_static = false;
    plan.flat.links.push_back(twin);
    plan.welds.push_back({link, end});
  }
  std::vector<std::size_t> split;
  for (const Weld& weld : plan.welds)
    if (std::find(split.begin(), split.end(), weld.link) == split.end()) split.push_back(weld.link);
  for (const std::size_t link : split)
    share_mass(plan, link);
  plan.tree = description::kinematic_tree(plan.flat);
  for (const Weld& weld : plan.welds)
    mark_loop(plan, weld);
}

}  // namespace lockstep::hosts
