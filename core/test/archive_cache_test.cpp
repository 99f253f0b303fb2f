// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/archive_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "lockstep/core/error.hpp"
#include "support/deflate.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

using test::make_fmu;
using test::read_file;
using test::TemporaryFolder;
using test::write_file;

struct ArchiveCacheTest : testing::Test {
  TemporaryFolder folder;
  CacheOptions options{folder / "cache", 2ULL << 30, std::chrono::hours{720}, std::chrono::milliseconds{0}};

  std::filesystem::path fmu(const std::map<std::string, std::string>& files,
                            const char* name = "a.fmu") const {
    return write_file(folder / name, make_fmu(files));
  }
};

struct stat status_of(const std::filesystem::path& path) {
  struct stat status {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
  return status;
}

const std::map<std::string, std::string> kFiles = {{"modelDescription.xml", "<x/>"},
                                                   {"binaries/linux64/m.so", "ELF"},
                                                   {"binaries/win64/m.dll", "MZ"},
                                                   {"resources/a.txt", "a"},
                                                   {"resources/sub/b.txt", "b"}};

// Only what was asked for is unpacked, in the layout of the archive.
TEST_F(ArchiveCacheTest, UnpacksOnlyWhatWasAskedFor) {
  const ArchiveCache cache{options};
  const UnpackedFmu unpacked =
      cache.extract(Archive::open(fmu(kFiles)), {"binaries/linux64/", "resources/", "none/"});
  EXPECT_EQ(read_file(unpacked.root() / "binaries/linux64/m.so"), "ELF");
  EXPECT_EQ(read_file(unpacked.root() / "resources/a.txt"), "a");
  EXPECT_EQ(read_file(unpacked.root() / "resources/sub/b.txt"), "b");
  EXPECT_FALSE(std::filesystem::exists(unpacked.root() / "binaries/win64"));
  EXPECT_FALSE(std::filesystem::exists(unpacked.root() / "modelDescription.xml"));
  EXPECT_EQ(unpacked.files_written(), 3U);
  EXPECT_TRUE(unpacked.root().is_absolute());
}

// The second load writes nothing: the files on disk are the very same ones, untouched.
TEST_F(ArchiveCacheTest, SecondLoadExtractsNothing) {
  const ArchiveCache cache{options};
  const auto path = fmu(kFiles);
  std::filesystem::path file;
  {
    const UnpackedFmu first = cache.extract(Archive::open(path), {"binaries/linux64/", "resources/"});
    file = first.root() / "binaries/linux64/m.so";
  }
  const struct stat before = status_of(file);
  const UnpackedFmu second =
      ArchiveCache{options}.extract(Archive::open(path), {"resources/", "binaries/linux64/"});
  const struct stat after = status_of(file);
  EXPECT_EQ(second.files_written(), 0U);
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_EQ(before.st_ctim.tv_sec, after.st_ctim.tv_sec);
  EXPECT_EQ(before.st_ctim.tv_nsec, after.st_ctim.tv_nsec);
}

}  // namespace
}  // namespace lockstep::core
