// SPDX-License-Identifier: Apache-2.0
#include "archive/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

#include "support/files.hpp"

namespace lockstep::core::archive {
namespace {

using test::TemporaryFolder;
using test::write_file;

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) != -1;
}

// A descriptor is closed once, by its last owner.
TEST(ArchiveFile, DescriptorClosesOnce) {
  const int raw = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_GE(raw, 0);
  {
    FileDescriptor first{raw};
    const FileDescriptor second{std::move(first)};
    EXPECT_FALSE(first.valid());  // NOLINT(bugprone-use-after-move): that it is empty is what is tested
    EXPECT_EQ(second.get(), raw);
    EXPECT_TRUE(is_open(raw));
  }
  EXPECT_FALSE(is_open(raw));
}

// The fix depends on what the system refused: disk full, read-only, too many files.
TEST(ArchiveFile, SystemErrorsNameAFix) {
  const Error full = system_error("writing 'x' failed", ENOSPC);
  EXPECT_EQ(full.code(), ErrorCode::kSystem);
  EXPECT_EQ(full.message().rfind("writing 'x' failed: No space left on device; free some space", 0), 0U)
      << full.message();
  EXPECT_NE(system_error("x", EROFS).message().find("read-only; set LOCKSTEP_CACHE_DIR"), std::string::npos);
  EXPECT_NE(system_error("x", EMFILE).message().find("ulimit -n"), std::string::npos);
  EXPECT_NE(system_error("x", EACCES).message().find("may read and write there"), std::string::npos);
}

// Reading past the end returns what was there; reading what cannot be read names the file.
TEST(ArchiveFile, ReadsAtAPosition) {
  const TemporaryFolder folder;
  const auto path = write_file(folder / "x", "0123456789");
  const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  char buffer[8] = {};
  EXPECT_EQ(read_at(file.get(), buffer, 4, 3, "x"), 4U);
  EXPECT_EQ(std::string(buffer, 4), "3456");
  EXPECT_EQ(read_at(file.get(), buffer, 8, 6, "x"), 4U);
  try {
    read_at(-1, buffer, 8, 6, "the.fmu");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnreadable);
    EXPECT_EQ(error.message().rfind("archive 'the.fmu': reading 8 bytes at 6 failed: Bad file descriptor", 0),
              0U)
        << error.message();
  }
}

// A full disk is reported, not ignored (/dev/full refuses every byte).
TEST(ArchiveFile, WriteReportsAFullDisk) {
  const FileDescriptor full{::open("/dev/full", O_WRONLY | O_CLOEXEC)};
  ASSERT_TRUE(full.valid());
  EXPECT_EQ(write_all(full.get(), "x", 1), ENOSPC);
  EXPECT_EQ(write_all(full.get(), "", 0), 0);
}

// A small file comes back whole; links, folders, pipes and large files count as not there.
TEST(ArchiveFile, ReadsSmallFilesOnly) {
  const TemporaryFolder folder;
  write_file(folder / "small", "123");
  write_file(folder / "large", "12345");
  std::filesystem::create_symlink("small", folder / "link");
  std::filesystem::create_directory(folder / "folder");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const FileDescriptor fd{::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  EXPECT_EQ(read_small_file(fd.get(), "small", 4), "123");
  for (const char* name : {"large", "link", "folder", "pipe", "none"})
    EXPECT_EQ(read_small_file(fd.get(), name, 4), "") << name;
}

// A tree goes with all it holds, but what its links point at stays; folders without rights go too.
TEST(ArchiveFile, RemovesTreesWithoutFollowingLinks) {
  const TemporaryFolder folder;
  write_file(folder / "outside/keep", "1");
  write_file(folder / "tree/a/b/c", "2");
  std::filesystem::create_symlink("../../outside", folder / "tree/a/link");
  std::filesystem::permissions(folder / "tree/a/b", std::filesystem::perms::none);
  const FileDescriptor fd{::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  EXPECT_TRUE(remove_tree(fd.get(), "tree"));
  EXPECT_FALSE(std::filesystem::exists(folder / "tree"));
  EXPECT_TRUE(std::filesystem::exists(folder / "outside/keep"));
  EXPECT_TRUE(remove_tree(fd.get(), "tree"));  // gone already
}

}  // namespace
}  // namespace lockstep::core::archive
