// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "archive/archive_impl.hpp"
#include "lockstep/core/archive.hpp"
#include "lockstep/core/error.hpp"
#include "support/deflate.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

using test::deflated;
using test::deflated_entry;
using test::make_zip;
using test::TemporaryFolder;
using test::write_file;
using test::ZipEntry;
using test::ZipOptions;

struct ArchiveEntryRules : testing::Test {
  TemporaryFolder folder;

  Archive open(const std::vector<ZipEntry>& entries, const ArchiveLimits& limits = {}) const {
    return Archive::open(write_file(folder / "a.fmu", make_zip(entries)), limits);
  }

  /// Refused as unsafe; the message names the archive and has this part.
  void expect_unsafe(const std::vector<ZipEntry>& entries, std::string_view part,
                     const ArchiveLimits& limits = {}) const {
    try {
      open(entries, limits);
      FAIL() << "accepted; expected: " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kUnsafeArchive) << error.message();
      EXPECT_NE(error.message().find(part), std::string::npos) << error.message();
      EXPECT_NE(error.message().find("a.fmu"), std::string::npos) << error.message();
    }
  }
};

/// An entry with this Unix mode.
ZipEntry with_mode(const char* name, std::uint32_t mode, const char* content = "") {
  ZipEntry entry{name, content};
  entry.attributes = mode << 16U;
  return entry;
}

// The message about a bad name has everything: archive, entry, problem, fix.
TEST_F(ArchiveEntryRules, NamesArchiveEntryProblemAndFix) {
  const auto path = write_file(folder / "a.fmu", make_zip({{"ok", ""}, {"..\\..\\evil\x1b.so", "x"}}));
  try {
    Archive::open(path);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "archive '" + path.string() +
                  "': entry '..\\..\\evil\\x1b.so' has the control character 0x1b in its name; "
                  "export the FMU again with another tool, or ask its vendor");
  }
  expect_unsafe(
      {{"ok", ""}, {"../../.ssh/authorized_keys", "x"}},
      "entry '../../.ssh/authorized_keys' has '..' in its name, which could leave the root of the FMU");
}

// Links, devices, pipes and sockets are refused, wherever they point.
TEST_F(ArchiveEntryRules, RefusesLinksAndDevices) {
  expect_unsafe({with_mode("resources/l", 0120777, "a.txt")}, "entry 'resources/l' is a symbolic link");
  for (const std::uint32_t mode : {0010644U, 0020644U, 0060644U, 0140644U})
    expect_unsafe({with_mode("resources/d", mode)}, "is a device, pipe or socket");
  // The same bits mean nothing in an archive made by DOS or Windows.
  ZipEntry dos = with_mode("a", 0120777, "x");
  dos.made_by = 0;
  dos.attributes = 0120777U << 16U;
  EXPECT_TRUE(open({dos}).contains("a"));
}

// Encryption of any kind and patch data are refused.
TEST_F(ArchiveEntryRules, RefusesEncryptedEntries) {
  for (const unsigned bit : {0U, 6U, 13U}) {
    ZipEntry entry{"secret", "x"};
    entry.flags = static_cast<std::uint16_t>(1U << bit);
    expect_unsafe({entry}, "entry 'secret' is encrypted");
  }
  ZipEntry patch{"p", "x"};
  patch.flags = 1U << 5U;
  expect_unsafe({patch}, "is patch data");
}

// Every method but store and deflate is refused by number and name.
TEST_F(ArchiveEntryRules, NamesTheCompressionMethod) {
  for (const auto& [method, name] : std::map<int, const char*>{{1, "shrink"},
                                                               {6, "implode"},
                                                               {9, "deflate64"},
                                                               {12, "bzip2"},
                                                               {14, "LZMA"},
                                                               {93, "Zstandard"},
                                                               {95, "XZ"},
                                                               {98, "PPMd"},
                                                               {99, "AES"},
                                                               {1234, "unknown"}}) {
    ZipEntry entry{"a", "x"};
    entry.method = static_cast<std::uint16_t>(method);
    expect_unsafe({entry},
                  "is compressed by method " + std::to_string(method) + " (" + name + "); FMI allows");
  }
}

