// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "archive/archive_impl.hpp"
#include "lockstep/core/error.hpp"
#include "support/deflate.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

using test::deflated_entry;
using test::make_zip;
using test::TemporaryFolder;
using test::write_file;
using test::ZipEntry;

struct ArchiveEntryReader : testing::Test {
  TemporaryFolder folder;

  std::string read(const std::vector<ZipEntry>& entries) const {
    return std::string{Archive::open(write_file(folder / "a.fmu", make_zip(entries))).read("a").text()};
  }

  /// The archive opens, but reading entry 'a' is refused with a message that has this part.
  void expect_unsafe(const ZipEntry& entry, std::string_view part) const {
    const Archive archive = Archive::open(write_file(folder / "a.fmu", make_zip({entry, {"b", "bbbb"}})));
    try {
      archive.read("a");
      FAIL() << "read; expected: " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kUnsafeArchive) << error.message();
      EXPECT_NE(error.message().find("a.fmu': entry 'a' "), std::string::npos) << error.message();
      EXPECT_NE(error.message().find(part), std::string::npos) << error.message();
    }
  }
};

std::string noise(std::size_t size) {
  std::string text;
  std::uint32_t state = 1;
  while (text.size() < size) {
    state = state * 1664525U + 1013904223U;
    text += static_cast<char>(state >> 24U);
  }
  return text;
}

// Larger than one read: header and data are fetched apart, stored or deflated.
TEST_F(ArchiveEntryReader, ReadsLargeEntries) {
  const std::string large = noise(5 << 20);
  EXPECT_EQ(read({{"0", "x"}, {"a", large}, {"z", "x"}}), large);
  EXPECT_EQ(read({{"0", "x"}, deflated_entry("a", large), {"z", "x"}}), large);
}

// Entries may have sizes in ZIP64 fields, sizes behind the data, or both.
TEST_F(ArchiveEntryReader, ReadsZip64AndDataDescriptors) {
  for (const bool zip64 : {false, true}) {
    for (const bool data_descriptor : {false, true}) {
      for (ZipEntry entry : {ZipEntry{"a", "content"}, deflated_entry("a", std::string(1000, 'x'))}) {
        entry.zip64 = zip64;
        entry.data_descriptor = data_descriptor;
        EXPECT_EQ(read({entry, {"b", "b"}}), entry.content) << zip64 << data_descriptor << entry.method;
      }
    }
  }
}

// Extra fields that nobody knows, at both places, and comments of entries are skipped.
TEST_F(ArchiveEntryReader, SkipsUnknownExtraFields) {
  ZipEntry entry{"a", "content"};
  entry.extra = test::little_endian(0x5455, 2) + test::little_endian(5, 2) + "12345";
  entry.local_extra =
      test::little_endian(0xcafe, 2) + test::little_endian(0x1000, 2) + std::string(0x1000, 'e');
  entry.comment = "an entry with a comment";
  entry.zip64 = true;
  EXPECT_EQ(read({entry}), "content");
}

// A deflated entry of no bytes is a file of no bytes.
TEST_F(ArchiveEntryReader, ReadsEmptyDeflatedEntries) {
  EXPECT_EQ(read({deflated_entry("a", "")}), "");
}

// Real bytes count: an entry that holds more or fewer than it declares is caught while inflating.
TEST_F(ArchiveEntryReader, RefusesLyingSizes) {
  ZipEntry more = deflated_entry("a", std::string(1000, 'x'));
  more.declared_size = 999;
  expect_unsafe(more, "lies about its size: it declares 999 bytes and holds more");
  ZipEntry none = deflated_entry("a", std::string(1000, 'x'));
  none.declared_size = 0;
  expect_unsafe(none, "lies about its size: it declares 0 bytes and holds more");
  ZipEntry fewer = deflated_entry("a", std::string(1000, 'x'));
  fewer.declared_size = 1001;
  expect_unsafe(fewer, "lies about its size: it declares 1001 bytes and holds fewer");
  ZipEntry padded = deflated_entry("a", std::string(1000, 'x'));
  *padded.compressed += "hidden";
  expect_unsafe(padded, "lies about its compressed size");
}

// Content that does not match its checksum, or that is no deflate data at all.
TEST_F(ArchiveEntryReader, RefusesDamagedContent) {
  ZipEntry entry{"a", "aaaa"};
  entry.declared_crc32 = 0x12345678;
  expect_unsafe(entry, "is damaged: its checksum is ad98e545, declared 12345678");
  ZipEntry garbage{"a", std::string(100, 'x')};
  garbage.method = 8;
  garbage.compressed = std::string(50, '\xff');
  expect_unsafe(garbage, "is damaged: its compressed data make no sense");
  ZipEntry cut = deflated_entry("a", noise(1000));
  cut.compressed->resize(cut.compressed->size() / 2);
  expect_unsafe(cut, "is damaged");
}

// What stands at the data must be what the directory says: two readers must not see two different files.
TEST_F(ArchiveEntryReader, RefusesContradictionsAtTheData) {
  ZipEntry entry{"a", "aaaa"};
  entry.local_name = "x";
  expect_unsafe(entry, "its name in the directory differs");
  entry = {"a", "aaaa"};
  entry.local_method = 8;
  expect_unsafe(entry, "its compression method in the directory differs");
  entry = {"a", "aaaa"};
  entry.local_size = 3;
  expect_unsafe(entry, "its size in the directory differs");
  entry = {"a", "aaaa"};
  entry.local_flags = 1;
  expect_unsafe(entry, "is encrypted");
  entry = {"a", "aaaa"};
  entry.local_size = 0xFFFFFFFF;
  entry.local_extra = test::little_endian(1, 2) + test::little_endian(2, 2) + "xx";
  expect_unsafe(entry, "its ZIP64 size in the directory differs");
}

// A directory row that points into the middle of something else finds no entry there.
TEST_F(ArchiveEntryReader, RefusesAnEntryThatIsNotThere) {
  ZipEntry first{"0", std::string(100, 'x')};
  ZipEntry moved{"a", "aaaa"};
  moved.directory_offset = 131 + 2;  // 30 + 1 + 100 bytes of the first entry come before
  moved.compressed = "aaaa  ";
  moved.declared_size = moved.declared_compressed_size = 4;
  const Archive archive = Archive::open(write_file(folder / "a.fmu", make_zip({first, moved})));
  try {
    archive.read("a");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("entry 'a' is not at byte 133"), std::string::npos) << error.message();
  }
}

// A longer extra field at the data than the directory suggests must not push the data over the next entry.
TEST_F(ArchiveEntryReader, RefusesHeadersThatPushDataOut) {
  ZipEntry entry{"a", "aaaa"};
  std::string bytes = make_zip({entry, {"b", "bbbb"}});
  bytes[28] = 20;  // length of the extra field of the first local header
  const Archive archive = Archive::open(write_file(folder / "a.fmu", bytes));
  try {
    archive.read("a");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsafeArchive);
    EXPECT_NE(error.message().find("overlaps with what follows it"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace lockstep::core
