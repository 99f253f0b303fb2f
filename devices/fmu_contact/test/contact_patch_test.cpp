// SPDX-License-Identifier: Apache-2.0
#include "contact_patch.hpp"

#include <gtest/gtest.h>

namespace lockstep::devices::fmu_contact {
namespace {

constexpr hosts::LinkIndex kLink = 3;

hosts::Contact contact_at(const Eigen::Vector3d& point, double force, bool link_is_b) {
  hosts::Contact contact;
  (link_is_b ? contact.link_b : contact.link_a) = kLink;
  contact.p_WC = point;
  contact.normal_W = link_is_b ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d{-Eigen::Vector3d::UnitZ()};
  contact.force_b_W_n = force * contact.normal_W;
  contact.force_b_W_n.x() = 100.0;  // friction of the engine does not count
  return contact;
}

// Whichever side the link is on: 30 N at x = 1 and 10 N at x = 5 are 40 N at x = 2, with the normal up.
TEST(ContactPatch, IsTheWeightedMean) {
  ContactPatch patch;
  patch.add(contact_at({1.0, 0.0, 0.0}, 30.0, true), kLink);
  patch.add(contact_at({5.0, 4.0, 0.0}, 10.0, false), kLink);
  ASSERT_TRUE(patch.finish(Eigen::Vector3d::UnitY()));
  EXPECT_DOUBLE_EQ(patch.normal_force_n(), 40.0);
  EXPECT_TRUE(patch.p_WC().isApprox(Eigen::Vector3d{2.0, 1.0, 0.0}));
  EXPECT_TRUE(patch.z_W().isApprox(Eigen::Vector3d::UnitZ()));
}

// The heading is that of a wheel on the axis, whatever the angle it has turned by, and level on a level
// ground although the axis is tilted.
TEST(ContactPatch, XIsTheHeading) {
  ContactPatch patch;
  patch.add(contact_at({0.0, 0.0, 0.0}, 1.0, true), kLink);
  ASSERT_TRUE(patch.finish(Eigen::Vector3d{-1.0, 0.0, 0.5}.normalized()));  // the wheel heads along +y
  EXPECT_TRUE(patch.x_W().isApprox(Eigen::Vector3d::UnitY()));
  EXPECT_TRUE(patch.y_W().isApprox(Eigen::Vector3d{-Eigen::Vector3d::UnitX()}));
}

// A wheel on its side has no heading; the frame is still one.
TEST(ContactPatch, HasAFrameWithoutAHeading) {
  ContactPatch patch;
  patch.add(contact_at({0.0, 0.0, 0.0}, 1.0, true), kLink);
  ASSERT_TRUE(patch.finish(Eigen::Vector3d::UnitZ()));
  EXPECT_NEAR(patch.x_W().dot(patch.z_W()), 0.0, 1e-12);
  EXPECT_NEAR(patch.x_W().norm(), 1.0, 1e-12);
}

TEST(ContactPatch, WithoutAPressingForceThereIsNone) {
  ContactPatch patch;
  EXPECT_FALSE(patch.finish(Eigen::Vector3d::UnitY()));
  patch.add(contact_at({1.0, 0.0, 0.0}, -5.0, true), kLink);
  EXPECT_FALSE(patch.finish(Eigen::Vector3d::UnitY()));
  EXPECT_EQ(patch.normal_force_n(), 0.0);
}

}  // namespace
}  // namespace lockstep::devices::fmu_contact