// Two files of one name are refused, also when the names only become equal by normalising.
TEST_F(ArchiveEntryRules, RefusesDuplicateNames) {
  expect_unsafe({{"a", "1"}, {"b", ""}, {"a", "2"}}, "entry 'a' exists twice");
  expect_unsafe({{"r/a", "1"}, {"./r\\a", "2"}}, "entry 'r/a' exists twice");
  expect_unsafe({{"r", "1"}, {"r/", ""}}, "entry 'r' exists twice");
  // A folder named twice carries nothing that could differ.
  EXPECT_EQ(open({{"r/", ""}, {"r/a", "1"}, {"r/", ""}}).entries().size(), 2U);
  // Linux tells them apart, and so do FMUs made there.
  EXPECT_EQ(open({{"r/a", "1"}, {"r/A", "1"}}).entries().size(), 2U);
}

// A name cannot be a file and a folder, however many names sort between the two.
TEST_F(ArchiveEntryRules, RefusesAFileUsedAsFolder) {
  expect_unsafe({{"r", "1"}, {"r-x", ""}, {"r!", ""}, {"r/a/b", "2"}},
                "entry 'r' is a file and also the folder of 'r/a/b'");
}

// Folders come with a slash, with a DOS attribute or a Unix mode; one with content is refused.
TEST_F(ArchiveEntryRules, KnowsFoldersByTheirAttributes) {
  ZipEntry dos{"r", ""};
  dos.made_by = 0;
  dos.attributes = 0x10;
  const Archive archive = open({dos, {"r/a", "1"}, with_mode("s", 0040755), {"s/b", "2"}, {"./", ""}});
  ASSERT_NE(archive.find("r"), nullptr);
  EXPECT_TRUE(archive.find("r")->is_directory);
  EXPECT_TRUE(archive.find("s")->is_directory);
  EXPECT_EQ(archive.entries().size(), 4U);
  expect_unsafe({{"r/", "content"}}, "entry 'r/' is a folder with 7 bytes of content");
}

// The archive's own executable bit is handed on.
TEST_F(ArchiveEntryRules, SeesTheExecutableBit) {
  const Archive archive = open({with_mode("run", 0100755), with_mode("data", 0100644)});
  EXPECT_TRUE(archive.find("run")->is_executable);
  EXPECT_FALSE(archive.find("data")->is_executable);
}

// Entries that share bytes are how small archives become huge; sharing with the directory too.
TEST_F(ArchiveEntryRules, RefusesOverlappingEntries) {
  ZipEntry twin{"b", "aaaa"};
  twin.directory_offset = 0;
  twin.local_name = "a";
  expect_unsafe({{"a", "aaaa"}, twin}, "overlaps with the next entry at byte 0");
  ZipEntry greedy{"a", "aaaa"};
  greedy.declared_size = greedy.declared_compressed_size = 40;
  expect_unsafe({greedy, {"b", "bbbb"}},
                "entry 'a' at byte 0 with 40 compressed bytes overlaps with the next entry");
  ZipEntry last{"a", "aaaa"};
  last.declared_size = last.declared_compressed_size = 5;
  expect_unsafe({last}, "overlaps with the directory at byte");
  ZipEntry outside{"a", "aaaa"};
  outside.directory_offset = 0xFFFFFF00;
  expect_unsafe({outside}, "overlaps with the directory");
}

// Bytes between entries that no directory row names are harmless: they are never read.
TEST_F(ArchiveEntryRules, IgnoresUnlistedBytesBetweenEntries) {
  ZipEntry deleted{"deleted", "old"};
  deleted.in_directory = false;
  const Archive archive = open({{"a", "1"}, deleted, {"b", "2"}});
  EXPECT_EQ(archive.entries().size(), 2U);
  EXPECT_EQ(archive.read("a").text(), "1");
  EXPECT_EQ(archive.read("b").text(), "2");
}

