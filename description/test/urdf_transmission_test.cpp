// SPDX-License-Identifier: Apache-2.0
#include "urdf_transmission.hpp"

#include "support.hpp"

namespace lockstep::description {
namespace {

/// A robot with one joint "j" and the given transmission.
std::string robot(const std::string& transmission) {
  const std::string link =
      "<inertial><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1'/></inertial></link>";
  return "<robot name='r'><link name='a'>" + link + "<link name='b'>" + link +
         "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>" + transmission +
         "</robot>";
}

Transmission read_one(const std::string& text) {
  return read(robot(text)).world.models.at(0).transmissions.at(0);
}

// All that ROS's transmissions say reaches the description.
TEST(UrdfTransmission, IsRead) {
  const Transmission read = read_one(
      "<transmission name='t'><type>transmission_interface/SimpleTransmission</type><joint name='j'>"
      "<hardwareInterface>EffortJointInterface</hardwareInterface>"
      "<hardwareInterface>PositionJointInterface</hardwareInterface><offset>0.5</offset><role>joint1</role></"
      "joint>"
      "<actuator name='m'><mechanicalReduction>-50</mechanicalReduction><hardwareInterface>Motor"
      "</hardwareInterface></actuator><special>7</special></transmission>");
  EXPECT_EQ(read.name, "t");
  EXPECT_EQ(read.type, "transmission_interface/SimpleTransmission");
  ASSERT_EQ(read.joints.size(), 1U);
  EXPECT_EQ(read.joints[0].name, "j");
  EXPECT_EQ(read.joints[0].role, "joint1");
  EXPECT_EQ(read.joints[0].offset, 0.5);
  EXPECT_EQ(read.joints[0].mechanical_reduction, 1.0);
  EXPECT_EQ(read.joints[0].hardware_interfaces,
            (std::vector<std::string>{"EffortJointInterface", "PositionJointInterface"}));
  ASSERT_EQ(read.actuators.size(), 1U);
  EXPECT_EQ(read.actuators[0].name, "m");
  EXPECT_EQ(read.actuators[0].mechanical_reduction, -50.0);
  EXPECT_EQ(read.actuators[0].hardware_interfaces, std::vector<std::string>{"Motor"});
  EXPECT_EQ(read.config.at("special").text, "7");
  EXPECT_EQ(read.where.line, 1U);
}

// Older files have the type as an attribute and one reduction for the actuators.
TEST(UrdfTransmission, OlderFormIsRead) {
  const Transmission read = read_one(
      "<transmission name='t' type='pr2_mechanism_model/SimpleTransmission'><actuator name='m'/><joint "
      "name='j'/>"
      "<mechanicalReduction>20</mechanicalReduction></transmission>");
  EXPECT_EQ(read.type, "pr2_mechanism_model/SimpleTransmission");
  EXPECT_EQ(read.actuators.at(0).mechanical_reduction, 20.0);
  EXPECT_EQ(read.joints.at(0).mechanical_reduction, 1.0);
}

// A joint that does not exist is a warning, a reduction of 0 or without a number an error with its line.
TEST(UrdfTransmission, SaysWhatIsWrong) {
  const ReadResult result = read(robot("<transmission name='t'><joint name='k'/></transmission>"));
  ASSERT_TRUE(has_id(result.findings, "transmission-joint"));
  EXPECT_CONTAINS(to_string(result.findings.at(0)),
                  "transmission 't' drives joint 'k', which model 'r' does not have");
  EXPECT_TRUE(read(robot("<transmission name='t'><joint name='j'/></transmission>")).findings.empty());
  for (const char* bad : {"0", "4O.0"}) {
    EXPECT_CONTAINS(error_of(robot("\n<transmission name='t'><actuator name='m'><mechanicalReduction>" +
                                   std::string{bad} + "</mechanicalReduction></actuator></transmission>")),
                    "w.sdf:2:");
  }
}

}  // namespace
}  // namespace lockstep::description
