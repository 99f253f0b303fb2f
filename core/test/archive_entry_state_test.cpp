// SPDX-License-Identifier: Apache-2.0
#include "archive/entry_state.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>

#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core::archive {
namespace {

using test::TemporaryFolder;
using test::write_file;

std::int64_t now_ns() {
  return std::chrono::nanoseconds{std::chrono::system_clock::now().time_since_epoch()}.count();
}

constexpr std::int64_t kSecond = 1'000'000'000;

/// A tree with one file and its manifest.
struct ArchiveEntryState : testing::Test {
  TemporaryFolder folder;
  FileDescriptor root;
  Manifest manifest;

  void SetUp() override {
    write_file(folder / "resources/a", "content");
    root = FileDescriptor{::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    manifest.folders = {"resources/"};
    note("resources/a", "content");
    note("resources", "");
  }

  void note(const std::string& name, std::string_view content) {
    ManifestItem item;
    ASSERT_TRUE(stat_item(root.get(), name, test::crc32(content), &item));
    manifest.merge({item});
  }

  /// Verified long after the files were written: stamps are proof enough.
  EntryState examine_by_stamps() { return examine(root.get(), manifest, now_ns() + kSecond, {"resources/"}); }
  /// Verified right when they were written: content must be compared.
  EntryState examine_by_content() {
    return examine(root.get(), manifest, manifest.items[0].identity.ctime_ns, {"resources/"});
  }
};

// Nothing changed: stamps prove it without reading a byte; young stamps lead to reading, with the same
// result.
TEST_F(ArchiveEntryState, AcceptsAnUntouchedTree) {
  const EntryState by_stamps = examine_by_stamps();
  EXPECT_TRUE(by_stamps.usable());
  EXPECT_FALSE(by_stamps.compared_content);
  const EntryState by_content = examine_by_content();
  EXPECT_TRUE(by_content.usable());
  EXPECT_TRUE(by_content.compared_content);
}

// A verification older than the machine's start proves nothing: a power cut may have come after it.
TEST_F(ArchiveEntryState, ComparesContentAfterAReboot) {
  const EntryState state = examine(root.get(), manifest, kSecond, {"resources/"});
  EXPECT_TRUE(state.usable());
  EXPECT_TRUE(state.compared_content);
}

// A file that was changed, replaced by a link or removed is broken; also when size and mtime were put back.
TEST_F(ArchiveEntryState, SeesChangedFiles) {
  struct stat before {};
  ASSERT_EQ(::stat((folder / "resources/a").c_str(), &before), 0);
  write_file(folder / "resources/a", "CONTENT");
  const struct timespec times[2] = {before.st_atim, before.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, (folder / "resources/a").c_str(), times, 0), 0);
  EXPECT_EQ(examine_by_content().broken, std::vector<std::string>{"resources/a"});

  std::filesystem::remove(folder / "resources/a");
  EXPECT_EQ(examine_by_stamps().broken, std::vector<std::string>{"resources/a"});
  std::filesystem::create_symlink("/etc/hostname", folder / "resources/a");
  EXPECT_EQ(examine_by_stamps().broken, std::vector<std::string>{"resources/a"});
}

// A change in the same tick of the file system's clock leaves the stamps as they were; the content tells.
TEST_F(ArchiveEntryState, SeesAChangeWithinOneTick) {
  write_file(folder / "resources/a", "CONTENT");
  Manifest same_stamps = manifest;
  ManifestItem item;
  ASSERT_TRUE(stat_item(root.get(), "resources/a", test::crc32("content"), &item));
  same_stamps.merge({item});
  EXPECT_EQ(examine(root.get(), same_stamps, item.identity.ctime_ns, {"resources/"}).broken,
            std::vector<std::string>{"resources/a"});
}

// A file that an FMU added touches its folder; it goes if it may, and stays noticed if it may not.
TEST_F(ArchiveEntryState, SeesAddedFiles) {
  write_file(folder / "resources/log.txt", "x");
  EXPECT_EQ(examine_by_content().touched_folders, std::vector<std::string>{"resources"});
  EXPECT_FALSE(free_of_strangers(root.get(), "resources", manifest, Strangers::kKeep));
  EXPECT_TRUE(std::filesystem::exists(folder / "resources/log.txt"));
  EXPECT_TRUE(free_of_strangers(root.get(), "resources", manifest, Strangers::kRemove));
  EXPECT_FALSE(std::filesystem::exists(folder / "resources/log.txt"));
  EXPECT_TRUE(std::filesystem::exists(folder / "resources/a"));
  EXPECT_FALSE(free_of_strangers(root.get(), "none", manifest, Strangers::kRemove));
}

// Only what is asked for is looked at; a folder never unpacked is missing.
TEST_F(ArchiveEntryState, LooksOnlyAtWhatIsAskedFor) {
  std::filesystem::remove(folder / "resources/a");
  const EntryState state = examine(root.get(), manifest, now_ns() + kSecond, {"binaries/linux64/"});
  EXPECT_TRUE(state.broken.empty());
  EXPECT_EQ(state.missing_folders, std::vector<std::string>{"binaries/linux64/"});
}

// The manifest is in the entry's file with the time of its verification; use and verification do not disturb
// each other.
TEST_F(ArchiveEntryState, KeepsManifestAndTimesInOneFile) {
  const FileDescriptor file{::open((folder / "x.entry").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  std::int64_t verified_at_ns = 0;
  EXPECT_TRUE(load_manifest(file.get(), &verified_at_ns).folders.empty());
  ASSERT_EQ(store_manifest(file.get(), manifest), 0);
  ASSERT_EQ(store_manifest(file.get(), manifest), 0);  // replaces, does not append
  EXPECT_EQ(load_manifest(file.get(), &verified_at_ns).items.size(), 2U);

  mark_verified(file.get(), 1'600'000'000 * kSecond + 7);
  mark_used(file.get());
  EXPECT_EQ(load_manifest(file.get(), &verified_at_ns).items.size(), 2U);
  EXPECT_EQ(verified_at_ns, 1'600'000'000 * kSecond + 7);
  struct stat status {};
  ASSERT_EQ(::fstat(file.get(), &status), 0);
  EXPECT_GT(status.st_atime, 1'600'000'000);

  const FileDescriptor full{::open("/dev/full", O_RDWR | O_CLOEXEC)};
  EXPECT_NE(store_manifest(full.get(), manifest), 0);
}

}  // namespace
}  // namespace lockstep::core::archive
