// SPDX-License-Identifier: Apache-2.0
#include "archive/tree_writer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "lockstep/core/error.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core::archive {
namespace {

using test::read_file;
using test::TemporaryFolder;
using test::write_file;
using test::ZipEntry;

struct ArchiveTreeWriter : testing::Test {
  TemporaryFolder folder;
  std::filesystem::path tree = folder / "tree";
  FileDescriptor root;

  void SetUp() override {
    std::filesystem::create_directory(tree);
    root = FileDescriptor{::open(tree.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  }

  Archive open(const std::vector<ZipEntry>& entries) const {
    return Archive::open(write_file(folder / "a.fmu", test::make_zip(entries)));
  }

  /// Writes every file of the archive; returns the writer's list of names.
  std::vector<std::string> write_all_files(const Archive& archive) const {
    TreeWriter writer{root.get(), tree, archive.impl()};
    for (std::size_t i = 0; i < archive.entries().size(); ++i)
      if (!archive.entries()[i].is_directory) writer.write_file(i);
    return writer.written();
  }

  unsigned mode_of(const char* name) const {
    struct stat status {};
    EXPECT_EQ(::lstat((tree / name).c_str(), &status), 0) << name;
    return status.st_mode & 07777U;
  }
};

// Files come out at their paths with rights for their owner alone; binaries and marked files are executable.
TEST_F(ArchiveTreeWriter, WritesPrivateFiles) {
  ZipEntry tool{"resources/tool", "#!"};
  tool.attributes = 0100755U << 16U;
  const auto written = write_all_files(
      open({{"binaries/linux64/m.so", "ELF"}, {"resources/deep/er/a", "a"}, tool, {"x", ""}}));
  EXPECT_EQ(written, (std::vector<std::string>{"binaries/linux64/m.so", "resources/deep/er/a",
                                               "resources/tool", "x"}));
  EXPECT_EQ(read_file(tree / "resources/deep/er/a"), "a");
  EXPECT_EQ(mode_of("binaries/linux64/m.so"), 0700U);
  EXPECT_EQ(mode_of("resources/tool"), 0700U);
  EXPECT_EQ(mode_of("resources/deep/er/a"), 0600U);
  EXPECT_EQ(mode_of("x"), 0600U);
}

// What lies in the way, a link out of the tree above all, is replaced and not followed.
TEST_F(ArchiveTreeWriter, FollowsNoLinks) {
  write_file(folder / "outside/a", "keep");
  std::filesystem::create_symlink(folder / "outside", tree / "resources");
  std::filesystem::create_symlink(folder / "outside/a", tree / "x");
  write_file(tree / "y", "a file where a folder belongs");
  write_file(tree / "z/inside", "a folder where a file belongs");
  write_all_files(open({{"resources/a", "new"}, {"x", "new"}, {"y/a", "new"}, {"z", "new"}}));
  EXPECT_EQ(read_file(folder / "outside/a"), "keep");
  for (const char* name : {"resources/a", "x", "y/a", "z"}) {
    EXPECT_EQ(read_file(tree / name), "new") << name;
    EXPECT_FALSE(std::filesystem::is_symlink(tree / name)) << name;
  }
  EXPECT_FALSE(std::filesystem::is_symlink(tree / "resources"));
}

// A file is replaced by a new one: whoever has the old one open keeps it.
TEST_F(ArchiveTreeWriter, ReplacesWithoutTouchingTheOldFile) {
  write_file(tree / "a", "old");
  const FileDescriptor old{::open((tree / "a").c_str(), O_RDONLY | O_CLOEXEC)};
  write_all_files(open({{"a", "new"}}));
  char buffer[3] = {};
  EXPECT_EQ(read_at(old.get(), buffer, 3, 0, "a"), 3U);
  EXPECT_EQ(std::string(buffer, 3), "old");
  EXPECT_EQ(read_file(tree / "a"), "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{tree}, {}), 1);  // no temporary file
}

// A damaged entry leaves no file.
TEST_F(ArchiveTreeWriter, LeavesNothingOfADamagedEntry) {
  ZipEntry damaged{"a", "aaaa"};
  damaged.declared_crc32 = 1;
  EXPECT_THROW(write_all_files(open({damaged})), Error);
  EXPECT_TRUE(std::filesystem::is_empty(tree));
}

// Undoing removes the files written and the folders that are empty then, and nothing else.
TEST_F(ArchiveTreeWriter, Undoes) {
  write_file(tree / "kept/b", "b");
  const Archive archive = open({{"kept/a", "a"}, {"new/er/a", "a"}, {"x", "x"}});
  TreeWriter writer{root.get(), tree, archive.impl()};
  for (std::size_t i = 0; i < archive.entries().size(); ++i)
    writer.write_file(i);
  writer.undo();
  EXPECT_TRUE(std::filesystem::exists(tree / "kept/b"));
  EXPECT_EQ(std::distance(std::filesystem::recursive_directory_iterator{tree}, {}), 2);
}

// What the system refuses names the entry, the archive and the place.
TEST_F(ArchiveTreeWriter, NamesWhatCannotBeWritten) {
  const Archive archive = open({{"resources/a", "a"}});
  std::filesystem::remove(tree);  // the open folder is gone: nothing can be made in it, not even by root
  try {
    write_all_files(archive);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
    EXPECT_NE(error.message().find("unpacking 'resources' of '"), std::string::npos) << error.message();
    EXPECT_NE(error.message().find((tree / "resources").string()), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace lockstep::core::archive
