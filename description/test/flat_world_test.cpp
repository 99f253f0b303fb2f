// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/flat_world.hpp"

#include <gtest/gtest.h>

namespace lockstep::description {
namespace {

Link link(const std::string& scope, const std::string& name, const Vector3& position = {0, 0, 0}) {
  Link result;
  result.name = name;
  result.scoped_name = scope + "::" + name;
  result.pose.position = position;
  return result;
}

Joint joint(const std::string& scope, const std::string& name, const std::string& parent,
            const std::string& child) {
  Joint result;
  result.name = name;
  result.scoped_name = scope + "::" + name;
  result.type = JointType::kRevolute;
  result.parent = parent;
  result.child = child;
  result.axes.resize(1);
  return result;
}

Model model(const std::string& name, std::vector<Link> links, std::vector<Joint> joints) {
  Model result;
  result.name = name;
  result.scoped_name = name;
  result.links = std::move(links);
  result.joints = std::move(joints);
  return result;
}

World world_of(Model one) {
  World world;
  world.models.push_back(std::move(one));
  return world;
}

// Poses add up through nesting; a joint reaches into the nested model by its relative name.
TEST(FlatWorld, PlacesNestedLinksInTheWorld) {
  Model outer = model("a", {link("a", "base", {1, 0, 0})}, {joint("a", "j", "base", "b::tip")});
  outer.pose.position = {10, 0, 0};
  Model inner = model("b", {link("a::b", "tip", {0, 2, 0})}, {});
  inner.scoped_name = "a::b";
  inner.pose = {{0, 0, 5}, from_roll_pitch_yaw(0, 0, 3.14159265358979323846 / 2)};
  outer.models.push_back(inner);
  outer.joints[0].pose.position = {1, 0, 0};
  const World world = world_of(outer);
  const FlatWorld flat = flatten(world);
  ASSERT_EQ(flat.links.size(), 2U);
  EXPECT_EQ(flat.link_index("a::b::tip"), 1U);
  EXPECT_EQ(flat.link_index("tip"), 2U);
  EXPECT_EQ(flat.joint_index("a::j"), 0U);
  EXPECT_EQ(flat.joint_index("j"), 1U);
  EXPECT_LT((flat.links[0].pose.position - Vector3{11, 0, 0}).norm(), 1e-14);
  // A yaw of 90 deg turns the tip's offset (0, 2, 0) into (-2, 0, 0), and the joint's (1, 0, 0) into (0, 1,
  // 0).
  EXPECT_LT((flat.links[1].pose.position - Vector3{8, 0, 5}).norm(), 1e-14);
  EXPECT_LT((flat.joints[0].pose.position - Vector3{8, 1, 5}).norm(), 1e-14);
  EXPECT_EQ(flat.joints[0].parent, 0U);
  EXPECT_EQ(flat.joints[0].child, 1U);
  EXPECT_EQ(flat.models[1].root, 0U);
}

TEST(FlatWorld, RefusesJointsWithoutLinks) {
  const World world = world_of(model("a", {link("a", "x")}, {joint("a", "j", "x", "y")}));
  try {
    flatten(world);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "joint 'a::j' cannot be used\nerror: child of joint 'a::j' is 'y', expected a link of model 'a' "
        "or 'world' [joint-link]");
  }
  const World same = world_of(model("a", {link("a", "x")}, {joint("a", "j", "x", "x")}));
  EXPECT_THROW(flatten(same), Error);
}

// Joints written outermost first are built from the base on.
TEST(KinematicTree, OrdersJointsFromTheBase) {
  const World world = world_of(model("a", {link("a", "c"), link("a", "b"), link("a", "base")},
                                     {joint("a", "outer", "b", "c"), joint("a", "inner", "base", "b")}));
  const FlatWorld flat = flatten(world);
  const KinematicTree tree = kinematic_tree(flat);
  ASSERT_EQ(tree.joints.size(), 2U);
  EXPECT_EQ(tree.joints[0].joint, 1U);
  EXPECT_EQ(tree.joints[1].joint, 0U);
  EXPECT_FALSE(tree.joints[0].reversed);
  EXPECT_EQ(tree.free_links, (std::vector<std::size_t>{2}));
  EXPECT_TRUE(tree.loops.empty());
}

// With the world as child the tree starts there, and the joint stands the other way round.
TEST(KinematicTree, TurnsAJointWhoseChildIsTheWorld) {
  const World world = world_of(model("a", {link("a", "x")}, {joint("a", "j", "x", "world")}));
  const FlatWorld flat = flatten(world);
  const KinematicTree tree = kinematic_tree(flat);
  ASSERT_EQ(tree.joints.size(), 1U);
  EXPECT_TRUE(tree.joints[0].reversed);
  EXPECT_TRUE(tree.free_links.empty());
}

// Four links in a ring have four joints and room for three in a tree.
TEST(KinematicTree, ListsTheJointThatClosesALoop) {
  const World world = world_of(model("a", {link("a", "w"), link("a", "x"), link("a", "y"), link("a", "z")},
                                     {joint("a", "1", "w", "x"), joint("a", "2", "x", "y"),
                                      joint("a", "3", "y", "z"), joint("a", "4", "w", "z")}));
  const FlatWorld flat = flatten(world);
  const KinematicTree tree = kinematic_tree(flat);
  EXPECT_EQ(tree.joints.size(), 3U);
  EXPECT_EQ(tree.loops, (std::vector<std::size_t>{2}));
  EXPECT_EQ(tree.free_links, (std::vector<std::size_t>{0}));
}

// What is static holds what hangs on it and floats nowhere.
TEST(KinematicTree, StaticLinksAreNotFree) {
  Model post = model("post", {link("post", "p")}, {});
  post.is_static = true;
  World world = world_of(post);
  world.models.push_back(model("ball", {link("ball", "b")}, {}));
  const FlatWorld flat = flatten(world);
  EXPECT_EQ(kinematic_tree(flat).free_links, (std::vector<std::size_t>{1}));
}

}  // namespace
}  // namespace lockstep::description
