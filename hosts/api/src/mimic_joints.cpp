// SPDX-License-Identifier: Apache-2.0
#include "mimic_joints.hpp"

#include <algorithm>

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

}  // namespace

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
