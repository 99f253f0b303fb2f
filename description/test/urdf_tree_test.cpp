// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/flat_world.hpp"
#include "support.hpp"
#include "urdf_reader.hpp"

namespace lockstep::description {
namespace {

const std::string kMass = "<inertial><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1'/></inertial>";

std::string link(const std::string& name, const std::string& content = kMass) {
  return "<link name='" + name + "'>" + content + "</link>";
}

std::string joint(const std::string& parent, const std::string& child, const std::string& type = "continuous",
                  const std::string& content = "<origin xyz='1 0 0'/>") {
  return "<joint name='j_" + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + content + "</joint>";
}

std::string robot(const std::string& content) {
  return "<robot name='r'>" + content + "</robot>";
}

Model read_robot(const std::string& content, const ReadOptions& options = alone()) {
  return read(robot(content), options).world.models.at(0);
}

// Links are placed along the tree, in whatever order the file has them.
TEST(UrdfTree, PlacesLinks) {
  const Model model = read_robot(joint("b", "c") + link("c") + link("b") + link("a") + joint("a", "b"));
  EXPECT_EQ(model.links.at(0).pose.position, Vector3(2, 0, 0));
  EXPECT_EQ(model.links.at(1).pose.position, Vector3(1, 0, 0));
}

// A root called "world" is the world: the robot does not fall.
TEST(UrdfTree, TheLinkWorldIsTheWorld) {
  const ReadResult with = read(robot(link("world", "") + link("a") + joint("world", "a", "fixed")));
  const ReadResult without = read(robot(link("a") + joint("world", "a", "fixed")));
  for (const ReadResult* result : {&with, &without}) {
    EXPECT_EQ(result->world.models.at(0).links.size(), 1U);
    EXPECT_TRUE(kinematic_tree(flatten(result->world)).free_links.empty());
  }
}

TEST(UrdfTree, RefusesWhatIsNoTree) {
  EXPECT_CONTAINS(error_of(robot(link("a") + link("b"))), "has 2 root links (a, b), expected one");
  EXPECT_CONTAINS(error_of(robot(link("a") + link("b") + joint("a", "b") + joint("b", "a"))),
                  "0 root links (a loop)");
  EXPECT_CONTAINS(error_of(robot(link("r") + link("a") + link("b") + joint("a", "b") + joint("b", "a"))),
                  "in a loop");
  EXPECT_CONTAINS(error_of(robot(link("a") + link("b") + joint("a", "x"))),
                  "names the link 'x', which does not exist");
  EXPECT_CONTAINS(error_of(robot(link("a") + link("b") + link("b") + joint("a", "b"))),
                  "two links called 'b'");
  EXPECT_CONTAINS(error_of(robot("")), "has no link");
  const std::string twice = link("a") + link("b") + link("c") + joint("a", "c") +
                            "<joint name='other' type='fixed'><parent link='b'/><child link='c'/></joint>";
  EXPECT_CONTAINS(error_of(robot(twice)), "link 'c' is the child of joint 'j_c' and of joint 'other'");
}

// Links behind fixed joints become part of what carries them unless the options keep them; merged links leave
// a frame, their mass and their shapes.
TEST(UrdfTree, MergesFixedJoints) {
  const std::string text =
      link("a") + link("f", kMass + "<collision><geometry><sphere radius='1'/></geometry></collision>") +
      link("g") + link("b") + joint("a", "f", "fixed") + joint("f", "g", "fixed") + joint("g", "b");
  ReadOptions keep = alone();
  keep.merge_fixed_joints = false;
  EXPECT_EQ(read_robot(text, keep).links.size(), 4U);
  const Model merged = read_robot(text);
  ASSERT_EQ(merged.links.size(), 2U);
  const Link& a = merged.links[0];
  // Three bodies of 1 kg at x = 0, 1, 2: centre at 1; about y each has 0.1, and two of them 1 m arm.
  EXPECT_EQ(a.inertial.mass_kg, 3);
  EXPECT_LT((a.inertial.pose.position - Vector3{1, 0, 0}).norm(), 1e-15);
  EXPECT_NEAR(a.inertial.inertia_kg_m2(1, 1), 2.3, 1e-12);
  EXPECT_NEAR(a.inertial.inertia_kg_m2(0, 0), 0.3, 1e-12);
  EXPECT_EQ(a.collisions.at(0).pose.position, Vector3(1, 0, 0));
  ASSERT_EQ(merged.joints.size(), 1U);
  EXPECT_EQ(merged.joints[0].parent, "a");
  EXPECT_EQ(merged.links[1].pose.position, Vector3(3, 0, 0));
  EXPECT_EQ(merged.frames.at(1).name, "g");
  EXPECT_EQ(merged.frames.at(1).attached_to, "a");
}

// Joints stay that ask for it, that carry a sensor, or that a device of ours needs by name.
TEST(UrdfTree, KeepsFixedJointsThatAreNeeded) {
  const std::string text = link("a") + link("f") + joint("a", "f", "fixed");
  EXPECT_EQ(read_robot(text).joints.size(), 0U);
  const auto plugin = [](const std::string& file, const std::string& name) {
    return "<gazebo><plugin name='p' filename='" + file + "'><x><link>" + name +
           "</link></x></plugin></gazebo>";
  };
  for (const std::string& more :
       {std::string{"<gazebo reference='j_f'><preserveFixedJoint>true</preserveFixedJoint></gazebo>"},
        std::string{"<gazebo reference='j_f'><disableFixedJointLumping value='true'/></gazebo>"},
        std::string{"<gazebo reference='j_f'><sensor name='s' type='force_torque'/></gazebo>"},
        plugin("libFMIActuatorPlugin.so", "j_f"), plugin("libFMISingleBodyFluidDynamicsPlugin.so", "r::f")})
    EXPECT_EQ(read_robot(text + more).joints.size(), 1U) << more;
  EXPECT_EQ(read_robot(text + plugin("libother.so", "f")).joints.size(), 0U);
}

// A sensor of a merged link measures where it did.
TEST(UrdfTree, SensorsOfMergedLinksKeepTheirPlace) {
  const Model model = read_robot(
      link("a") + link("f") + joint("a", "f", "fixed") +
      "<gazebo reference='f'><sensor name='s' type='imu'><pose>0 2 0 0 0 0</pose></sensor></gazebo>");
  ASSERT_EQ(model.links.size(), 1U);
  EXPECT_EQ(model.links[0].sensors.at(0).pose.position, Vector3(1, 2, 0));
}

// A floating joint is none: what it carries is free, and an empty root in front of it is gone.
TEST(UrdfTree, FloatingJointsLeaveFreeLinks) {
  const ReadResult result = read(robot(link("root", "") + link("a") + joint("root", "a", "floating")));
  const Model& model = result.world.models.at(0);
  ASSERT_EQ(model.links.size(), 1U);
  EXPECT_EQ(model.links[0].name, "a");
  EXPECT_EQ(model.links[0].pose.position, Vector3(1, 0, 0));
  EXPECT_EQ(kinematic_tree(flatten(result.world)).free_links.size(), 1U);
}

// Nothing could move a root without mass: it is fixed to the world, and strict readers say so.
TEST(UrdfTree, MasslessRootsAreFixedToTheWorld) {
  const std::string text = robot("\n" + link("root", "") + link("a") + joint("root", "a"));
  const ReadResult result = read(text);
  EXPECT_TRUE(kinematic_tree(flatten(result.world)).free_links.empty());
  ASSERT_TRUE(has_id(result.findings, "root-massless"));
  EXPECT_CONTAINS(result.findings.at(0).message, "root link 'r::root' has no mass; it is fixed to the world");
  EXPECT_CONTAINS(error_of(text, strict()), "w.sdf:2:1: error: root link 'r::root' has no mass");
  EXPECT_EQ(
      kinematic_tree(flatten(read(robot(link("a") + link("b") + joint("a", "b"))).world)).free_links.size(),
      1U);
}

// Links without mass are frames: fine where something rigid carries them, an error where they move alone.
TEST(UrdfTree, MovingPartsNeedMass) {
  EXPECT_EQ(error_of(robot(link("root", "") + link("a") + link("tool", "") + joint("root", "a", "fixed") +
                           joint("a", "tool", "fixed")),
                     strict()),
            "no error");
  const std::string alone_text = robot("\n" + link("a") + "\n" + link("tip", "") + joint("a", "tip"));
  EXPECT_CONTAINS(error_of(alone_text, strict()),
                  "w.sdf:3:1: error: link 'r::tip': it moves and has no <inertial>");
  EXPECT_TRUE(has_id(read(alone_text).findings, "inertia-impossible"));
  EXPECT_CONTAINS(
      error_of(robot(link("a", "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='5'/></inertial>")),
               strict()),
      "larger than the sum of the other two");
}

}  // namespace
}  // namespace lockstep::description
