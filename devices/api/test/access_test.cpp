// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/api/access.hpp"

#include <gtest/gtest.h>

namespace lockstep::devices {
namespace {

hosts::WorldState one_link() {
  hosts::WorldLayout layout;
  layout.links.resize(1);
  hosts::WorldState state;
  state.resize(layout);
  // A quarter turn about z: the link's x axis points along the world's y axis.
  state.q_WB[0] = Eigen::AngleAxisd{1.5707963267948966, Eigen::Vector3d::UnitZ()};
  return state;
}

// A force given in the link's axes through its centre of mass acts in the world's axes, with the lever's
// moment.
TEST(LinkWrench, TurnsForcesAndMovesThemToTheOrigin) {
  hosts::WorldState state = one_link();
  const LinkWrench wrench{state, 0, Eigen::Vector3d{2.0, 0.0, 0.0}};
  wrench.add_at_center_of_mass_B({0.0, 3.0, 0.0}, {0.0, 0.0, 1.0});
  EXPECT_TRUE(state.force_W[0].isApprox(Eigen::Vector3d{-3.0, 0.0, 0.0}, 1e-15));
  EXPECT_TRUE(state.torque_W[0].isApprox(Eigen::Vector3d{0.0, 0.0, 7.0}, 1e-15));
}

// Wrenches of several devices add up.
TEST(LinkWrench, AddsUp) {
  hosts::WorldState state = one_link();
  const LinkWrench wrench{state, 0, Eigen::Vector3d::Zero()};
  wrench.add_at_origin_W({1.0, 2.0, 3.0}, {4.0, 5.0, 6.0});
  wrench.add_at_origin_W({1.0, 2.0, 3.0}, {4.0, 5.0, 6.0});
  EXPECT_EQ(state.force_W[0], Eigen::Vector3d(2.0, 4.0, 6.0));
  EXPECT_EQ(state.torque_W[0], Eigen::Vector3d(8.0, 10.0, 12.0));
}

// Of all contacts those of the link count, whichever of the two it is.
TEST(LinkContacts, SumsUpWhatOthersDoToALink) {
  hosts::WorldState state = one_link();
  state.contacts.resize(4);
  state.contacts[0].link_b = 0;
  state.contacts[0].force_b_W_n = {0.0, 0.0, 5.0};
  state.contacts[1].link_a = 0;
  state.contacts[1].link_b = 7;
  state.contacts[1].force_b_W_n = {1.0, 0.0, 0.0};
  state.contacts[2].link_b = 7;
  state.contacts[2].force_b_W_n = {0.0, 9.0, 0.0};
  state.contacts[3] = state.contacts[0];  // of an earlier step
  state.contact_count = 3;
  const LinkContacts contacts{state, 0};
  EXPECT_EQ(contacts.force_W(), Eigen::Vector3d(-1.0, 0.0, 5.0));
  int count = 0;
  contacts.each([&](const hosts::Contact&) { ++count; });
  EXPECT_EQ(count, 2);
}

}  // namespace
}  // namespace lockstep::devices
