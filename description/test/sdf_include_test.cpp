// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"

namespace lockstep::description {
namespace {

using test::TemporaryFolder;
using test::write_file;

std::string world(const std::string& content) {
  return "<sdf version='1.6'><world name='w'>" + content + "</world></sdf>";
}

/// A folder with the model `lamp` (SDF 1.5 behind a model.config) and a world that is to be written.
class IncludeTest : public ::testing::Test {
 protected:
  IncludeTest() {
    write_file(
        folder / "lamp/model.config",
        "<model><name>Lamp</name><sdf version='1.4'>old.sdf</sdf><sdf version='1.5'>model.sdf</sdf></model>");
    write_file(
        folder / "lamp/model.sdf",
        "<sdf version='1.5'><model name='lamp'><pose>0 0 1 0 0 0</pose><link name='l'/></model></sdf>");
  }
  ReadResult read_here(const std::string& content, const ReadOptions& options = alone()) {
    const auto path = write_file(folder / "w.sdf", world(content));
    return read_world(path.string(), options);
  }
  std::string error_here(const std::string& content, const ReadOptions& options = alone()) {
    try {
      read_here(content, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  TemporaryFolder folder;
};

TEST_F(IncludeTest, BringsAModelWithItsOwnPose) {
  const World read = read_here("<include><uri>model://lamp</uri></include>").world;
  EXPECT_EQ(read.models.at(0).name, "lamp");
  EXPECT_EQ(read.models.at(0).pose.position, Vector3(0, 0, 1));
  EXPECT_EQ(read.models.at(0).file, (folder / "lamp/model.sdf").string());
}

TEST_F(IncludeTest, OverridesNamePoseStaticAndAddsPlugins) {
  const World read =
      read_here(
          "<include><uri>model://lamp</uri><name>a</name><pose>1 2 3 0 0 0</pose><static>1</static>"
          "<plugin name='p' filename='x.so'/></include>")
          .world;
  const Model& model = read.models.at(0);
  EXPECT_EQ(model.name, "a");
  EXPECT_EQ(model.links.at(0).scoped_name, "a::l");
  EXPECT_EQ(model.pose.position, Vector3(1, 2, 3));
  EXPECT_TRUE(model.is_static);
  EXPECT_EQ(model.plugins.at(0).name, "p");
}

// The same model twice gets two names without an edit of its files.
TEST_F(IncludeTest, TheSameModelTwice) {
  const std::string include = "<include><uri>model://lamp</uri></include>";
  const ReadResult result = read_here(include + include + include);
  EXPECT_EQ(result.world.models.at(0).name, "lamp");
  EXPECT_EQ(result.world.models.at(1).name, "lamp_1");
  EXPECT_EQ(result.world.models.at(2).links.at(0).scoped_name, "lamp_2::l");
  EXPECT_TRUE(has_id(result.findings, "model-renamed"));
  EXPECT_CONTAINS(error_here("<include><uri>model://lamp</uri><name>a</name></include>"
                             "<include><uri>model://lamp</uri><name>a</name></include>"),
                  "two models called 'a'");
}

// ground_plane and sun need no files; a folder of that name beside the world goes first.
TEST_F(IncludeTest, KnowsGroundPlaneAndSun) {
  const World read =
      read_here("<include><uri>model://sun</uri></include><include><uri>model://ground_plane</uri></include>")
          .world;
  ASSERT_EQ(read.models.size(), 1U);
  EXPECT_TRUE(read.models[0].is_static);
  EXPECT_TRUE(std::holds_alternative<Plane>(read.models[0].links.at(0).collisions.at(0).geometry));
  write_file(folder / "ground_plane/model.sdf",
             "<sdf version='1.6'><model name='mine'><link name='l'/></model></sdf>");
  EXPECT_EQ(read_here("<include><uri>model://ground_plane</uri></include>").world.models.at(0).name, "mine");
}

TEST_F(IncludeTest, NestsInModels) {
  const World read =
      read_here(
          "<model name='m'><include><uri>model://lamp</uri><pose>5 0 0 0 0 0</pose></include>"
          "<link name='l'/><joint name='j' type='fixed'><parent>l</parent><child>lamp::l</child></joint>"
          "</model>")
          .world;
  EXPECT_EQ(read.models.at(0).models.at(0).scoped_name, "m::lamp");
  EXPECT_EQ(read.models.at(0).joints.at(0).child, "lamp::l");
}

TEST_F(IncludeTest, FindsModelsInTheEnvironment) {
  const TemporaryFolder elsewhere;
  write_file(elsewhere / "chair/model.sdf",
             "<sdf version='1.6'><model name='chair'><link name='l'/></model></sdf>");
  const test::ScopedEnvironment path{"GAZEBO_MODEL_PATH", elsewhere.path().string()};
  EXPECT_EQ(read_here("<include><uri>model://chair</uri></include>", {}).world.models.at(0).name, "chair");
}

// A robot in URDF can be included as well.
TEST_F(IncludeTest, BringsUrdf) {
  write_file(folder / "bot/model.config", "<model><urdf>bot.urdf</urdf></model>");
  write_file(folder / "bot/bot.urdf",
             "<robot name='bot'><link name='l'><inertial><mass value='1'/><inertia ixx='1' "
             "iyy='1' izz='1'/></inertial></link></robot>");
  const World read = read_here("<include><uri>model://bot</uri><pose>0 0 2 0 0 0</pose></include>").world;
  EXPECT_EQ(read.models.at(0).links.at(0).scoped_name, "bot::l");
  EXPECT_EQ(read.models.at(0).pose.position, Vector3(0, 0, 2));
}

TEST_F(IncludeTest, SaysWhereItLooked) {
  const std::string message = error_here("\n<include><uri>model://none</uri></include>");
  EXPECT_CONTAINS(message,
                  "w.sdf:2:1: error: 'model://none' does not exist; looked in " + folder.path().string());
  EXPECT_CONTAINS(message, "GAZEBO_MODEL_PATH");
  EXPECT_CONTAINS(error_here("<include><uri>https://fuel.example.org/lamp</uri></include>"),
                  "nothing is fetched");
}

// An error inside the included file has that file's name and line.
TEST_F(IncludeTest, ErrorsNameTheIncludedFile) {
  write_file(folder / "lamp/model.sdf", "<sdf version='1.5'><model name='lamp'>\n<link/></model></sdf>");
  EXPECT_CONTAINS(error_here("<include><uri>model://lamp</uri></include>"),
                  (folder / "lamp/model.sdf").string() + ":2:1: error: <link> has no name");
}

// Files that include themselves, each other, or too many end in an error.
TEST_F(IncludeTest, RefusesLoopsAndFloods) {
  write_file(folder / "a/model.sdf",
             "<sdf version='1.6'><model name='a'><include><uri>model://b</uri></include></model></sdf>");
  write_file(folder / "b/model.sdf",
             "<sdf version='1.6'><model name='b'><include><uri>model://a</uri></include></model></sdf>");
  EXPECT_CONTAINS(error_here("<include><uri>model://a</uri></include>"), "includes itself");
  ReadOptions few = alone();
  few.max_includes = 2;
  const std::string lamp = "<include><uri>model://lamp</uri></include>";
  EXPECT_EQ(error_here(lamp + lamp, few), "no error");
  EXPECT_CONTAINS(error_here(lamp + lamp + lamp, few), "more than 2 files are included");
}

TEST_F(IncludeTest, RefusesWhatItCannotDo) {
  EXPECT_CONTAINS(error_here("<include merge='true'><uri>model://lamp</uri></include>"), "merge");
  EXPECT_CONTAINS(error_here("<include/>"), "'include' has no 'uri'");
  write_file(folder / "empty/readme", "");
  EXPECT_CONTAINS(error_here("<include><uri>model://empty</uri></include>"),
                  "neither model.config nor model.sdf");
  write_file(folder / "odd/model.sdf", "<sdf version='1.6'><world name='x'/></sdf>");
  EXPECT_CONTAINS(error_here("<include><uri>model://odd</uri></include>"), "expected a <model>");
}

// Old files name what is inside a model from the world on: the model's own name in front is understood.
TEST(SdfInclude, UnderstandsNamesScopedByTheModelItself) {
  const Model model = read_model(
      "<model name='m'><link name='chassis'><pose>1 0 0 0 0 0</pose></link></model><link name='camera'/>"
      "<joint name='j' type='fixed'><child>camera</child><parent>m::m::chassis</parent></joint>");
  EXPECT_EQ(model.joints.at(0).parent, "m::chassis");
  EXPECT_CONTAINS(
      error_of(in_model("<link name='camera'/><joint name='j' type='fixed'><child>camera</child><parent>"
                        "x::camera</parent></joint>")),
      "frame 'x::camera' does not exist here");
  EXPECT_CONTAINS(
      error_of(in_model("<link name='camera'/><joint name='j' type='fixed'><child>camera</child><parent>"
                        "m::none</parent></joint>")),
      "frame 'm::none' does not exist here");
}

}  // namespace
}  // namespace lockstep::description
