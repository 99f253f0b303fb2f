// SPDX-License-Identifier: Apache-2.0
#include "archive/manifest.hpp"

#include <gtest/gtest.h>

namespace lockstep::core::archive {
namespace {

ManifestItem item(const char* name, std::uint64_t inode, std::uint32_t crc32 = 0) {
  ManifestItem result;
  result.name = name;
  result.identity.inode = inode;
  result.identity.size = 1234567890123;
  result.identity.mtime_ns = 1700000000123456789;
  result.identity.ctime_ns = -5;
  result.crc32 = crc32;
  return result;
}

Manifest example() {
  Manifest manifest;
  manifest.folders = {"resources/", "", "binaries/linux64/"};
  ManifestItem folder = item("resources", 7);
  folder.is_directory = true;
  manifest.merge({item("resources/a b ä.txt", 8, 0xFFFFFFFF), folder});
  return manifest;
}

// What is written comes back, names with spaces and all.
TEST(ArchiveManifest, SurvivesEncoding) {
  Manifest back;
  ASSERT_TRUE(decode(encode(example()), &back));
  EXPECT_EQ(back.folders, example().folders);
  ASSERT_EQ(back.items.size(), 2U);
  EXPECT_EQ(back.items[0].name, "resources");
  EXPECT_TRUE(back.items[0].is_directory);
  EXPECT_EQ(back.items[1].name, "resources/a b ä.txt");
  EXPECT_FALSE(back.items[1].is_directory);
  EXPECT_EQ(back.items[1].crc32, 0xFFFFFFFFU);
  EXPECT_EQ(back.items[1].identity, item("", 8).identity);
}

// Cut anywhere or with any byte changed, a manifest is no manifest: nothing half-written is believed.
TEST(ArchiveManifest, RefusesEveryDamage) {
  const std::string whole = encode(example());
  Manifest manifest;
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(decode(whole.substr(0, size), &manifest)) << size;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(decode(damaged, &manifest)) << at;
    EXPECT_TRUE(manifest.items.empty());
  }
  EXPECT_FALSE(decode(whole + "\n", &manifest));
}

// A newer item replaces the older one; all stay sorted and can be found.
TEST(ArchiveManifest, MergesByName) {
  Manifest manifest;
  manifest.merge({item("b", 1), item("a", 2)});
  manifest.merge({item("c", 3), item("b", 4)});
  ASSERT_EQ(manifest.items.size(), 3U);
  EXPECT_EQ(manifest.items[0].name, "a");
  ASSERT_NE(manifest.find("b"), nullptr);
  EXPECT_EQ(manifest.find("b")->identity.inode, 4U);
  EXPECT_EQ(manifest.find("bb"), nullptr);
}

// A folder covers what is below it, not what only starts alike.
TEST(ArchiveManifest, KnowsWhatIsBelow) {
  EXPECT_TRUE(is_below("a/b", "a/"));
  EXPECT_TRUE(is_below("a/b", "a"));
  EXPECT_TRUE(is_below("a", "a/"));
  EXPECT_TRUE(is_below("a", ""));
  EXPECT_FALSE(is_below("ab", "a"));
  EXPECT_FALSE(is_below("a", "a/b"));
  Manifest manifest;
  manifest.folders = {"binaries/"};
  EXPECT_TRUE(manifest.has_folder("binaries/linux64/"));
  EXPECT_FALSE(manifest.has_folder("resources/"));
}

}  // namespace
}  // namespace lockstep::core::archive