// Sizes that cannot be true are refused before anything is read.
TEST_F(ArchiveEntryRules, RefusesImpossibleSizes) {
  ZipEntry stored{"a", "aaaa"};
  stored.declared_size = 5;
  expect_unsafe({stored}, "lies about its size: stored as it is, it has 4 bytes and declares 5");
  ZipEntry bomb = deflated_entry("a", std::string(100, 'a'));
  bomb.declared_size = 1'000'000;
  expect_unsafe({bomb}, "lies about its size: 1000000 bytes cannot come from");
}

// Each limit on sizes is settable, named, and lets the last allowed value pass.
TEST_F(ArchiveEntryRules, KeepsTheLimitsOnSizes) {
  ArchiveLimits limits;
  limits.max_entry_bytes = 9;
  expect_unsafe({{"a", "0123456789"}},
                "entry 'a' has 10 bytes; the limit is 9 (ArchiveLimits::max_entry_bytes)", limits);
  limits.max_entry_bytes = 10;
  EXPECT_TRUE(open({{"a", "0123456789"}}, limits).contains("a"));
  limits.max_total_bytes = 19;
  expect_unsafe({{"a", "0123456789"}, {"b", "0123456789"}},
                "unpacks to more than 19 bytes (ArchiveLimits::max_total_bytes)", limits);
  limits.max_total_bytes = 20;
  EXPECT_TRUE(open({{"a", "0123456789"}, {"b", "0123456789"}}, limits).contains("b"));
  limits.max_depth = 1;
  expect_unsafe({{"a/b/c", ""}}, "lies deeper than 1 folders", limits);
}

// The largest sizes that ZIP64 can write do not overflow any sum, whatever the limits.
TEST_F(ArchiveEntryRules, SurvivesTheLargestNumbers) {
  std::vector<ZipEntry> entries;
  for (const char* name : {"a", "b"}) {
    ZipEntry entry{name, "x"};
    entry.zip64 = true;
    entry.method = 8;
    entry.compressed = "x";
    entry.declared_size = ~0ULL;
    entry.declared_compressed_size = ~0ULL;
    entries.push_back(entry);
  }
  ArchiveLimits limits;
  limits.max_entry_bytes = limits.max_total_bytes = limits.ratio_applies_above = ~0ULL;
  expect_unsafe(entries, "overlaps", limits);
}

// Real bombs: one entry that compresses too well, and many that do so together. Small entries may.
TEST_F(ArchiveEntryRules, RefusesBombs) {
  const std::string zeros(1 << 20, '\0');
  ArchiveLimits limits;
  limits.ratio_applies_above = 1 << 19;
  expect_unsafe({deflated_entry("a", zeros)}, "looks like a decompression bomb: 1048576 bytes from", limits);
  limits.ratio_applies_above = 1 << 20;
  EXPECT_TRUE(open({deflated_entry("a", zeros)}, limits).contains("a"));
  expect_unsafe({deflated_entry("a", zeros), deflated_entry("b", zeros)},
                "a.fmu' looks like a decompression bomb: 2097152", limits);
  limits.max_ratio = 1100;
  EXPECT_TRUE(open({deflated_entry("a", zeros), deflated_entry("b", zeros)}, limits).contains("b"));
}

// '/' sorts before everything, so that what is below a folder follows it.
TEST_F(ArchiveEntryRules, SortsByPath) {
  EXPECT_TRUE(archive::path_less("a", "a/b"));
  EXPECT_TRUE(archive::path_less("a/b", "a!"));
  EXPECT_FALSE(archive::path_less("a!", "a/b"));
  EXPECT_TRUE(archive::path_less("a", "b"));
  EXPECT_TRUE(archive::path_less("a", "\xc3\xa4"));
  EXPECT_FALSE(archive::path_less("a", "a"));
}

}  // namespace
}  // namespace lockstep::core
