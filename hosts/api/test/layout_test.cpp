// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/layout.hpp"

#include <gtest/gtest.h>

namespace lockstep::hosts {
namespace {

WorldLayout layout_with_joints(const std::vector<std::string>& names) {
  WorldLayout layout;
  for (const std::string& name : names) {
    layout.joints.emplace_back();
    layout.joints.back().name = name;
  }
  return layout;
}

using Found = std::vector<JointIndex>;

// Both separators of scoped names mean the same joint.
TEST(WorldLayout, FindsByScopedNameWithEitherSeparator) {
  const WorldLayout layout = layout_with_joints({"arm/shoulder", "arm/hand/finger"});
  EXPECT_EQ(layout.find_joint("arm/hand/finger"), 1U);
  EXPECT_EQ(layout.find_joint("arm::hand::finger"), 1U);
  EXPECT_FALSE(layout.find_joint("finger").has_value());
}

// A single colon is part of a name, not a separator.
TEST(WorldLayout, KeepsSingleColons) {
  EXPECT_EQ(normalized_scope("a:b::c:"), "a:b/c:");
}

// The best kind of match wins: an exact relative name beats a joint of a nested model with the same last
// part.
TEST(WorldLayout, PrefersTheNameRelativeToTheModel) {
  const WorldLayout layout = layout_with_joints({"arm/hand/knee", "arm/knee", "leg/knee"});
  EXPECT_EQ(layout.match_joints("arm", "knee"), Found{1});
  EXPECT_EQ(layout.match_joints("arm", "hand::knee"), Found{0});
  EXPECT_EQ(layout.match_joints("arm", "leg/knee"), Found{2});
}

// A name that only some nested models have is found there; several are all reported.
TEST(WorldLayout, ReportsEveryMatchOfTheSameKind) {
  const WorldLayout layout = layout_with_joints({"robot/left/knee", "robot/right/knee", "robot/hip"});
  EXPECT_EQ(layout.match_joints("robot", "knee"), (Found{0, 1}));
  EXPECT_EQ(layout.match_joints("robot", "right/knee"), Found{1});
  EXPECT_EQ(layout.match_joints("", "hip"), Found{2});
}

// The last resort is a suffix of the name, as the documentation of gazebo-fmi has it.
TEST(WorldLayout, TakesASuffixLast) {
  const WorldLayout layout = layout_with_joints({"robot/left_knee", "robot/left_hip"});
  EXPECT_EQ(layout.match_joints("robot", "knee"), Found{0});
  EXPECT_EQ(layout.match_joints("robot", "elbow"), Found{});
  EXPECT_EQ(layout.match_joints("robot", ""), Found{});
}

// A joint of another model is not taken for one of this model, also when the model's name is a prefix.
TEST(WorldLayout, StaysInsideTheModel) {
  const WorldLayout layout = layout_with_joints({"robot_2/knee"});
  EXPECT_EQ(layout.match_joints("robot", "knee"), Found{});
}

}  // namespace
}  // namespace lockstep::hosts
