// SPDX-License-Identifier: Apache-2.0
#include "archive/content_hash.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "archive/file.hpp"
#include "lockstep/core/error.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core::archive {
namespace {

using test::make_fmu;
using test::make_zip;
using test::TemporaryFolder;
using test::write_file;

// SHA-256 of known bytes, so that other tools (sha256sum) find the same entry of the cache.
TEST(ArchiveContentHash, HashesTheWholeFile) {
  const TemporaryFolder folder;
  const Archive archive = Archive::open(write_file(folder / "a.fmu", make_zip({})));
  // sha256sum of the 22 bytes of an empty ZIP file.
  EXPECT_EQ(archive.content_hash().hex(), "8739c76e681f900923b900c9df0ef75cf421d39cabb54650c4b9ad19b6a76d85");
}

// Two files with the same bytes are the same FMU, one changed byte makes another.
TEST(ArchiveContentHash, HashTellsContentsApart) {
  const TemporaryFolder folder;
  const std::string bytes = make_fmu({{"a", std::string(600'000, 'a')}});
  std::string changed = make_fmu({{"a", std::string(599'999, 'a') + 'b'}});
  const Archive a = Archive::open(write_file(folder / "a.fmu", bytes));
  const Archive b = Archive::open(write_file(folder / "b.fmu", bytes));
  const Archive c = Archive::open(write_file(folder / "c.fmu", changed));
  EXPECT_EQ(a.content_hash(), b.content_hash());
  EXPECT_NE(a.content_hash(), c.content_hash());
}

// A file that ends before its size names itself.
TEST(ArchiveContentHash, NoticesAFileThatIsShorter) {
  const TemporaryFolder folder;
  const FileDescriptor file{::open(write_file(folder / "a.fmu", "123").c_str(), O_RDONLY | O_CLOEXEC)};
  try {
    hash_file(file.get(), 4, "a.fmu");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnreadable);
    EXPECT_EQ(error.message(), "archive 'a.fmu' became shorter while it was read; load it again");
  }
}

}  // namespace
}  // namespace lockstep::core::archive
