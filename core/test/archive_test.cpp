// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/archive.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lockstep/core/error.hpp"
#include "support/deflate.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

using test::deflated_entry;
using test::make_fmu;
using test::make_zip;
using test::TemporaryFolder;
using test::write_file;

/// The error that opening gives; fails the test if there is none.
Error open_error(const std::filesystem::path& path) {
  try {
    Archive::open(path);
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << path << " was accepted";
  return Error{ErrorCode::kBadUsage, ""};
}

// What was packed comes back, stored or deflated, from the file alone.
TEST(Archive, ReadsStoredAndDeflatedEntries) {
  const TemporaryFolder folder;
  const std::string xml(5000, 'x');
  const auto path = write_file(folder / "a.fmu", make_zip({deflated_entry("modelDescription.xml", xml),
                                                           {"resources/empty.txt", ""},
                                                           {"resources/table.csv", "1,2\n"}}));
  const Archive archive = Archive::open(path);
  EXPECT_EQ(archive.read("modelDescription.xml").text(), xml);
  EXPECT_EQ(archive.read("resources/table.csv").text(), "1,2\n");
  EXPECT_TRUE(archive.read("resources/empty.txt").empty());
  EXPECT_EQ(archive.path(), path);
}

// Entries come sorted by path, a folder's content right behind it, whatever the order in the file.
TEST(Archive, ListsEntriesSorted) {
  const TemporaryFolder folder;
  const Archive archive = Archive::open(
      write_file(folder / "a.fmu", make_zip({{"b-x", "1"}, {"b/z", "22"}, {"b/", ""}, {"a", "333"}})));
  ASSERT_EQ(archive.entries().size(), 4U);
  EXPECT_EQ(archive.entries()[0].name, "a");
  EXPECT_EQ(archive.entries()[0].size, 3U);
  EXPECT_EQ(archive.entries()[1].name, "b");
  EXPECT_TRUE(archive.entries()[1].is_directory);
  EXPECT_EQ(archive.entries()[2].name, "b/z");
  EXPECT_FALSE(archive.entries()[2].is_directory);
  EXPECT_EQ(archive.entries()[3].name, "b-x");
}

// A folder's entries are found without its neighbours that only start alike; a file's name gives that file.
TEST(Archive, FindsWhatIsBelowAFolder) {
  const TemporaryFolder folder;
  const Archive archive = Archive::open(
      write_file(folder / "a.fmu",
                 make_fmu({{"bin/a", ""}, {"bin/b/c", ""}, {"bin-x/a", ""}, {"binary", ""}, {"a", ""}})));
  const auto names = [&](std::string_view below) {
    std::string text;
    for (const ArchiveEntry& entry : archive.entries_below(below))
      text += entry.name + ' ';
    return text;
  };
  EXPECT_EQ(names("bin/"), "bin/a bin/b/c ");
  EXPECT_EQ(names("bin"), "bin/a bin/b/c ");
  EXPECT_EQ(names("bin/b"), "bin/b/c ");
  EXPECT_EQ(names("binary"), "binary ");
  EXPECT_EQ(names("none/"), "");
  EXPECT_EQ(archive.entries_below("").size(), 5U);
  EXPECT_TRUE(archive.contains("bin/a"));
  EXPECT_FALSE(archive.contains("bin"));
}

// Asking for a file that is not there, or for a folder, names the archive and what was asked for.
TEST(Archive, NamesTheFileThatIsMissing) {
  const TemporaryFolder folder;
  const Archive archive = Archive::open(write_file(folder / "a.fmu", make_fmu({{"x/", ""}})));
  for (const auto& [name, text] :
       {std::pair{"y", "has no file 'y'; "}, std::pair{"x", "has no file 'x' (it is a folder)"}}) {
    try {
      archive.read(name);
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kNotFound);
      EXPECT_NE(error.message().find("a.fmu"), std::string::npos) << error.message();
      EXPECT_NE(error.message().find(text), std::string::npos) << error.message();
    }
  }
}

// A missing file, a folder, a pipe: each says what it is. The pipe must not block.
TEST(Archive, SaysWhatIsNotAFile) {
  const TemporaryFolder folder;
  const Error missing = open_error(folder / "none.fmu");
  EXPECT_EQ(missing.code(), ErrorCode::kNotFound);
  EXPECT_NE(missing.message().find("none.fmu"), std::string::npos);
  const Error directory = open_error(folder.path());
  EXPECT_EQ(directory.code(), ErrorCode::kUnreadable);
  EXPECT_NE(directory.message().find("is a folder; an FMU is a ZIP file"), std::string::npos)
      << directory.message();
  ASSERT_EQ(::mkfifo((folder / "pipe.fmu").c_str(), 0600), 0);
  const Error pipe = open_error(folder / "pipe.fmu");
  EXPECT_EQ(pipe.code(), ErrorCode::kUnreadable);
  EXPECT_NE(pipe.message().find("is not a regular file"), std::string::npos) << pipe.message();
}

// A file cut short between opening and reading is an error, not a crash.
TEST(Archive, SurvivesBeingTruncatedMeanwhile) {
  const TemporaryFolder folder;
  const auto path = write_file(folder / "a.fmu", make_fmu({{"a", std::string(100'000, 'a')}}));
  const Archive archive = Archive::open(path);
  std::filesystem::resize_file(path, 1000);
  try {
    archive.read("a");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnreadable);
    EXPECT_NE(error.message().find("became shorter"), std::string::npos) << error.message();
  }
  EXPECT_THROW(archive.content_hash(), Error);
}

// A ratio limit of zero would refuse everything by dividing by it.
TEST(Archive, RefusesARatioLimitOfZero) {
  ArchiveLimits limits;
  limits.max_ratio = 0;
  try {
    Archive::open("x.fmu", limits);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
  }
}

}  // namespace
}  // namespace lockstep::core
