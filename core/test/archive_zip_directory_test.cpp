// SPDX-License-Identifier: Apache-2.0
#include "archive/zip_directory.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/error.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

using test::make_zip;
using test::TemporaryFolder;
using test::write_file;
using test::ZipEntry;
using test::ZipOptions;

struct ArchiveZipDirectory : testing::Test {
  TemporaryFolder folder;

  Archive open(const std::string& bytes, const ArchiveLimits& limits = {}) const {
    return Archive::open(write_file(folder / "a.fmu", bytes), limits);
  }

  /// The bytes are refused with this code and a message that has all of these parts and names the archive.
  void expect_refused(const std::string& bytes, ErrorCode code, std::string_view part,
                      const ArchiveLimits& limits = {}) const {
    try {
      open(bytes, limits);
      FAIL() << "accepted; expected: " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.message();
      EXPECT_NE(error.message().find(part), std::string::npos) << error.message();
      EXPECT_NE(error.message().find("a.fmu"), std::string::npos) << error.message();
    }
  }
};

const std::vector<ZipEntry> kTwo = {{"modelDescription.xml", "<x/>"}, {"resources/a", "aaaa"}};

// Anything that is not a ZIP file says so, the empty file too.
TEST_F(ArchiveZipDirectory, RefusesWhatIsNotAZip) {
  expect_refused("", ErrorCode::kUnreadable, "is not a ZIP file (0 bytes)");
  expect_refused("PK", ErrorCode::kUnreadable, "is not a ZIP file (2 bytes)");
  expect_refused(std::string(100'000, 'x'), ErrorCode::kUnreadable, "is not a ZIP file (100000 bytes)");
  expect_refused("\x1f\x8b\x08 a gzip file instead of a ZIP file", ErrorCode::kUnreadable,
                 "is not a ZIP file");
}

// Cut anywhere, the file is refused as unreadable; never accepted, never a crash.
TEST_F(ArchiveZipDirectory, RefusesEveryTruncation) {
  ZipOptions options;
  options.zip64_end = true;
  for (const std::string& whole : {make_zip(kTwo), make_zip(kTwo, options)}) {
    EXPECT_EQ(open(whole).entries().size(), 2U);
    for (std::size_t size = whole.size(); size-- > 0;) {
      std::filesystem::resize_file(folder / "a.fmu", size);
      try {
        Archive::open(folder / "a.fmu");
        FAIL() << "accepted after " << size << " of " << whole.size() << " bytes";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::kUnreadable) << error.message();
      }
    }
  }
  const std::string whole = make_zip(kTwo);
  expect_refused(whole.substr(0, whole.size() - 1), ErrorCode::kUnreadable,
                 "is truncated: it starts like a ZIP file");
}

// A ZIP64 end record, forced or needed, leads to the same entries.
TEST_F(ArchiveZipDirectory, ReadsZip64) {
  ZipOptions options;
  options.zip64_end = true;
  EXPECT_EQ(open(make_zip(kTwo, options)).read("resources/a").text(), "aaaa");
  // More than 65535 entries need it.
  std::vector<ZipEntry> many;
  for (int i = 0; i < 70'000; ++i)
    many.emplace_back("r/" + std::to_string(i), "");
  EXPECT_EQ(open(make_zip(many, options)).entries().size(), 70'000U);
}

// The old and the ZIP64 end record must not tell two readers two different things.
TEST_F(ArchiveZipDirectory, RefusesEndRecordsThatDisagree) {
  ZipOptions options;
  options.zip64_end = true;
  std::string bytes = make_zip(kTwo, options);
  bytes[bytes.size() - 22 + 10] = 1;  // number of entries: 1 instead of "see ZIP64"
  bytes[bytes.size() - 22 + 11] = 0;
  bytes[bytes.size() - 22 + 8] = 1;
  bytes[bytes.size() - 22 + 9] = 0;
  expect_refused(bytes, ErrorCode::kUnsafeArchive, "its two end records name different directories");
}

// A damaged ZIP64 record is refused: outside of the file, of the wrong kind.
TEST_F(ArchiveZipDirectory, RefusesDamagedZip64Records) {
  ZipOptions options;
  options.zip64_end = true;
  const std::string whole = make_zip(kTwo, options);
  std::string outside = whole;
  outside[whole.size() - 22 - 20 + 15] = 0x7f;  // top byte of the record's offset
  expect_refused(outside, ErrorCode::kUnreadable, "outside of the file");
  std::string wrong = whole;
  wrong[whole.size() - 22 - 20 - 56] = 'x';
  expect_refused(wrong, ErrorCode::kUnreadable, "has no ZIP64 record at");
  std::string split = whole;
  split[whole.size() - 22 - 20 - 56 + 16] = 1;
  expect_refused(split, ErrorCode::kUnreadable, "split over several disks");
}

// A comment of any length is fine, also one that contains the mark of an end record.
TEST_F(ArchiveZipDirectory, AcceptsArchiveComments) {
  ZipOptions options;
  for (const std::string& comment :
       {std::string{"made by a tool"}, std::string(0xFFFF, 'c'), std::string{"PK\5\6 is not the end"}}) {
    options.comment = comment;
    EXPECT_EQ(open(make_zip(kTwo, options)).entries().size(), 2U) << comment.substr(0, 30);
  }
}

// A table of contents longer than the first read is read as a whole.
TEST_F(ArchiveZipDirectory, ReadsLongDirectories) {
  std::vector<ZipEntry> many;
  for (int i = 0; i < 2000; ++i)
    many.emplace_back("resources/file_" + std::to_string(i), std::to_string(i));
  const Archive archive = open(make_zip(many));
  EXPECT_EQ(archive.entries().size(), 2000U);
  EXPECT_EQ(archive.read("resources/file_1234").text(), "1234");
}

// Bytes before the first entry or after the directory make it another kind of file.
TEST_F(ArchiveZipDirectory, RefusesForeignBytesAround) {
  ZipOptions prepended;
  prepended.prepended = "#!/bin/sh\n";
  expect_refused(make_zip(kTwo, prepended), ErrorCode::kUnreadable, "has 10 bytes before its first entry");
  // Offsets that do not count the prepended bytes, as self-extracting archives have them.
  expect_refused("#!/bin/sh\n" + make_zip(kTwo), ErrorCode::kUnreadable,
                 "has 10 bytes that belong to no entry");
  ZipOptions appended;
  appended.appended = "more";
  expect_refused(make_zip(kTwo, appended), ErrorCode::kUnreadable, "something was appended");
}

// Counts and sizes of the end record must be those of the directory.
TEST_F(ArchiveZipDirectory, RefusesWrongEndRecords) {
  ZipOptions fewer;
  fewer.entries = 1;
  expect_refused(make_zip(kTwo, fewer), ErrorCode::kUnsafeArchive, "more bytes than its 1 entries need");
  ZipOptions more;
  more.entries = 3;
  expect_refused(make_zip(kTwo, more), ErrorCode::kUnreadable, "damaged directory (no entry at byte");
  ZipOptions far;
  far.directory_offset = 0x7fffffff;
  expect_refused(make_zip(kTwo, far), ErrorCode::kUnreadable, "is truncated: its directory of");
  ZipOptions split;
  split.disk = 1;
  expect_refused(make_zip(kTwo, split), ErrorCode::kUnreadable, "split over several disks");
}

// A row that is cut short or lacks its ZIP64 part is damage, not something to guess at.
TEST_F(ArchiveZipDirectory, RefusesDamagedRows) {
  const std::string whole = make_zip(kTwo);
  const std::size_t last_row = whole.rfind("PK\1\2");
  std::string longer_name = whole;
  longer_name[last_row + 28] = 100;
  expect_refused(longer_name, ErrorCode::kUnreadable, "is cut short");
  ZipEntry entry{"a", "aaaa"};
  entry.declared_size = 0xFFFFFFFF;
  entry.extra = test::little_endian(1, 2) + test::little_endian(4, 2) + "1234";  // too short for a size
  expect_refused(make_zip({entry}), ErrorCode::kUnreadable, "entry 'a' lacks its ZIP64 sizes");
}

// The limits on the number of entries and on the directory are settable and named in the message.
TEST_F(ArchiveZipDirectory, KeepsTheLimits) {
  ArchiveLimits limits;
  limits.max_entries = 1;
  expect_refused(make_zip(kTwo), ErrorCode::kUnsafeArchive,
                 "has 2 entries; the limit is 1 (ArchiveLimits::max_entries)", limits);
  limits.max_entries = 2;
  EXPECT_EQ(open(make_zip(kTwo), limits).entries().size(), 2U);
  limits.max_directory_bytes = 100;
  expect_refused(make_zip(kTwo), ErrorCode::kUnsafeArchive,
                 "the limit is 100 (ArchiveLimits::max_directory_bytes)", limits);
  // A count that the file cannot hold must not cost memory first.
  ZipOptions many;
  many.zip64_end = true;
  many.entries = 1ULL << 60U;
  limits.max_entries = ~0ULL;
  limits.max_directory_bytes = 1 << 20;
  expect_refused(make_zip(kTwo, many), ErrorCode::kUnreadable, "damaged directory", limits);
}

}  // namespace
}  // namespace lockstep::core
