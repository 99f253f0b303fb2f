// SPDX-License-Identifier: Apache-2.0
#include "archive/cache_cleaner.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <ctime>
#include <memory>

#include "lockstep/core/archive_cache.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;

struct ArchiveCacheCleaner : testing::Test {
  test::TemporaryFolder folder;
  CacheOptions options;

  void SetUp() override { options.directory = folder / "cache"; }

  /// Unpacks an FMU with this many bytes of resources, last used so many hours ago.
  UnpackedFmu fmu(const std::string& name, std::size_t bytes, int hours_ago) const {
    const auto path =
        test::write_file(folder / name, test::make_fmu({{"resources/" + name, std::string(bytes, 'x')}}));
    UnpackedFmu unpacked = ArchiveCache{options}.extract(Archive::open(path), {"resources/"});
    set_age(unpacked.root().string() + ".entry", hours_ago);
    return unpacked;
  }

  static void set_age(const fs::path& path, int hours_ago) {
    struct timespec times[2] = {};
    times[0].tv_sec = std::time(nullptr) - std::time_t{3600} * hours_ago;
    times[1].tv_nsec = UTIME_OMIT;
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }

  std::size_t things_left() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator{folder / "cache/v1"})
      if (entry.path().filename() != "known" && entry.path().filename() != "cleaned") ++count;
    return count;
  }
};

// What was not used for longer than the limit goes, with its derived files; the rest stays.
TEST_F(ArchiveCacheCleaner, RemovesTheOld) {
  const fs::path old = fmu("old", 10, 49).root();
  const fs::path young = fmu("young", 10, 47).root();
  test::write_file(old.string() + ".derived/lib.so", "x");
  options.max_age = hours{48};
  const CleanReport report = ArchiveCache{options}.clean();
  EXPECT_EQ(report.entries_removed, 1U);
  EXPECT_EQ(report.entries_kept, 1U);
  EXPECT_EQ(report.entries_in_use, 0U);
  EXPECT_GT(report.bytes_removed, 0U);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_FALSE(fs::exists(old.string() + ".derived"));
  EXPECT_FALSE(fs::exists(old.string() + ".entry"));
  EXPECT_TRUE(fs::exists(young / "resources/young"));
}

// Above the size limit the least recently used go first, and no more than needed.
TEST_F(ArchiveCacheCleaner, RemovesTheLeastRecentlyUsedFirst) {
  const fs::path second = fmu("second", 100'000, 2).root();
  const fs::path third = fmu("third", 100'000, 1).root();
  const fs::path first = fmu("first", 100'000, 3).root();
  options.max_bytes = 250'000;
  const CleanReport report = ArchiveCache{options}.clean();
  EXPECT_EQ(report.entries_removed, 1U);
  EXPECT_FALSE(fs::exists(first));
  EXPECT_TRUE(fs::exists(second));
  EXPECT_TRUE(fs::exists(third));
  EXPECT_LE(report.bytes_kept, options.max_bytes);
}

// What a handle uses stays, whatever the policy, until the last copy of the handle is gone.
TEST_F(ArchiveCacheCleaner, NeverRemovesWhatIsInUse) {
  auto used = std::make_unique<UnpackedFmu>(fmu("used", 10, 1000));
  auto copy = std::make_unique<UnpackedFmu>(*used);
  const fs::path root = used->root();
  CleanReport report = ArchiveCache{options}.clean_all();
  EXPECT_EQ(report.entries_removed, 0U);
  EXPECT_EQ(report.entries_in_use, 1U);
  used.reset();
  EXPECT_EQ(ArchiveCache{options}.clean_all().entries_in_use, 1U);
  EXPECT_TRUE(fs::exists(root / "resources/used"));
  copy.reset();
  report = ArchiveCache{options}.clean_all();
  EXPECT_EQ(report.entries_removed, 1U);
  EXPECT_EQ(things_left(), 0U);
}

// What dead processes left goes at once: entries without manifest, folders without entry, trash, old hashes.
TEST_F(ArchiveCacheCleaner, RemovesLeftovers) {
  fmu("whole", 10, 1);
  const std::string hash(64, 'a');
  test::write_file(folder / ("cache/v1/" + hash + "/resources/x"), "half");
  test::write_file(folder / ("cache/v1/" + hash + ".entry"), "");
  test::write_file(folder / ("cache/v1/" + std::string(64, 'b') + "/resources/x"), "half");
  test::write_file(folder / ("cache/v1/trash-" + hash + "/x"), "half");
  const fs::path old_hash = test::write_file(folder / "cache/v1/known/1-2-3-4-5", hash);
  fs::last_write_time(old_hash, fs::file_time_type::clock::now() - hours{24 * 31});
  const CleanReport report = ArchiveCache{options}.clean();
  EXPECT_EQ(report.entries_removed, 2U);
  EXPECT_EQ(report.entries_kept, 1U);
  EXPECT_EQ(things_left(), 2U);  // <hash>/ and <hash>.entry of the whole one
  EXPECT_FALSE(fs::exists(old_hash));
}

// Files that are not ours stay where they are.
TEST_F(ArchiveCacheCleaner, LeavesForeignFilesAlone) {
  const ArchiveCache cache{options};
  const fs::path note = test::write_file(folder / "cache/v1/README", "x");
  cache.clean_all();
  EXPECT_TRUE(fs::exists(note));
}

// Unpacking cleans by itself, but not every time: the stamp says when it was done.
TEST_F(ArchiveCacheCleaner, CleansNowAndThen) {
  options.max_age = hours{48};
  const fs::path old = fmu("old", 10, 49).root();
  fmu("second", 10, 0);
  EXPECT_TRUE(fs::exists(old));  // the first call has just made the stamp
  fs::last_write_time(folder / "cache/v1/cleaned", fs::file_time_type::clock::now() - hours{1});
  fmu("third", 10, 0);
  EXPECT_FALSE(fs::exists(old));
}

}  // namespace
}  // namespace lockstep::core
