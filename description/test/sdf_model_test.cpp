// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/flat_world.hpp"
#include "support.hpp"

namespace lockstep::description {
namespace {

// Poses may stand on links, frames, joints and nested models of the same model.
TEST(SdfModel, ResolvesPosesRelativeToOtherFrames) {
  const Model model = read_model(
      "<pose>100 0 0 0 0 0</pose><link name='b'><pose relative_to='a'>1 0 0 0 0 0</pose></link>"
      "<link name='a'><pose relative_to='f'>1 0 0 0 0 0</pose></link><frame name='f'><pose>1 0 0 0 0 "
      "0</pose></frame>"
      "<link name='c'><pose relative_to='j'>1 0 0 0 0 0</pose></link>"
      "<joint name='j' type='fixed'><pose>0 1 0 0 0 0</pose><parent>a</parent><child>b</child></joint>"
      "<link name='d'><pose relative_to='n::x'>0 0 1 0 0 0</pose></link>"
      "<model name='n'><pose relative_to='b'>0 0 1 0 0 0</pose><link name='x'><pose>0 0 1 0 0 "
      "0</pose></link></model>");
  EXPECT_EQ(model.links.at(0).pose.position, Vector3(3, 0, 0));  // b
  EXPECT_EQ(model.links.at(1).pose.position, Vector3(2, 0, 0));  // a
  EXPECT_EQ(model.links.at(2).pose.position, Vector3(4, 1, 0));  // c
  EXPECT_EQ(model.links.at(3).pose.position, Vector3(3, 0, 3));  // d
  EXPECT_EQ(model.models.at(0).pose.position, Vector3(3, 0, 1));
  EXPECT_EQ(model.models.at(0).links.at(0).scoped_name, "m::n::x");
  EXPECT_EQ(model.pose.position, Vector3(100, 0, 0));
  EXPECT_EQ(model.frames.at(0).attached_to, "b");
}

// The placement frame comes to lie at the given pose.
TEST(SdfModel, PutsThePlacementFrameAtThePose) {
  const ReadResult result = read(
      "<sdf version='1.9'><world name='w'><model name='m' placement_frame='tip'><pose>5 0 0 0 0 0</pose>"
      "<link name='base'/><link name='tip'><pose>0 0 2 0 0 0</pose></link></model></world></sdf>");
  EXPECT_EQ(result.world.models.at(0).pose.position, Vector3(5, 0, -2));
}

TEST(SdfModel, KeepsPluginsWithTheirLines) {
  const Model model = read_model(
      "<link name='l'/>\n<plugin name='p' "
      "filename='libFMIActuatorPlugin.so'><actuator>\n<joint>j</joint></actuator></plugin>");
  ASSERT_EQ(model.plugins.size(), 1U);
  EXPECT_EQ(model.plugins[0].device, "fmu_actuator");
  EXPECT_EQ(model.plugins[0].config.where.line, 2U);
  EXPECT_EQ(model.plugins[0].config.at("actuator").at("joint").where.line, 3U);
}

// What stands in a static model is static, however deep.
TEST(SdfModel, StaticIsInherited) {
  const ReadResult result = read(in_model("<static>1</static><model name='n'><link name='l'/></model>"));
  EXPECT_TRUE(result.world.models.at(0).models.at(0).is_static);
  EXPECT_TRUE(flatten(result.world).links.at(0).is_static);
}

// A kinematic link is fixed to the world, unless a joint carries it, which is a warning, or its model is
// static.
TEST(SdfModel, HoldsKinematicLinks) {
  const std::string held = "<link name='a'><kinematic>true</kinematic></link>";
  const ReadResult alone = read(in_model(held));
  ASSERT_EQ(alone.world.models[0].joints.size(), 1U);
  EXPECT_EQ(alone.world.models[0].joints[0].parent, "world");
  EXPECT_EQ(alone.world.models[0].joints[0].child, "a");
  EXPECT_EQ(alone.world.models[0].joints[0].type, JointType::kFixed);
  EXPECT_FALSE(has_id(alone.findings, "description-unused"));
  const std::string joint =
      "<link name='b'/><joint name='j' type='ball'><parent>b</parent><child>a</child></joint>";
  const ReadResult carried = read(in_model(held + joint));
  EXPECT_EQ(carried.world.models[0].joints.size(), 1U);
  EXPECT_TRUE(has_id(carried.findings, "description-unused"));
  EXPECT_TRUE(read(in_model("<static>1</static>" + held)).world.models[0].joints.empty());
}

TEST(SdfModel, CanonicalLink) {
  EXPECT_EQ(read_model("<link name='a'/><link name='b'/>").canonical_link, "a");
  EXPECT_EQ(read_model("<model name='n'><link name='x'/></model>").canonical_link, "n::x");
  EXPECT_CONTAINS(
      error_of("<sdf version='1.9'><model name='m' canonical_link='z'><link name='a'/></model></sdf>"),
      "canonical_link 'z' is no link of model 'm'");
}

// Names are unique; only old files may call a joint like a link.
TEST(SdfModel, RefusesNamesThatAreTaken) {
  EXPECT_CONTAINS(error_of(in_model("<link name='a'/><link name='a'/>")),
                  "the name 'a' of this <link> is taken");
  EXPECT_CONTAINS(error_of(in_model("<model name='n'/><model name='n'/>")), "two models called 'm::n'");
  const std::string same =
      "<link name='a'/><joint name='a' type='fixed'><parent>world</parent><child>a</child></joint>";
  EXPECT_CONTAINS(error_of(in_model(same)), "the name 'a' of this <joint> is taken");
  EXPECT_EQ(error_of(in_model(same, "1.6")), "no error");
  EXPECT_CONTAINS(error_of(in_model("<link name='a::b'/>")), "'::' separates models");
}

// A misspelled element is listed with its line; one with a prefix is kept for whoever knows it.
TEST(SdfModel, ListsUnknownElements) {
  const ReadResult result =
      read(in_model("<link name='a'><inertail/></link>\n<stattic>1</stattic><my:data>7</my:data>"));
  EXPECT_EQ(ids_of(result.findings),
            (std::vector<std::string>{"description-unknown", "description-unknown", "description-custom"}));
  EXPECT_EQ(result.findings[0].message, "<inertail> in <link> is not known and has no effect");
  EXPECT_EQ(result.findings[1].where.line, 2U);
  EXPECT_EQ(result.world.models.at(0).extensions.at(1).text, "7");
}

}  // namespace
}  // namespace lockstep::description
