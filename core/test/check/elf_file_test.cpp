// SPDX-License-Identifier: Apache-2.0
#include "binary/elf_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "../instance/test_library.hpp"
#include "support/files.hpp"

namespace lockstep::core {
namespace {

Bytes bytes(const std::string& text) {
  return Bytes{std::vector<char>(text.begin(), text.end())};
}

ElfFile parse(const std::string& text) {
  std::string error;
  std::optional<ElfFile> file = ElfFile::parse(bytes(text), error);
  if (!file) throw std::runtime_error{error};
  return std::move(*file);
}

std::string refusal(const std::string& text) {
  std::string error;
  return ElfFile::parse(bytes(text), error) ? "accepted" : error;
}

TEST(ElfFile, ReadsWhatTheLoaderWouldUse) {
  const ElfFile file = parse(test::read_file(built_library("needs_sibling")));
  const auto& needed = file.needed();
  EXPECT_NE(std::find(needed.begin(), needed.end(), "liblockstep_test_sibling.so"), needed.end());
  const ElfFile probe = parse(test::read_file(built_library("fmi2_probe")));
  EXPECT_TRUE(probe.exports("fmi2DoStep"));
  EXPECT_FALSE(probe.exports("fmi2DoSte"));
  EXPECT_TRUE(std::is_sorted(probe.exports().begin(), probe.exports().end()));
  const auto glibc =
      std::find_if(probe.version_needs().begin(), probe.version_needs().end(),
                   [](const VersionNeed& need) { return need.version.substr(0, 6) == "GLIBC_"; });
  ASSERT_NE(glibc, probe.version_needs().end());
  EXPECT_FALSE(glibc->symbol.empty()) << "the symbol that needs the version is named";
  EXPECT_FALSE(parse(test::read_file(built_library("needs_symbol"))).undefined().empty());
}

// The C library itself: versions it offers, its name, thousands of symbols found through its hash table.
TEST(ElfFile, ReadsTheCLibrary) {
  const std::string path = "/lib/x86_64-linux-gnu/libc.so.6";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not on this machine";
  const ElfFile file = parse(test::read_file(path));
  EXPECT_EQ(file.soname(), "libc.so.6");
  const auto& offered = file.offered_versions();
  EXPECT_NE(std::find(offered.begin(), offered.end(), "GLIBC_2.2.5"), offered.end());
  EXPECT_TRUE(file.exports("printf"));
  EXPECT_GT(file.exports().size(), 1000U);
}

// Every prefix of a library, and the library with any byte of its first pages changed, is read without harm.
TEST(ElfFile, SurvivesDamage) {
  const std::string whole = test::read_file(built_library("fmi2_bare"));
  for (std::size_t size = 0; size < whole.size(); size += 97)
    static_cast<void>(refusal(whole.substr(0, size)));
  for (std::size_t i = 0; i < std::min<std::size_t>(whole.size(), 4096); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(~changed[i]);
    static_cast<void>(refusal(changed));
  }
}

TEST(ElfFile, SaysWhatAFileIs) {
  EXPECT_EQ(refusal(""), "is not an ELF shared library");
  EXPECT_EQ(refusal("#!/bin/sh"), "is not an ELF shared library");
  EXPECT_EQ(refusal(test::read_file(built_library("fmi2_bare")).substr(0, 200)).substr(0, 11), "is damaged:");
  std::string other = test::read_file(built_library("fmi2_bare"));
  other[18] = static_cast<char>(0xB7);
  EXPECT_EQ(refusal(other).substr(0, 25), "is for AArch64 (64 bit); ");
  std::string dll(128, '\0');
  dll.replace(0, 2, "MZ");
  dll[60] = 64;
  dll.replace(64, 6, std::string("PE\0\0\x64\x86", 6));
  EXPECT_EQ(binary_format(dll).to_text(), "Windows on x86-64");
  EXPECT_EQ(binary_format(dll).bits, 64U);
  EXPECT_EQ(binary_format("MZ").to_text(), "Windows");
  EXPECT_EQ(binary_format(std::string("\xCF\xFA\xED\xFE", 4)).to_text(), "macOS");
  EXPECT_TRUE(native_format().this_machine);
}

}  // namespace
}  // namespace lockstep::core
