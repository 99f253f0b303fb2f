// SPDX-License-Identifier: Apache-2.0
#include "lockstep/dynamics/mechanism.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/description/flat_world.hpp"
#include "lockstep/dynamics/dynamics.hpp"
#include "random_state.hpp"

namespace lockstep::dynamics {
namespace {

description::World world_of(const std::string& models) {
  return description::read_world_text("<sdf version='1.9'><world name='w'>" + models + "</world></sdf>",
                                      "test.sdf")
      .world;
}

std::string link(const std::string& name) {
  return "<link name='" + name + "'/>";
}

std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child, const std::string& more = "", const std::string& in_axis = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child +
         "</child>" +
         (type == "fixed" || type == "ball" ? "" : "<axis><xyz>0 0 1</xyz>" + in_axis + "</axis>") + more +
         "</joint>";
}

std::string model(const std::string& inside, const std::string& name = "robot") {
  return "<model name='" + name + "'>" + inside + "</model>";
}

std::string message_of(const std::string& models, const MechanismOptions& options = {},
                       std::string_view name = {}) {
  try {
    const Mechanism made{world_of(models), name, options};
  } catch (const Error& error) {
    std::string text = error.what();
    for (const Diagnostic& finding : error.diagnostics())
      text += "\n" + finding.message;
    return text;
  }
  return "nothing was thrown";
}

testing::AssertionResult has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos
             ? testing::AssertionSuccess()
             : testing::AssertionFailure() << "'" << part << "' is not in: " << text;
}

TEST(Mechanism, NumbersBasesFirstAndJointsInFileOrder) {
  const auto tree = robot("tree.sdf");
  std::vector<std::string> names;
  for (const Coordinate& coordinate : tree->coordinates())
    names.push_back(coordinate.joint + std::to_string(coordinate.axis));
  EXPECT_EQ(names,
            (std::vector<std::string>{"trunk0", "slide0", "thread0", "fork0", "fork1", "socket0", "bend0"}));
  EXPECT_EQ(tree->velocity_size(), 6U + 1U + 1U + 2U + 3U + 1U);
  EXPECT_EQ(tree->position_size(), 7U + 1U + 1U + 2U + 4U + 1U);
  EXPECT_EQ(tree->coordinate("bend").velocity, 13U);
  EXPECT_EQ(tree->coordinate("fork", 1).position, 10U);
  EXPECT_TRUE(tree->has_followers());
}

TEST(Mechanism, HasTheMassOfAllThatMoves) {
  EXPECT_DOUBLE_EQ(robot("tree.sdf")->mass_kg(), 7.5 + 1.3 + 0.8 + 0.5 + 1.9 + 2.2 + 1.1 + 0.4);
  EXPECT_NEAR(robot("scara.urdf")->mass_kg(), 4.1 + 2.7 + 0.9 + 0.5, 1e-12);  // the column is fixed
}

TEST(Mechanism, CarriesTheLimitsOfItsJoints) {
  const auto panda = robot("panda.urdf");
  const Coordinate& fourth = panda->coordinate("joint4");
  EXPECT_EQ(fourth.lower, -3.0718);
  EXPECT_EQ(fourth.upper, -0.0698);
  EXPECT_EQ(fourth.effort, 87.0);
  EXPECT_EQ(fourth.speed, 2.175);
}

