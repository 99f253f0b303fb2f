// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

namespace lockstep::description {
namespace {

// Every number of a link arrives where the header says it does.
TEST(SdfLink, ReadsMassPropertiesAndFlags) {
  const Model model = read_model(
      "<link name='l'><pose>0 0 2 0 0 0</pose>"
      "<inertial><mass>3</mass><pose>0 0 -1 0 0 0</pose><inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz>"
      "<ixy>0.1</ixy><ixz>0.2</ixz><iyz>0.3</iyz></inertia></inertial>"
      "<gravity>0</gravity><self_collide>1</self_collide><enable_wind>true</enable_wind>"
      "<velocity_decay><linear>0.5</linear><angular>0.25</angular></velocity_decay>"
      "<sensor name='s' type='imu'><update_rate>100</update_rate><pose>0 1 0 0 0 0</pose></sensor></link>");
  const Link& link = model.links.at(0);
  EXPECT_EQ(link.scoped_name, "m::l");
  EXPECT_EQ(link.pose.position, Vector3(0, 0, 2));
  EXPECT_EQ(link.inertial.mass_kg, 3);
  EXPECT_EQ(link.inertial.pose.position, Vector3(0, 0, -1));
  Matrix3 expected;
  expected << 1, 0.1, 0.2, 0.1, 2, 0.3, 0.2, 0.3, 2.5;
  EXPECT_EQ(link.inertial.inertia_kg_m2, expected);
  EXPECT_FALSE(link.gravity);
  EXPECT_TRUE(link.self_collide);
  EXPECT_TRUE(link.enable_wind);
  EXPECT_EQ(link.linear_damping, 0.5);
  EXPECT_EQ(link.angular_damping, 0.25);
  ASSERT_EQ(link.sensors.size(), 1U);
  EXPECT_EQ(link.sensors[0].type, "imu");
  EXPECT_EQ(link.sensors[0].update_rate_hz, 100);
  EXPECT_EQ(link.sensors[0].pose.position, Vector3(0, 1, 0));
}

// Gazebo's defaults: 1 kg and 1 kg m^2 about each axis.
TEST(SdfLink, HasTheDefaultsOfSdf) {
  const Link link = read_model("<link name='l'/>").links.at(0);
  EXPECT_EQ(link.inertial.mass_kg, 1);
  EXPECT_EQ(link.inertial.inertia_kg_m2, Matrix3::Identity());
  EXPECT_FALSE(link.inertial.given);
  EXPECT_TRUE(link.gravity);
}

// What the model says about collisions and wind holds for its links, unless they say something else.
TEST(SdfLink, TakesOverWhatItsModelSays) {
  const Model model = read_model(
      "<self_collide>1</self_collide><enable_wind>1</enable_wind><link name='a'/><link "
      "name='b'><self_collide>0"
      "</self_collide></link>");
  EXPECT_TRUE(model.links.at(0).self_collide);
  EXPECT_TRUE(model.links.at(0).enable_wind);
  EXPECT_FALSE(model.links.at(1).self_collide);
}

// A pose that is none is one mistake, not one more for everybody who is placed by it.
TEST(SdfLink, WrongPosesAreOneMistake) {
  const std::string message = error_of(
      in_model("<link name='a'><pose>0 nan 0 0 0 0</pose></link><link name='b'/><joint name='j' type='fixed'>"
               "<parent>a</parent><child>b</child></joint>"));
  EXPECT_CONTAINS(message, "1 problem\n");
}

// Impossible mass properties stop the reading with link, numbers and line; in a static model nobody asks.
TEST(SdfLink, RefusesImpossibleInertiaWhenStrict) {
  const std::string link = "<link name='l'>\n<inertial><inertia><izz>3</izz></inertia></inertial></link>";
  EXPECT_EQ(error_of(in_model(link)), "no error");
  const std::string message = error_of(in_model(link), strict());
  EXPECT_CONTAINS(message, "w.sdf:2:1: error: link 'm::l': principal moments of inertia are 1, 1 and 3");
  EXPECT_CONTAINS(message, "fix: correct the numbers");
  EXPECT_EQ(error_of(in_model("<static>true</static>" + link)), "no error");
}

// What is repaired is named with what it was and what it is taken as.
TEST(SdfLink, RepairsInertia) {
  const ReadResult result = read(in_model("<link name='l'><inertial><mass>0</mass></inertial></link>"));
  ASSERT_TRUE(has_id(result.findings, "inertia-impossible"));
  EXPECT_CONTAINS(
      result.findings.at(0).message,
      "link 'm::l': mass is 0 kg, expected a number above 0; taken as 0.001 kg with 1, 1 and 1 kg m^2");
  EXPECT_EQ(result.findings.at(0).severity, Severity::kWarning);
  EXPECT_GT(result.world.models.at(0).links.at(0).inertial.mass_kg, 0);
}

// An empty boolean counts as left out.
TEST(SdfLink, TakesEmptyBooleansAsLeftOut) {
  const std::string text = in_model("<static/><link name='l'><gravity></gravity></link>");
  const ReadResult result = read(text);
  EXPECT_FALSE(result.world.models.at(0).is_static);
  EXPECT_TRUE(result.world.models.at(0).links.at(0).gravity);
  EXPECT_TRUE(has_id(result.findings, "boolean-empty"));
  EXPECT_CONTAINS(error_of(text, strict()), "<gravity> is empty, expected true or false");
}

// Poses inside a link may name another frame of the model.
TEST(SdfLink, ResolvesPosesInsideTheLink) {
  const Model model = read_model(
      "<frame name='f'><pose>10 0 0 0 0 0</pose></frame><link name='l'><pose>1 0 0 0 0 0</pose>"
      "<visual name='v'><pose relative_to='f'>0 0 5 0 0 "
      "0</pose><geometry><sphere/></geometry></visual></link>");
  EXPECT_LT((model.links.at(0).visuals.at(0).pose.position - Vector3{9, 0, 5}).norm(), 1e-15);
}

TEST(SdfLink, ReadsColours) {
  const Visual visual =
      read_model(
          "<link name='l'><visual name='v'><geometry><box/></geometry><transparency>0.5"
          "</transparency><material><diffuse>1 0 0.5 0.25</diffuse></material></visual></link>")
          .links.at(0)
          .visuals.at(0);
  EXPECT_EQ(visual.colour, Eigen::Vector4d(1, 0, 0.5, 0.25));
  EXPECT_EQ(visual.transparency, 0.5);
}

// Several mistakes in several places come in one message.
TEST(SdfLink, ReportsAllMistakesAtOnce) {
  const std::string message =
      error_of(in_model("<link name='a'><inertial><mass>x</mass></inertial></link>"
                        "<link name='b'><collision name='c'><geometry><box><size>1 "
                        "1</size></box></geometry></collision></link><link/>"));
  EXPECT_CONTAINS(message, "3 problems");
  EXPECT_CONTAINS(message, "'mass' is 'x'");
  EXPECT_CONTAINS(message, "'size' is '1 1', expected 3 finite numbers");
  EXPECT_CONTAINS(message, "<link> has no name");
}

}  // namespace
}  // namespace lockstep::description
