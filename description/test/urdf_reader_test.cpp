// SPDX-License-Identifier: Apache-2.0
#include "urdf_reader.hpp"

#include "support.hpp"

namespace lockstep::description {
namespace {

const std::string kMass =
    "<inertial><origin xyz='0 0 0.5'/><mass value='2'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";

std::string link(const std::string& name, const std::string& content = kMass) {
  return "<link name='" + name + "'>" + content + "</link>";
}

std::string joint(const std::string& type, const std::string& content, const std::string& parent = "a",
                  const std::string& child = "b") {
  return "<joint name='j_" + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + content + "</joint>";
}

std::string robot(const std::string& content) {
  return "<robot name='r'>" + content + "</robot>";
}

Model read_robot(const std::string& content, const ReadOptions& options = alone()) {
  return read(robot(content), options).world.models.at(0);
}

TEST(Urdf, ReadsJointsWithLimitsDynamicsAndSafety) {
  const Model model = read_robot(
      link("a") + link("b") +
      joint(
          "revolute",
          "<origin xyz='0 0 1' rpy='0 0 1.5707963267948966'/><axis xyz='0 2 0'/><limit lower='-1' upper='2' "
          "effort='10' "
          "velocity='3'/><dynamics damping='0.5' friction='0.1'/><safety_controller soft_lower_limit='-0.9' "
          "soft_upper_limit='1.9' k_position='15' k_velocity='10'/><mimic joint='j_c' multiplier='2' "
          "offset='1'/>") +
      link("c") + joint("continuous", "", "a", "c"));
  const Joint& read_back = model.joints.at(0);
  EXPECT_EQ(read_back.scoped_name, "r::j_b");
  EXPECT_EQ(read_back.axes.at(0).direction, Vector3(0, 1, 0));
  EXPECT_EQ(read_back.axes.at(0).lower, -1);
  EXPECT_EQ(read_back.axes.at(0).upper, 2);
  EXPECT_EQ(read_back.axes.at(0).effort, 10);
  EXPECT_EQ(read_back.axes.at(0).velocity, 3);
  EXPECT_EQ(read_back.axes.at(0).damping, 0.5);
  EXPECT_EQ(read_back.axes.at(0).friction, 0.1);
  EXPECT_TRUE(read_back.safety.given);
  EXPECT_EQ(read_back.safety.soft_upper_limit, 1.9);
  EXPECT_EQ(read_back.safety.k_velocity, 10);
  EXPECT_EQ(read_back.mimic.joint, "j_c");
  EXPECT_EQ(read_back.mimic.offset, 1);
  EXPECT_EQ(read_back.pose.position, Vector3(0, 0, 0));  // the joint frame is the child link's
  EXPECT_EQ(model.links.at(1).pose.position, Vector3(0, 0, 1));
  EXPECT_EQ(model.links.at(1).inertial.pose.position, Vector3(0, 0, 0.5));
}

TEST(Urdf, ReadsShapesAndColours) {
  const Model model = read_robot(
      "<material name='red'><color rgba='1 0 0 1'/></material>" +
      link("a", kMass +
                    "<collision><geometry><box size='1 2 3'/></geometry></collision><collision name='named'>"
                    "<origin xyz='0 0 1'/><geometry><cylinder radius='1' "
                    "length='2'/></geometry></collision><visual>"
                    "<geometry><sphere radius='4'/></geometry><material name='red'/></visual>"));
  const Link& a = model.links.at(0);
  EXPECT_EQ(std::get<Box>(a.collisions.at(0).geometry).size_m, Vector3(1, 2, 3));
  EXPECT_EQ(a.collisions.at(0).name, "a_collision_0");
  EXPECT_EQ(a.collisions.at(1).name, "named");
  EXPECT_EQ(a.collisions.at(1).pose.position, Vector3(0, 0, 1));
  EXPECT_EQ(std::get<Sphere>(a.visuals.at(0).geometry).radius_m, 4);
  EXPECT_EQ(a.visuals.at(0).colour, Eigen::Vector4d(1, 0, 0, 1));
}

TEST(Urdf, SaysWhatIsWrong) {
  EXPECT_CONTAINS(error_of(robot(link("a") + link("b") + joint("revolute", ""))),
                  "joint 'j_b' has no <limit>");
  EXPECT_CONTAINS(error_of(robot(link("a") + link("b") + joint("hinge", ""))),
                  "has the type 'hinge', expected fixed");
  EXPECT_CONTAINS(error_of(robot(link("a") + "<xacro:include filename='x'/>")), "run 'xacro");
  EXPECT_CONTAINS(error_of(robot(link("a") + "<xacro:if value='1'/>")), "run 'xacro");
  EXPECT_CONTAINS(
      error_of(robot(link("a", kMass + "<collision><geometry><box size='1 -2 3'/></geometry></collision>"))),
      "expected a number above 0");
  EXPECT_CONTAINS(error_of(robot(link("a", "<inertial><mass value='1'/></inertial>"))),
                  "'inertial' has no 'inertia'");
  EXPECT_CONTAINS(error_of(robot(link(
                      "a", kMass + "<collision><geometry><mesh filename='x.stl'/></geometry></collision>"))),
                  "mesh 'x.stl' does not exist");
}

// A robot without a name goes by its file.
TEST(Urdf, NamesARobotByItsFile) {
  const std::string text = "<robot>" + link("a") + "</robot>";
  const ReadResult result = read(text);
  EXPECT_EQ(result.world.models.at(0).name, "w");
  EXPECT_TRUE(has_id(result.findings, "name-missing"));
  EXPECT_CONTAINS(error_of(text, strict()), "<robot> has no name");
}

// What other readers accept: limits the wrong way round, and a joint that follows one that does not exist.
TEST(Urdf, RepairsLimitsAndLostLeaders) {
  const std::string text = robot(link("a") + link("b") +
                                 joint("revolute",
                                       "<limit lower='2' upper='-1' effort='1' velocity='1'/>"
                                       "<mimic joint='gone'/>"));
  const ReadResult result = read(text);
  const Joint& read_back = result.world.models.at(0).joints.at(0);
  EXPECT_EQ(read_back.axes.at(0).lower, -1);
  EXPECT_EQ(read_back.axes.at(0).upper, 2);
  EXPECT_TRUE(read_back.mimic.joint.empty());
  EXPECT_TRUE(has_id(result.findings, "joint-limits"));
  EXPECT_TRUE(has_id(result.findings, "joint-mimic"));
  EXPECT_CONTAINS(error_of(text, strict()), "lower limit 2 is above upper limit -1");
}

}  // namespace
}  // namespace lockstep::description
