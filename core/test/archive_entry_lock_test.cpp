// SPDX-License-Identifier: Apache-2.0
#include "archive/entry_lock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <future>

#include "support/files.hpp"

namespace lockstep::core::archive {
namespace {

using test::TemporaryFolder;

struct ArchiveEntryLock : testing::Test {
  TemporaryFolder folder;
  CacheOptions options;
  std::shared_ptr<const CacheRoot> root;

  void SetUp() override {
    options.directory = folder / "cache";
    root = open_cache_root(options);
  }
};

// Two users share an entry; neither can have it alone until the other is gone. The same holds within one
// process.
TEST_F(ArchiveEntryLock, SharesAndExcludes) {
  const LockedEntry first = open_entry(*root, "name");
  {
    const LockedEntry second = open_entry(*root, "name");
    EXPECT_FALSE(try_lock(first.file.get(), LockByte::kUse, LockKind::kExclusive));
  }
  EXPECT_TRUE(try_lock(first.file.get(), LockByte::kUse, LockKind::kExclusive));
}

// A failed upgrade keeps the shared lock: nobody can take the entry away in between.
TEST_F(ArchiveEntryLock, KeepsTheSharedLockWhenAnUpgradeFails) {
  LockedEntry first = open_entry(*root, "name");
  const LockedEntry second = open_entry(*root, "name");
  EXPECT_FALSE(try_lock(first.file.get(), LockByte::kUse, LockKind::kExclusive));
  EXPECT_FALSE(try_lock(second.file.get(), LockByte::kUse, LockKind::kExclusive));
  first = {};
  EXPECT_TRUE(try_lock(second.file.get(), LockByte::kUse, LockKind::kExclusive));
}

// The write lock has one holder at a time, and waiting for it ends when it is released.
TEST_F(ArchiveEntryLock, ConcurrentWritersWait) {
  const LockedEntry first = open_entry(*root, "name");
  const LockedEntry second = open_entry(*root, "name");
  ASSERT_EQ(wait_lock(first.file.get(), LockByte::kWrite, LockKind::kExclusive), 0);
  EXPECT_FALSE(try_lock(second.file.get(), LockByte::kWrite, LockKind::kExclusive));
  auto waiting = std::async(std::launch::async, [&] {
    return wait_lock(second.file.get(), LockByte::kWrite, LockKind::kExclusive);
  });
  EXPECT_TRUE(try_lock(first.file.get(), LockByte::kWrite, LockKind::kNone));
  EXPECT_EQ(waiting.get(), 0);
}

// An entry that was removed while somebody waited for it is made anew; a lock on a removed file is not
// believed.
TEST_F(ArchiveEntryLock, NoticesARemovedEntry) {
  LockedEntry cleaner = open_entry(*root, "name");
  ASSERT_TRUE(try_lock(cleaner.file.get(), LockByte::kUse, LockKind::kExclusive));
  auto waiting = std::async(std::launch::async, [&] { return open_entry(*root, "name"); });
  ASSERT_EQ(::unlinkat(root->fd.get(), "name.entry", 0), 0);
  EXPECT_FALSE(is_current(*root, "name", cleaner.file.get()));
  cleaner = {};
  const LockedEntry entry = waiting.get();
  EXPECT_TRUE(is_current(*root, "name", entry.file.get()));
}

// A file where the folder should be is reported with its path.
TEST_F(ArchiveEntryLock, ReportsWhatIsInTheWay) {
  test::write_file(root->versioned / "name", "");
  try {
    open_entry(*root, "name");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
    EXPECT_NE(error.message().find((root->versioned / "name").string()), std::string::npos)
        << error.message();
    EXPECT_NE(error.message().find("cannot be opened"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace lockstep::core::archive
