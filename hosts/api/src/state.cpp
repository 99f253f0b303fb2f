// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/state.hpp"

namespace lockstep::hosts {

void WorldState::resize(const WorldLayout& layout) {
  const std::size_t axes = layout.axis_count;
  for (auto* numbers : {&position, &velocity, &acceleration, &command, &applied})
    numbers->assign(axes, 0.0);
  effort_limit.assign(axes, std::numeric_limits<double>::infinity());
  velocity_limit.assign(axes, std::numeric_limits<double>::infinity());
  mode.assign(axes, CommandMode::kEffort);
  for (const JointInfo& joint : layout.joints) {
    for (std::uint32_t a = 0; a < joint.axis_count && a < joint.limits.size(); ++a) {
      effort_limit[joint.first_axis + a] = joint.limits[a].effort;
      velocity_limit[joint.first_axis + a] = joint.limits[a].velocity;
    }
  }
  reaction.assign(layout.joints.size(), {});
  q_WB.assign(layout.links.size(), description::Quaternion{1.0, 0.0, 0.0, 0.0});
  for (auto* vectors : {&p_WB, &v_WB, &w_WB, &a_WB, &alpha_WB, &force_W, &torque_W})
    vectors->assign(layout.links.size(), Eigen::Vector3d::Zero());
  contact_count = 0;
}

}  // namespace lockstep::hosts
