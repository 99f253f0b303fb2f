// SPDX-License-Identifier: Apache-2.0
#include "mimic_joints.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::hosts {
namespace {

using description::FlatJoint;

/// Index of the joint that `follower` names, or the number of joints.
std::size_t leader_of(const description::FlatWorld& flat, const FlatJoint& follower) {
  const description::Joint* const leader =
      find_joint(*flat.models[follower.model].model, follower.joint->mimic.joint);
  const auto found = std::find_if(flat.joints.begin(), flat.joints.end(),
                                  [&](const FlatJoint& joint) { return joint.joint == leader; });
  return static_cast<std::size_t>(found - flat.joints.begin());
}

/// Why the joint cannot follow `leader`; empty when it can.
std::string obstacle(const description::FlatWorld& flat, const WorldLayout& layout, std::size_t follower,
                     std::size_t leader) {
  if (leader == flat.joints.size())
    return "which does not exist in model '" + flat.models[flat.joints[follower].model].model->scoped_name +
           "'";
  for (const std::size_t joint : {follower, leader}) {
    if (layout.joints[joint].axis_count != 1)
      return "but joint '" + layout.joints[joint].name + "' has " +
             std::to_string(layout.joints[joint].axis_count) + " axes, expected one each";
  }
  return {};
}

/// A revolute joint between the reference body and a link of a gearbox, and what its position counts in the
/// angle that the gearbox means: 1 or -1, or 0 where there is no such joint.
struct GearSide {
  std::size_t joint{0};
  double sign{0.0};
};

GearSide gear_side(const description::FlatWorld& flat, std::size_t reference, std::size_t link,
                   const Eigen::Vector3d& axis_W) {
  for (std::size_t j = 0; j < flat.joints.size(); ++j) {
    const FlatJoint& joint = flat.joints[j];
    const description::JointType type = joint.joint->type;
    if (type != description::JointType::kRevolute && type != description::JointType::kContinuous) continue;
    const bool forward = joint.parent == reference && joint.child == link;
    if (!forward && !(joint.parent == link && joint.child == reference)) continue;
    const double along = (joint.pose.orientation * joint.joint->axes.at(0).direction).dot(axis_W);
    if (std::fabs(along) < 0.99) continue;
    return {j, (along > 0.0) == forward ? 1.0 : -1.0};
  }
  return {};
}

/// Index of the reference body, or the number of links.
std::size_t reference_of(const description::FlatWorld& flat, const FlatJoint& gearbox) {
  const std::string& name = gearbox.joint->gearbox_reference_body;
  if (name == "world") return FlatJoint::kWorld;
  const description::Link* const link = find_link(*flat.models[gearbox.model].model, name);
  const auto found =
      std::find_if(flat.links.begin(), flat.links.end(),
                   [&](const description::FlatLink& flat_link) { return flat_link.link == link; });
  return static_cast<std::size_t>(found - flat.links.begin());
}

}  // namespace

void resolve_gearboxes(const description::FlatWorld& flat, WorldLayout& layout,
                       std::vector<Diagnostic>& problems) {
  for (const FlatJoint& gearbox : flat.joints) {
    const description::Joint& described = *gearbox.joint;
    if (described.type != description::JointType::kGearbox) continue;
    const std::size_t reference = reference_of(flat, gearbox);
    const auto side = [&](std::size_t link, std::size_t axis) {
      return gear_side(flat, reference, link, gearbox.pose.orientation * described.axes.at(axis).direction);
    };
    const GearSide input = side(gearbox.parent, 0), output = side(gearbox.child, 1);
    if (input.sign == 0.0 || output.sign == 0.0 || layout.joints[output.joint].mimic ||
        !flat.joints[output.joint].joint->mimic.joint.empty()) {
      problems.push_back(
          {Severity::kError, "joint-gearbox",
           "gearbox '" + described.scoped_name + "' has reference body '" + described.gearbox_reference_body +
               "', expected a body that revolute joints about its axes connect with its parent and "
               "its child, which follow no other joint",
           "name the housing of the gears in <gearbox_reference_body>", described.where});
      continue;
    }
    layout.joints[output.joint].mimic = MimicInfo{static_cast<JointIndex>(input.joint),
                                                  -described.gearbox_ratio * input.sign * output.sign, 0.0};
  }
}

void resolve_mimics(const description::FlatWorld& flat, WorldLayout& layout,
                    std::vector<Diagnostic>& problems) {
  const auto refuse = [&](std::size_t joint, const std::string& why) {
    const description::Joint& described = *flat.joints[joint].joint;
    problems.push_back(
        {Severity::kError, "joint-mimic",
         "joint '" + described.scoped_name + "' follows joint '" + described.mimic.joint + "', " + why,
         "correct or remove its <mimic>", described.where});
  };
  for (std::size_t j = 0; j < flat.joints.size(); ++j) {
    const description::Mimic& mimic = flat.joints[j].joint->mimic;
    if (mimic.joint.empty()) continue;
    const std::size_t leader = leader_of(flat, flat.joints[j]);
    if (const std::string why = obstacle(flat, layout, j, leader); !why.empty())
      refuse(j, why);
    else
      layout.joints[j].mimic = MimicInfo{static_cast<JointIndex>(leader), mimic.multiplier, mimic.offset};
  }
  // q = a (b p + c) + d: the leader of a leader, until none follows another.
  for (std::size_t j = 0; j < layout.joints.size(); ++j) {
    std::optional<MimicInfo>& own = layout.joints[j].mimic;
    for (std::size_t hops = 0; own && layout.joints[own->leader].mimic; ++hops) {
      const MimicInfo next = *layout.joints[own->leader].mimic;
      if (hops == layout.joints.size() || own->leader == j) {
        refuse(j, "which follows it in turn");
        own.reset();
      } else {
        own = MimicInfo{next.leader, own->multiplier * next.multiplier,
                        own->multiplier * next.offset + own->offset};
      }
    }
  }
}

}  // namespace lockstep::hosts