TEST(Mechanism, StartsWhereTheDescriptionPutsTheLinks) {
  for (const char* file : {"tree.sdf", "spider.sdf", "biped.urdf", "torso.urdf"}) {
    const description::World world =
        description::read_world(std::string{LOCKSTEP_DYNAMICS_ROBOTS "/"} + file).world;
    const description::FlatWorld flat = description::flatten(world);
    const auto mechanism = std::make_shared<Mechanism>(world);
    Eigen::VectorXd q = mechanism->start();
    Dynamics dynamics{mechanism};
    dynamics.set_position(q);
    for (const LinkFrame& frame : mechanism->links()) {
      // A follower with an offset is not at 0 when its leader is.
      if (frame.name == "toe" || frame.name == "finger_link" || frame.name == "tip_link") continue;
      const Pose expected = flat.links[flat.link_index(world.models[0].name + "::" + frame.name)].pose;
      const Pose found = dynamics.link_pose(mechanism->link(frame.name));
      EXPECT_LT((found.position - expected.position).norm(), 1e-14) << file << ' ' << frame.name;
      EXPECT_LT(found.orientation.angularDistance(expected.orientation), 1e-7) << file << ' ' << frame.name;
    }
  }
}

TEST(Mechanism, FixesABaseWhereAskedTo) {
  const auto fixed = robot("biped.urdf", {Base::kFixed, {}});
  EXPECT_EQ(fixed->velocity_size(), 11U);
  EXPECT_EQ(fixed->links()[fixed->link("pelvis")].body, Body::kWorld);
}

TEST(Mechanism, TakesJointsToStaticModelsAsJointsToTheWorld) {
  const Mechanism made{world_of("<model name='wall'><static>true</static>" + link("brick") + "</model>" +
                                model(link("door") + joint("hinge", "revolute", "world", "door")))};
  EXPECT_EQ(made.velocity_size(), 1U);
}

TEST(Mechanism, FollowsThroughFollowers) {
  const auto follow = [](const std::string& leader, const std::string& multiplier,
                         const std::string& offset) {
    return "<mimic joint='" + leader + "'><multiplier>" + multiplier + "</multiplier><offset>" + offset +
           "</offset><reference>0</reference></mimic>";
  };
  const Mechanism made{
      world_of(model(link("a") + link("b") + link("c") +
                     joint("third", "revolute", "b", "c", "", follow("second", "2", "0.5")) +
                     joint("first", "revolute", "world", "a") +
                     joint("second", "revolute", "a", "b", "", follow("first", "3", "0.1"))))};
  ASSERT_EQ(made.velocity_size(), 1U);
  const Body& last = made.bodies().back();
  EXPECT_DOUBLE_EQ(last.factor, 6.0);
  EXPECT_DOUBLE_EQ(last.offset, 0.5 + 2.0 * 0.1);
}

TEST(Mechanism, NamesWhatItCannotDo) {
  EXPECT_TRUE(
      has(message_of(model(link("a") + link("b") + joint("one", "revolute", "world", "a") +
                           joint("two", "revolute", "a", "b") + joint("three", "revolute", "world", "b"))),
          "closes a loop"));
  EXPECT_TRUE(has(message_of(model(link("a") + joint("one", "revolute", "world", "a")),
                             {Base::kAsDescribed, {{"two", 1.0}}}),
                  "'two'"));
  EXPECT_TRUE(has(message_of(model(link("a") + joint("one", "revolute", "world", "a")),
                             {Base::kAsDescribed, {{"one", -1.0}}}),
                  "-1"));
  EXPECT_TRUE(has(message_of(model(link("a")), {}, "nobody"), "no model 'nobody'; its models: 'robot'"));
  EXPECT_TRUE(has(message_of(model(link("a")) + model(link("a"), "other")), "its models: 'robot', 'other'"));
  EXPECT_TRUE(has(message_of(model(link("a") + link("b") + joint("one", "ball", "b", "a") +
                                   joint("two", "revolute", "world", "a"))),
                  "joint 'robot::one' is of the type ball and its parent is the outer link"));
}

TEST(Mechanism, NamesWhatThereIsWhenANameIsWrong) {
  const auto panda = robot("panda.urdf");
  EXPECT_THROW(panda->link("hand"), Error);
  try {
    panda->coordinate("joint9");
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), "'joint9'"));
    EXPECT_TRUE(has(error.what(), "joint1, joint2"));
  }
}

}  // namespace
}  // namespace lockstep::dynamics
