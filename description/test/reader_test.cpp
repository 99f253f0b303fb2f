// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/reader.hpp"

#include <sys/stat.h>

#include "support.hpp"
#include "support/files.hpp"

namespace lockstep::description {
namespace {

ErrorCode code_of(const std::string& path, const ReadOptions& options = alone()) {
  try {
    read_world(path, options);
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "no error";
  return ErrorCode::kBadUsage;
}

// The content decides what a file is.
TEST(Reader, ReadsWorldsModelsAndRobots) {
  EXPECT_EQ(read("<sdf version='1.6'><world name='x'/></sdf>").world.name, "x");
  const World model =
      read("<sdf version='1.6'><model name='x'><pose>1 0 0 0 0 0</pose><link name='l'/></model></sdf>").world;
  EXPECT_EQ(model.models.at(0).pose.position, Vector3(1, 0, 0));
  EXPECT_EQ(model.name, "default");
  EXPECT_EQ(read("<robot name='r'><link name='world'/></robot>").world.models.at(0).name, "r");
}

TEST(Reader, RefusesOtherFiles) {
  EXPECT_CONTAINS(error_of("<html/>"), "the file holds <html>, expected <sdf> or <robot>");
  EXPECT_CONTAINS(error_of("<sdf version='1.6'/>"), "neither <world> nor <model>");
  EXPECT_CONTAINS(error_of("no xml"), "not well-formed");
}

TEST(Reader, TellsWhichWorldIsRead) {
  const ReadResult result = read("<sdf version='1.6'><world name='a'/><world name='b'/></sdf>");
  EXPECT_EQ(result.world.name, "a");
  EXPECT_TRUE(has_id(result.findings, "description-unused"));
}

TEST(Reader, SaysWhyAFileCannotBeRead) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(code_of((folder / "none.sdf").string()), ErrorCode::kNotFound);
  EXPECT_EQ(code_of(folder.path().string()), ErrorCode::kUnreadable);
  // A pipe nobody writes to must not block.
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(code_of((folder / "pipe").string()), ErrorCode::kUnreadable);
  ReadOptions small = alone();
  small.max_file_bytes = 100;
  test::write_file(folder / "large.sdf", std::string(101, ' '));
  EXPECT_EQ(code_of((folder / "large.sdf").string(), small), ErrorCode::kBadInput);
}

// Deep nesting is refused before anything recursive sees it.
TEST(Reader, RefusesDeepNesting) {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += "<model name='m'>";
  for (int i = 0; i < 1000; ++i)
    text += "</model>";
  EXPECT_CONTAINS(error_of("<sdf version='1.9'>" + text + "</sdf>"), "nested more than 64 deep");
}

}  // namespace
}  // namespace lockstep::description
