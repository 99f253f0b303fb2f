// SPDX-License-Identifier: Apache-2.0
#include "documents.hpp"

#include "support.hpp"
#include "support/files.hpp"

namespace lockstep::description {
namespace {

// A file that is included a thousand times is read once: its tree stays where it is.
TEST(Documents, ReadsEachFileOnce) {
  const test::TemporaryFolder folder;
  const std::string path = test::write_file(folder / "a.sdf", "<sdf/>").string();
  Documents documents{alone()};
  const core::ConfigNode* first = &documents.read(path);
  test::write_file(path, "<other/>");
  EXPECT_EQ(&documents.read(path), first);
  EXPECT_EQ(first->name, "sdf");
}

TEST(Documents, NodesKnowTheirFile) {
  Documents documents{alone()};
  EXPECT_EQ(documents.parse("<a/>", "x.sdf").where.file, "x.sdf");
}

TEST(Documents, BuiltInTextHasAName) {
  Documents documents{alone()};
  EXPECT_EQ(documents.builtin("<a/>", "model://sun").where.file, "model://sun");
  EXPECT_EQ(&documents.builtin("<a/>", "model://sun"), &documents.builtin("<a/>", "model://sun"));
}

// Zero bytes after the end are left out and remembered; one in between is still no XML.
TEST(Documents, LeavesZeroBytesAtTheEndOut) {
  Documents documents{alone()};
  EXPECT_EQ(documents.parse(std::string_view{"<a/>\0\0", 6}, "x.sdf").name, "a");
  EXPECT_EQ(documents.files_with_zero_bytes(), std::vector<std::string>{"x.sdf"});
  EXPECT_THROW(documents.parse(std::string_view{"<a>\0</a>", 8}, "y.sdf"), Error);
}

TEST(Documents, ReadsTextUpToALimit) {
  const test::TemporaryFolder folder;
  const std::string path = test::write_file(folder / "a", std::string(100'000, 'x')).string();
  EXPECT_EQ(read_text_file(path, 100'000).size(), 100'000U);
  EXPECT_THROW(read_text_file(path, 99'999), Error);
}

}  // namespace
}  // namespace lockstep::description
