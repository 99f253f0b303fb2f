// SPDX-License-Identifier: Apache-2.0
#include "output_file.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "support/files.hpp"

namespace lockstep::record {
namespace {

TEST(OutputFile, WritesFromFrontToBack) {
  const test::TemporaryFolder folder;
  const auto path = test::write_file(folder / "a", "older and longer content");
  OutputFile file{path};
  file.begin();
  EXPECT_TRUE(file.write("abc", 3));
  EXPECT_TRUE(file.write("de", 2));
  EXPECT_EQ(file.bytes_written(), 5U);
  file.end();
  EXPECT_EQ(test::read_file(path), "abcde");
}

// A run that never begins leaves earlier results alone, and no empty file behind.
TEST(OutputFile, TouchesNothingBeforeItBegins) {
  const test::TemporaryFolder folder;
  const auto old = test::write_file(folder / "old", "results");
  {
    const OutputFile keeps{old};
    const OutputFile makes{folder / "new"};
  }
  EXPECT_EQ(test::read_file(old), "results");
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
}

TEST(OutputFile, SaysWhyItCannotBeOpened) {
  try {
    const OutputFile file{"/nowhere/x"};
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
    EXPECT_NE(error.message().find("cannot open '/nowhere/x' for writing: No such file"), std::string::npos);
  }
}

// A full disk is sticky: nothing later is written, and the end says why.
TEST(OutputFile, FullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this machine has no /dev/full";
  OutputFile file{"/dev/full"};
  file.begin();
  EXPECT_FALSE(file.write("a", 1));
  EXPECT_FALSE(file.write("b", 1));
  EXPECT_TRUE(file.failed());
  try {
    file.end();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("cannot write '/dev/full': No space left"), std::string::npos);
  }
}

}  // namespace
}  // namespace lockstep::record
