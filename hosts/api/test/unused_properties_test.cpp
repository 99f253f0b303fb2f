// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/unused_properties.hpp"

#include <gtest/gtest.h>

#include "lockstep/description/reader.hpp"

namespace lockstep::hosts {
namespace {

constexpr description::JointType kNoJoints[] = {description::JointType::kFixed};

std::unique_ptr<const EnginePlan> plan_of(const std::string& models) {
  return make_plan(description::read_world_text(
                       "<sdf version='1.6'><world name='w'>" + models + "</world></sdf>", "t.world")
                       .world,
                   {}, "test", kNoJoints);
}

std::string model(const std::string& name, const std::string& link, const std::string& surface) {
  return "<model name='" + name + "'><link name='l'>" + link +
         "<collision name='c'><geometry><box/></geometry><surface>" + surface +
         "</surface></collision></link></model>";
}

// A plain body says nothing that is left out, and neither does Gazebo's ground.
TEST(UnusedProperties, AreNoneOfAPlainBody) {
  EXPECT_TRUE(unused_properties(*plan_of("<include><uri>model://ground_plane</uri></include>")).empty());
  EXPECT_TRUE(unused_properties(*plan_of(model("m", "", ""))).empty());
}

// Each property is told once, with the first link and the number of others; what all engines have is not
// told.
TEST(UnusedProperties, AreToldOnceForAllLinks) {
  const std::string bouncing =
      "<bounce><restitution_coefficient>0.5</restitution_coefficient></bounce><contact><collide_bitmask>1"
      "</collide_bitmask><ode><kp>1e6</kp></ode></contact><friction><ode><mu>0.5</mu><mu2>0.1</mu2></ode></"
      "friction>";
  const auto plan = plan_of(model("a", "<kinematic>1</kinematic>", bouncing) + model("b", "", bouncing) +
                            model("c", "<velocity_decay><linear>0.1</linear></velocity_decay>", bouncing));
  std::vector<std::string> warnings, notes;
  for (const Diagnostic& finding : unused_properties(*plan))
    (finding.severity == Severity::kNote ? notes : warnings).push_back(finding.message);
  EXPECT_EQ(warnings,
            (std::vector<std::string>{
                "link 'a::l': <kinematic> has no effect; forces move the link",
                "link 'c::l': <velocity_decay> has no effect; use damping of joints or a fluid device"}));
  EXPECT_EQ(notes, (std::vector<std::string>{
                       "link 'a::l' and 2 others: <kp>, <kd>, <max_vel> and <min_depth> have no effect"}));
}

}  // namespace
}  // namespace lockstep::hosts
