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
  const auto plan = plan_of(model("a", "<enable_wind>1</enable_wind>", bouncing) + model("b", "", bouncing) +
                            model("c", "<velocity_decay><linear>0.1</linear></velocity_decay>", bouncing));
  std::vector<std::string> warnings, notes;
  for (const Diagnostic& finding : unused_properties(*plan))
    (finding.severity == Severity::kNote ? notes : warnings).push_back(finding.message);
  EXPECT_EQ(warnings,
            (std::vector<std::string>{
                "link 'c::l': <velocity_decay> has no effect; use damping of joints or a fluid device",
                "link 'a::l' and 2 others: <kp> and <kd> have no effect; contacts are as stiff as the "
                "engine's own"}));
  EXPECT_EQ(notes,
            (std::vector<std::string>{"link 'a::l': <enable_wind> has no effect; devices feel the wind"}));
}

// What changes how things slide, turn and rest is a warning with its own words, each for itself.
TEST(UnusedProperties, OfContactsAreWarnings) {
  const auto words_of = [](const std::string& surface) {
    const std::vector<Diagnostic> found = unused_properties(*plan_of(model("m", "", surface)));
    EXPECT_EQ(found.size(), 1U) << surface;
    if (found.empty()) return std::string{};
    EXPECT_EQ(found.front().severity, Severity::kWarning);
    return found.front().message.substr(0, found.front().message.find(';'));
  };
  const auto contact = [](const std::string& text) { return "<contact><ode>" + text + "</ode></contact>"; };
  EXPECT_EQ(words_of(contact("<kd>5</kd>")), "link 'm::l': <kp> and <kd> have no effect");
  EXPECT_EQ(words_of(contact("<max_vel>0.1</max_vel>")), "link 'm::l': <max_vel> has no effect");
  EXPECT_EQ(words_of(contact("<min_depth>0.01</min_depth>")), "link 'm::l': <min_depth> has no effect");
  EXPECT_EQ(words_of("<friction><torsional><coefficient>0.2</coefficient></torsional></friction>"),
            "link 'm::l': <torsional> friction has no effect");
  EXPECT_EQ(words_of("<friction><ode><slip2>0.2</slip2></ode></friction>"),
            "link 'm::l': <slip1> and <slip2> have no effect");
}

}  // namespace
}  // namespace lockstep::hosts
