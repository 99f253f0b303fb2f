// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"
#include "urdf_reader.hpp"

namespace lockstep::description {
namespace {

ReadResult read_with(const std::string& gazebo) {
  const std::string mass = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";
  return read("<robot name='r'><link name='a'>" + mass + "</link><link name='b'>" + mass +
              "<collision><geometry><sphere radius='1'/></geometry></collision></link><joint name='j' "
              "type='continuous'>"
              "<parent link='a'/><child link='b'/></joint>" +
              gazebo + "</robot>");
}

TEST(UrdfGazebo, AppliesToLinks) {
  const ReadResult result = read_with(
      "<gazebo "
      "reference='b'><mu1>0.3</mu1><kp>1e5</kp><selfCollide>true</selfCollide><turnGravityOff>1</"
      "turnGravityOff>"
      "<sensor name='s' "
      "type='imu'><update_rate>50</update_rate></sensor><material>Gazebo/Red</material></gazebo>");
  const Link& link = result.world.models.at(0).links.at(1);
  EXPECT_EQ(link.collisions.at(0).surface.mu, 0.3);
  EXPECT_EQ(link.collisions.at(0).surface.mu2, 0.3);
  EXPECT_TRUE(link.collisions.at(0).surface.friction_given);
  EXPECT_EQ(link.collisions.at(0).surface.contact_stiffness_n_m, 1e5);
  EXPECT_TRUE(link.self_collide);
  EXPECT_FALSE(link.gravity);
  EXPECT_EQ(link.sensors.at(0).update_rate_hz, 50);
  EXPECT_EQ(link.extensions.at(0).name, "gazebo");
  EXPECT_TRUE(has_id(result.findings, "description-unused"));  // material
}

TEST(UrdfGazebo, AppliesToJoints) {
  const Joint joint =
      read_with(
          "<gazebo reference='j'><implicitSpringDamper>1</implicitSpringDamper><provideFeedback>true"
          "</provideFeedback><springStiffness>5</springStiffness><springReference>0.1"
          "</springReference></gazebo>")
          .world.models.at(0)
          .joints.at(0);
  EXPECT_TRUE(joint.implicit_spring_damper);
  EXPECT_TRUE(joint.provide_feedback);
  EXPECT_EQ(joint.axes.at(0).spring_stiffness, 5);
  EXPECT_EQ(joint.axes.at(0).spring_reference, 0.1);
  EXPECT_EQ(joint.extensions.size(), 1U);
}

// Plugins of a URDF stand in <gazebo> without a reference.
TEST(UrdfGazebo, AppliesToTheModel) {
  const Model model = read_with(
                          "<gazebo><static>true</static><self_collide>1</self_collide><plugin name='p' "
                          "filename='libFMIActuatorPlugin.so'><actuator/>"
                          "</plugin></gazebo>")
                          .world.models.at(0);
  EXPECT_TRUE(model.is_static);
  EXPECT_TRUE(model.links.at(0).self_collide);
  EXPECT_EQ(model.plugins.at(0).device, "fmu_actuator");
  EXPECT_NE(model.plugins.at(0).config.find("actuator"), nullptr);
  EXPECT_EQ(model.extensions.size(), 1U);
}

TEST(UrdfGazebo, ReportsReferencesToNothing) {
  EXPECT_TRUE(has_id(read_with("<gazebo reference='x'><mu1>1</mu1></gazebo>").findings, "gazebo-reference"));
}

}  // namespace
}  // namespace lockstep::description
