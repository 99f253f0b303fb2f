// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "support.hpp"

namespace lockstep::description {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Two links, the child turned a quarter about x, and a joint between them.
std::string arm(const std::string& joint) {
  return "<link name='base'/><link name='arm'><pose>1 0 0 1.5707963267948966 0 0</pose></link>" + joint;
}

std::string joint(const std::string& type, const std::string& content) {
  return "<joint name='j' type='" + type + "'><parent>base</parent><child>arm</child>" + content + "</joint>";
}

Joint read_joint(const std::string& text, const std::string& version = "1.9") {
  return read_model(arm(text), version).joints.at(0);
}

TEST(SdfJoint, ReadsAxisLimitsAndDynamics) {
  const Joint read = read_joint(
      joint("revolute",
            "<pose>0 0 0.5 0 0 0</pose><axis><xyz>0 3 "
            "0</xyz><limit><lower>-1</lower><upper>2</upper><effort>10</effort>"
            "<velocity>5</velocity></limit><dynamics><damping>0.1</damping><friction>0.2</"
            "friction><spring_stiffness>3"
            "</spring_stiffness><spring_reference>0.5</spring_reference></dynamics></axis><physics><ode>"
            "<implicit_spring_damper>1</implicit_spring_damper></ode></physics>"));
  EXPECT_EQ(read.scoped_name, "m::j");
  EXPECT_EQ(read.type, JointType::kRevolute);
  EXPECT_EQ(read.parent, "base");
  EXPECT_EQ(read.child, "arm");
  EXPECT_LT((read.pose.position - Vector3{0, 0, 0.5}).norm(), 1e-15);
  EXPECT_TRUE(read.implicit_spring_damper);
  const JointAxis& axis = read.axes.at(0);
  EXPECT_EQ(axis.direction, Vector3(0, 1, 0));
  EXPECT_EQ(axis.lower, -1);
  EXPECT_EQ(axis.upper, 2);
  EXPECT_EQ(axis.effort, 10);
  EXPECT_EQ(axis.velocity, 5);
  EXPECT_EQ(axis.damping, 0.1);
  EXPECT_EQ(axis.friction, 0.2);
  EXPECT_EQ(axis.spring_stiffness, 3);
  EXPECT_EQ(axis.spring_reference, 0.5);
}

// A sensor of a joint is placed in the joint's frame unless it names another one; it is kept in that of the
// child link.
TEST(SdfJoint, PlacesSensorsInTheJointsFrame) {
  const Joint read = read_joint(joint(
      "fixed",
      "<pose>0 0 0.5 0 0 1.5707963267948966</pose>"
      "<sensor name='a' type='force_torque'><pose>1 0 0 0 0 0</pose><update_rate>30</update_rate></sensor>"
      "<sensor name='b' type='force_torque'><pose relative_to='arm'>1 0 0 0 0 0</pose></sensor>"));
  ASSERT_EQ(read.sensors.size(), 2U);
  EXPECT_EQ(read.sensors[0].type, "force_torque");
  EXPECT_EQ(read.sensors[0].update_rate_hz, 30.0);
  EXPECT_LT((read.sensors[0].pose.position - Vector3{0, 1, 0.5}).norm(), 1e-15);
  EXPECT_LT((read.sensors[1].pose.position - Vector3{1, 0, 0}).norm(), 1e-15);
}

// 1e16 and -1 are SDF's ways to say "none"; what is left out is none as well.
TEST(SdfJoint, KnowsHowSdfWritesNoLimit) {
  const JointAxis axis = read_joint(joint("revolute",
                                          "<axis><limit><lower>-1e16</lower><upper>1e+16</upper><effort>-1"
                                          "</effort><velocity>-1</velocity></limit></axis>"))
                             .axes.at(0);
  const JointAxis bare = read_joint(joint("revolute", "<axis/>")).axes.at(0);
  for (const JointAxis& one : {axis, bare}) {
    EXPECT_EQ(one.lower, -JointAxis::kNone);
    EXPECT_EQ(one.upper, JointAxis::kNone);
    EXPECT_EQ(one.effort, JointAxis::kNone);
    EXPECT_EQ(one.velocity, JointAxis::kNone);
  }
  EXPECT_EQ(bare.direction, Vector3(0, 0, 1));
}

// The frame of the axis changed over the versions: model (1.4), joint with a switch (1.5), any frame (1.7).
// The child is turned a quarter about x, so the model's z is the joint's -y... seen from J: R^T (0,0,1) =
// (0,1,0).
TEST(SdfJoint, AxisFrameDependsOnTheVersion) {
  const std::string plain = joint("revolute", "<axis><xyz>0 0 1</xyz></axis>");
  const Vector3 model_z{0, 1, 0};
  EXPECT_LT((read_joint(plain, "1.4").axes.at(0).direction - model_z).norm(), 1e-15);
  EXPECT_EQ(read_joint(plain, "1.5").axes.at(0).direction, Vector3(0, 0, 1));
  const std::string switched =
      joint("revolute", "<axis><xyz>0 0 1</xyz><use_parent_model_frame>true</use_parent_model_frame></axis>");
  EXPECT_LT((read_joint(switched, "1.6").axes.at(0).direction - model_z).norm(), 1e-15);
  const std::string expressed = joint("revolute", "<axis><xyz expressed_in='base'>0 0 1</xyz></axis>");
  EXPECT_LT((read_joint(expressed, "1.7").axes.at(0).direction - model_z).norm(), 1e-15);
}

// q = 2 (leader - 0.5) + 0.25 = 2 leader - 0.75.
TEST(SdfJoint, ReadsMimic) {
  const std::string mimic =
      "<mimic joint='other'><multiplier>2</multiplier><offset>0.25</offset><reference>0.5"
      "</reference></mimic>";
  const Mimic read = read_joint(joint("revolute", "<axis>" + mimic + "</axis>"), "1.11").mimic;
  EXPECT_EQ(read.joint, "other");
  EXPECT_EQ(read.multiplier, 2.0);
  EXPECT_EQ(read.offset, -0.75);
  const Mimic bare = read_joint(joint("revolute", "<axis><mimic joint='other' axis='axis'/></axis>")).mimic;
  EXPECT_EQ(bare.multiplier, 1.0);
  EXPECT_EQ(bare.offset, 0.0);
  EXPECT_TRUE(read_joint(joint("revolute", "<axis/>")).mimic.joint.empty());
  EXPECT_CONTAINS(error_of(in_model(arm(joint("revolute", "<axis><mimic joint='o' axis='axis2'/></axis>")))),
                  "<mimic> is between joints of several axes");
  EXPECT_CONTAINS(error_of(in_model(arm(
                      joint("universal", "<axis><mimic joint='o'/></axis><axis2><xyz>1 0 0</xyz></axis2>")))),
                  "<mimic> is between joints of several axes");
}

TEST(SdfJoint, ReadsEveryType) {
  EXPECT_EQ(read_joint(joint("fixed", "")).axes.size(), 0U);
  EXPECT_EQ(read_joint(joint("ball", "")).type, JointType::kBall);
  EXPECT_EQ(read_joint(joint("universal", "<axis/><axis2><xyz>1 0 0</xyz></axis2>")).axes.size(), 2U);
  EXPECT_EQ(read_joint(joint("prismatic", "<axis/>")).type, JointType::kPrismatic);
  const Joint continuous = read_joint(joint("continuous", "<axis><limit><lower>-1</lower></limit></axis>"));
  EXPECT_EQ(continuous.axes.at(0).lower, -JointAxis::kNone);
  // Two ways for the same thread: 0.1 m a turn.
  EXPECT_NEAR(
      read_joint(joint("screw", "<axis/><screw_thread_pitch>0.1</screw_thread_pitch>")).screw_pitch_m_per_rev,
      0.1, 1e-15);
  EXPECT_NEAR(read_joint(joint("screw", "<axis/><thread_pitch>-62.83185307179586</thread_pitch>"))
                  .screw_pitch_m_per_rev,
              2 * kPi / 62.83185307179586, 1e-15);
}

// The world may be parent or child; the joint pose is then in the one link there is.
TEST(SdfJoint, TheWorldMayBeParentOrChild) {
  const Model up = read_model(
      "<link name='l'/><joint name='j' type='fixed'><parent>world</parent><child>l</child></joint>");
  EXPECT_EQ(up.joints.at(0).parent, "world");
  const Model down = read_model(
      "<link name='l'/><joint name='j' type='fixed'><pose>0 0 1 0 0 0</pose><parent>l</parent>"
      "<child>world</child></joint>");
  EXPECT_EQ(down.joints.at(0).child, "world");
  EXPECT_EQ(down.joints.at(0).pose.position, Vector3(0, 0, 1));
}

// A frame may stand for the link it is attached to; the joint's pose then starts at the frame.
TEST(SdfJoint, FramesStandForLinks) {
  const Model model = read_model(
      "<link name='a'/><link name='b'><pose>0 0 1 0 0 0</pose></link><frame name='f' attached_to='b'><pose>0 "
      "0 0.25 0 0 0"
      "</pose></frame><joint name='j' type='fixed'><parent>a</parent><child>f</child></joint>");
  EXPECT_EQ(model.joints.at(0).child, "b");
  EXPECT_LT((model.joints.at(0).pose.position - Vector3{0, 0, 0.25}).norm(), 1e-15);
}

TEST(SdfJoint, SaysWhatIsWrong) {
  EXPECT_CONTAINS(error_of(in_model(arm(joint("hinge", "")))),
                  "joint 'j' has the type 'hinge', expected fixed, revolute");
  EXPECT_CONTAINS(error_of(in_model(arm(joint("revolute", ""))), strict()),
                  "joint 'm::j' has no <axis>, which type 'revolute' needs");
  EXPECT_CONTAINS(error_of(in_model(arm(joint("revolute", "<axis><xyz>0 0 0</xyz></axis>")))),
                  "a direction that is not 0");
  EXPECT_CONTAINS(
      error_of(
          in_model(arm(joint("revolute", "<axis><limit><lower>2</lower><upper>1</upper></limit></axis>"))),
          strict()),
      "lower limit 2 is above upper limit 1");
  EXPECT_CONTAINS(
      error_of(in_model(
          "<link name='a'/><joint name='j' type='fixed'><parent>a</parent><child>x</child></joint>")),
      "frame 'x' does not exist here; there are: __model__, a, j");
  EXPECT_CONTAINS(
      error_of(in_model(
          "<link name='a'/><joint name='j' type='fixed'><parent>a</parent><child>a</child></joint>")),
      "joint 'm::j' has 'a' as parent and as child");
}

}  // namespace
}  // namespace lockstep::description
