// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/state.hpp"

#include <algorithm>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts {
namespace {

/// Calls `body` for each array of two states.
template <class Body>
void each_array(WorldState& to, const WorldState& from, const Body& body) {
  body(to.position, from.position);
  body(to.velocity, from.velocity);
  body(to.acceleration, from.acceleration);
  body(to.command, from.command);
  body(to.applied, from.applied);
  body(to.effort_limit, from.effort_limit);
  body(to.velocity_limit, from.velocity_limit);
  body(to.mode, from.mode);
  body(to.reaction, from.reaction);
  body(to.p_WB, from.p_WB);
  body(to.q_WB, from.q_WB);
  body(to.v_WB, from.v_WB);
  body(to.w_WB, from.w_WB);
  body(to.a_WB, from.a_WB);
  body(to.alpha_WB, from.alpha_WB);
  body(to.force_W, from.force_W);
  body(to.torque_W, from.torque_W);
  body(to.contacts, from.contacts);
}

}  // namespace

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

void WorldState::copy_from(const WorldState& other) {
  each_array(*this, other, [](const auto& to, const auto& from) {
    if (to.size() != from.size())
      throw Error{ErrorCode::kBadUsage, "a saved state has an array of " + std::to_string(from.size()) +
                                            " elements where this world has " + std::to_string(to.size()) +
                                            "; restore it in the world it was saved in"};
  });
  each_array(*this, other,
             [](auto& to, const auto& from) { std::copy(from.begin(), from.end(), to.begin()); });
  contact_count = other.contact_count;
  gravity_W = other.gravity_W;
  wind_W = other.wind_W;
}

}  // namespace lockstep::hosts
