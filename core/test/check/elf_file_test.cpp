// SPDX-License-Identifier: Apache-2.0
#include "binary/elf_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "../instance/test_library.hpp"
#include "binary/library_search.hpp"
#include "support/files.hpp"

namespace lockstep::core {
namespace {

TEST(ElfFile, ReadsWhatTheLoaderWouldUse) {
  const ElfFile file = read_elf(test::read_file(built_library("needs_sibling")));
  EXPECT_EQ(file.kind, ElfFile::Kind::kShared);
  EXPECT_EQ(file.bits, host_bits());
  EXPECT_EQ(file.machine, host_machine());
  EXPECT_TRUE(file.has_symbols);
  EXPECT_NE(std::find(file.needed.begin(), file.needed.end(), "liblockstep_test_sibling.so"),
            file.needed.end());
  const ElfFile probe = read_elf(test::read_file(built_library("fmi2_probe")));
  EXPECT_TRUE(probe.exports("fmi2DoStep"));
  EXPECT_FALSE(probe.exports("fmi2DoSte"));
  EXPECT_TRUE(std::any_of(probe.versions.begin(), probe.versions.end(), [](const ElfFile::VersionNeed& need) {
    return need.version.substr(0, 6) == "GLIBC_";
  }));
}

// Every prefix of a library, and the library with any byte of its headers changed, is read without harm.
TEST(ElfFile, SurvivesDamage) {
  const std::string whole = test::read_file(built_library("fmi2_bare"));
  for (std::size_t size = 0; size < whole.size(); size += 97)
    static_cast<void>(read_elf(whole.substr(0, size)));
  for (std::size_t i = 0; i < 64; ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(~changed[i]);
    static_cast<void>(read_elf(changed));
  }
  EXPECT_EQ(read_elf("").kind, ElfFile::Kind::kNotElf);
  EXPECT_EQ(read_elf("\x7F"
                     "ELF")
                .kind,
            ElfFile::Kind::kNotElf);
}

TEST(LibrarySearch, KnowsTheCLibraryAndNothingInvented) {
  const LibrarySearch search;
  EXPECT_TRUE(search.has("libc.so.6"));
  EXPECT_FALSE(search.has("liblockstep_no_such_library.so.1"));
  EXPECT_TRUE(names_in_loader_cache("no cache").empty());
  EXPECT_TRUE(names_in_loader_cache("glibc-ld.so.cache1.1\xFF\xFF\xFF\x7F").empty());
}

}  // namespace
}  // namespace lockstep::core
