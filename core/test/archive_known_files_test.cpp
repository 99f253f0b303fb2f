// SPDX-License-Identifier: Apache-2.0
#include "archive/known_files.hpp"

#include <gtest/gtest.h>

#include "support/files.hpp"

namespace lockstep::core::archive {
namespace {

using std::chrono::milliseconds;

struct ArchiveKnownFiles : testing::Test {
  test::TemporaryFolder folder;
  std::shared_ptr<const CacheRoot> root;
  FileIdentity identity{1, 2, 3, 4'000'000'000, 5'000'000'000};
  ContentHash hash;

  void SetUp() override {
    CacheOptions options;
    options.directory = folder / "cache";
    root = open_cache_root(options);
    for (std::size_t i = 0; i < hash.bytes.size(); ++i)
      hash.bytes[i] = static_cast<std::uint8_t>(8 * i + 1);
  }
};

// A file is recognised by all five of its numbers; each one that differs makes it unknown.
TEST_F(ArchiveKnownFiles, RecallsByTheWholeIdentity) {
  ContentHash recalled;
  EXPECT_FALSE(recall_hash(*root, identity, &recalled));
  remember_hash(*root, identity, hash);
  ASSERT_TRUE(recall_hash(*root, identity, &recalled));
  EXPECT_EQ(recalled, hash);

  FileIdentity other = identity;
  other.device = 9;
  EXPECT_FALSE(recall_hash(*root, other, &recalled));
  other = identity;
  other.inode = 9;
  EXPECT_FALSE(recall_hash(*root, other, &recalled));
  other = identity;
  other.size = 9;
  EXPECT_FALSE(recall_hash(*root, other, &recalled));
  other = identity;
  other.mtime_ns += 1;
  EXPECT_FALSE(recall_hash(*root, other, &recalled));
  other = identity;
  other.ctime_ns += 1;
  EXPECT_FALSE(recall_hash(*root, other, &recalled));
}

// A hash that was not written to its end, or is none, counts as unknown and is replaced.
TEST_F(ArchiveKnownFiles, IgnoresDamagedHashes) {
  remember_hash(*root, identity, hash);
  const auto file = std::filesystem::directory_iterator {
    root->versioned / "known"
    } -> path();
  ContentHash recalled;
  for (const std::string& text :
       {std::string{}, hash.hex().substr(1), std::string(64, 'x'), hash.hex() + "0"}) {
    test::write_file(file, text);
    EXPECT_FALSE(recall_hash(*root, identity, &recalled)) << text;
  }
  remember_hash(*root, identity, hash);
  EXPECT_TRUE(recall_hash(*root, identity, &recalled));
}

// A file that changed just now may change again within the same tick; one from the future is not trusted
// either.
TEST_F(ArchiveKnownFiles, WaitsUntilAFileHasSettled) {
  EXPECT_TRUE(settled(identity, milliseconds{1000}));
  const auto now = std::chrono::nanoseconds{std::chrono::system_clock::now().time_since_epoch()}.count();
  identity.ctime_ns = now;
  EXPECT_FALSE(settled(identity, milliseconds{1'000'000}));
  EXPECT_TRUE(settled(identity, milliseconds{0}));
  identity.ctime_ns = now + 3'600'000'000'000;
  EXPECT_FALSE(settled(identity, milliseconds{0}));
}

}  // namespace
}  // namespace lockstep::core::archive
