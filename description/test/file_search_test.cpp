// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/file_search.hpp"

#include "support.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"

namespace lockstep::description {
namespace {

using test::ScopedEnvironment;
using test::TemporaryFolder;
using test::write_file;

/// Three folders with a model each, and a world's folder.
class FileSearchTest : public ::testing::Test {
 protected:
  FileSearchTest() {
    for (const char* place : {"world", "gazebo", "sdf", "given"}) {
      write_file(root / place / (std::string{"only_"} + place) / "model.sdf", "x");
      write_file(root / place / "everywhere" / "model.sdf", "x");
    }
  }
  std::string path(const std::string& rest) const { return (root / rest).string(); }

  TemporaryFolder folder;
  std::filesystem::path root{folder.path()};
  ScopedEnvironment gazebo{"GAZEBO_MODEL_PATH", "/not/there:" + (root / "gazebo").string()};
  ScopedEnvironment sdf{"SDF_PATH", (root / "sdf").string() + ":"};
  ScopedEnvironment resources{"GAZEBO_RESOURCE_PATH", (root / "gazebo").string()};
};

// The folder of the world goes first, then what was given, then the two variables in their order.
TEST_F(FileSearchTest, SearchesFoldersInOrder) {
  const FileSearch search{path("world/w.sdf"), {path("given")}, true};
  for (const char* name : {"world", "given", "gazebo", "sdf"})
    EXPECT_EQ(search.find_model_file(std::string{"model://only_"} + name, "/"),
              path(std::string{name} + "/only_" + name));
  EXPECT_EQ(search.find_model_file("model://everywhere", "/"), path("world/everywhere"));
  EXPECT_EQ(search.find_model_file("model://everywhere/model.sdf", path("sdf")),
            path("sdf/everywhere/model.sdf"));
  EXPECT_EQ(search.find_model_file("model://nowhere", "/"), "");
  EXPECT_EQ(search.model_places(),
            path("world") + ", " + path("given") + ", /not/there, " + path("gazebo") + ", " + path("sdf"));
  EXPECT_EQ(search.model_places(path("sdf")),
            path("sdf") + ", " + path("world") + ", " + path("given") + ", /not/there, " + path("gazebo"));
}

// Without the environment nothing but the given folders counts.
TEST_F(FileSearchTest, CanIgnoreTheEnvironment) {
  const FileSearch search{path("world/w.sdf"), {}, false};
  EXPECT_EQ(search.find_model_file("model://only_gazebo", "/"), "");
  EXPECT_EQ(search.find_model_file("model://only_world", "/"), path("world/only_world"));
}

// Offline: an address of a server is never found, whatever it is.
TEST_F(FileSearchTest, KnowsPathsAndNoServers) {
  const FileSearch search{path("world/w.sdf"), {}, false};
  EXPECT_EQ(search.find_model_file("file://" + path("sdf/everywhere"), "/"), path("sdf/everywhere"));
  EXPECT_EQ(search.find_model_file(path("sdf/everywhere"), "/"), path("sdf/everywhere"));
  EXPECT_EQ(search.find_model_file("package://everywhere/model.sdf", "/"),
            path("world/everywhere/model.sdf"));
  EXPECT_EQ(search.find_model_file("https://example.org/everywhere", path("world")), "");
  EXPECT_EQ(search.find_model_file("", "/"), "");
}

// A checkout needs no environment: the package is a folder above the file, or lies beside one.
TEST_F(FileSearchTest, FindsPackagesAroundTheFile) {
  write_file(root / "src" / "robot" / "meshes" / "a.stl", "x");
  write_file(root / "src" / "other" / "b.stl", "x");
  const FileSearch search{path("src/robot/urdf/r.urdf"), {}, false};
  EXPECT_EQ(search.find_model_file("package://robot/meshes/a.stl", path("src/robot/urdf")),
            path("src/robot/meshes/a.stl"));
  EXPECT_EQ(search.find_model_file("package://other/b.stl", path("src/robot/urdf")), path("src/other/b.stl"));
  EXPECT_EQ(search.find_model_file("meshes/a.stl", path("src/robot/urdf")), "")
      << "a plain path is no package";
}

// A package that lies here under another name: the longest end of the name that exists counts, with a folder
// at least.
TEST_F(FileSearchTest, FindsFilesOfRenamedPackages) {
  write_file(root / "src" / "arm_v2" / "meshes" / "a.stl", "x");
  write_file(root / "src" / "arm_v2" / "urdf" / "b.stl", "x");
  const FileSearch search{path("src/arm_v2/urdf/r.urdf"), {}, false};
  const std::string from = path("src/arm_v2/urdf");
  EXPECT_EQ(search.find_renamed("package://arm/meshes/a.stl", from), path("src/arm_v2/meshes/a.stl"));
  EXPECT_EQ(search.find_renamed("model://all/examples/arm/meshes/a.stl", from),
            path("src/arm_v2/meshes/a.stl"));
  EXPECT_EQ(search.find_renamed("package://arm/b.stl", from), "") << "any file of that name would do";
  // A robot in a folder below that of its meshes, which are named as if it were beside them.
  EXPECT_EQ(search.find_renamed("meshes/a.stl", from), path("src/arm_v2/meshes/a.stl"));
  EXPECT_EQ(search.find_renamed("../arm/meshes/a.stl", from), path("src/arm_v2/meshes/a.stl"));
  EXPECT_EQ(search.find_renamed("a.stl", from), "") << "any file of that name would do";
  EXPECT_EQ(search.find_renamed("/meshes/a.stl", from), "");
  // The package is left out, and the meshes of each robot have a folder of their own.
  write_file(root / "src" / "arm_v2" / "meshes" / "arm" / "collision" / "c.stl", "x");
  EXPECT_EQ(search.find_renamed("package://meshes/a.stl", from), path("src/arm_v2/meshes/a.stl"));
  EXPECT_EQ(search.find_renamed("package://collision/c.stl", from),
            path("src/arm_v2/meshes/arm/collision/c.stl"));
  EXPECT_EQ(search.find_renamed("package://lision/c.stl", from), "");
  write_file(root / "src" / "arm_v2" / "meshes" / "leg" / "collision" / "c.stl", "x");
  EXPECT_EQ(search.find_renamed("package://collision/c.stl", from), "") << "which of the two is not known";
  EXPECT_EQ(search.find_renamed("https://arm/meshes/a.stl", from), "");
  EXPECT_EQ(search.find_renamed("package://arm/meshes/none.stl", from), "");
}

// ROS packages go by the name in package.xml (ROS 1) or by the folder below share (ROS 2).
TEST_F(FileSearchTest, FindsRosPackages) {
  write_file(root / "ws" / "stack" / "folder" / "package.xml",
             "<package>\n <name> robot_description </name>");
  write_file(root / "ws" / "stack" / "folder" / "a.stl", "x");
  write_file(root / "ament" / "share" / "arm" / "b.stl", "x");
  write_file(root / "ws" / "hidden" / "CATKIN_IGNORE", "");
  write_file(root / "ws" / "hidden" / "ghost" / "package.xml", "<name>ghost</name>");
  write_file(root / "ws" / "hidden" / "ghost" / "c.stl", "x");
  const ScopedEnvironment ros{"ROS_PACKAGE_PATH", path("none") + ":" + path("ws")};
  const ScopedEnvironment ament{"AMENT_PREFIX_PATH", path("ament")};
  const FileSearch search{path("world/w.urdf"), {}, true};
  EXPECT_EQ(search.find_model_file("package://robot_description/a.stl", path("world")),
            path("ws/stack/folder/a.stl"));
  EXPECT_EQ(search.find_model_file("package://arm/b.stl", path("world")), path("ament/share/arm/b.stl"));
  EXPECT_EQ(search.find_model_file("package://ghost/c.stl", path("world")), "");
  EXPECT_EQ(search.find_model_file("package://robot_description/none.stl", path("world")), "");
}

// FMUs: folder of the world, then GAZEBO_RESOURCE_PATH; the suffix may be left out; a folder is no FMU.
TEST_F(FileSearchTest, FindsFmusWithAndWithoutSuffix) {
  write_file(root / "world" / "Damper.fmu", "x");
  write_file(root / "gazebo" / "Damper.fmu", "x");
  write_file(root / "gazebo" / "Motor.fmu", "x");
  const FileSearch search{path("world/w.sdf"), {}, true};
  EXPECT_EQ(search.find_fmu("Damper.fmu"), path("world/Damper.fmu"));
  EXPECT_EQ(search.find_fmu("Motor"), path("gazebo/Motor.fmu"));
  EXPECT_EQ(search.find_fmu(path("gazebo/Damper")), path("gazebo/Damper.fmu"));
  EXPECT_EQ(search.find_fmu("everywhere"), "");
  EXPECT_EQ(search.find_fmu("None.fmu"), "");
  EXPECT_EQ(search.fmu_places().substr(0, path("world").size()), path("world"));
}

}  // namespace
}  // namespace lockstep::description
