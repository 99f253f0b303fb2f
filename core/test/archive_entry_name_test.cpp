// SPDX-License-Identifier: Apache-2.0
#include "archive/entry_name.hpp"

#include <gtest/gtest.h>

namespace lockstep::core::archive {
namespace {

std::string accepted(std::string_view raw, bool declared_utf8 = false) {
  const EntryName name = normalise_entry_name(raw, declared_utf8, 64);
  EXPECT_EQ(name.problem, "") << raw;
  return name.name;
}

std::string refused(std::string_view raw, bool declared_utf8 = false, std::uint32_t max_depth = 64) {
  const EntryName name = normalise_entry_name(raw, declared_utf8, max_depth);
  EXPECT_NE(name.problem, "") << raw << " was accepted as " << name.name;
  return name.problem;
}

// What tools of different vendors write for the same file leads to one name.
TEST(ArchiveEntryName, NormalisesWhatVendorsWrite) {
  for (const char* raw : {"resources/a.txt", "./resources/a.txt", "resources\\a.txt",
                          ".\\resources\\.\\a.txt", "resources//a.txt", "././resources/./a.txt"})
    EXPECT_EQ(accepted(raw), "resources/a.txt") << raw;
  EXPECT_EQ(accepted("a..b/...c"), "a..b/...c");
  EXPECT_EQ(accepted("a b/c:d"), "a b/c:d");
}

// A separator at the end makes a folder; "./" is the root itself.
TEST(ArchiveEntryName, KnowsFolders) {
  EXPECT_TRUE(normalise_entry_name("a/b/", false, 64).is_folder);
  EXPECT_TRUE(normalise_entry_name("a\\", false, 64).is_folder);
  EXPECT_FALSE(normalise_entry_name("a/b", false, 64).is_folder);
  const EntryName root = normalise_entry_name("./", false, 64);
  EXPECT_EQ(root.name, "");
  EXPECT_TRUE(root.is_folder);
}

// Every way out of the root is refused, with slashes of either kind.
TEST(ArchiveEntryName, RefusesWhatLeavesTheRoot) {
  for (const char* raw :
       {"../x", "a/../../x", "a/..", "..", "..\\x", "a\\..\\..\\x", "resources/../modelDescription.xml"})
    EXPECT_NE(refused(raw).find("has '..' in its name, which could leave the root of the FMU"),
              std::string::npos)
        << raw;
  for (const char* raw : {"/etc/passwd", "\\x", "//server/share/x", "\\\\server\\share\\x", "/"})
    EXPECT_NE(refused(raw).find("absolute name"), std::string::npos) << raw;
  for (const char* raw : {"C:\\x", "c:/x", "Z:x"})
    EXPECT_NE(refused(raw).find("drive letter"), std::string::npos) << raw;
  EXPECT_NE(refused("").find("empty name"), std::string::npos);
}

// A name that a terminal or a C string would see differently is refused, and the message shows the byte.
TEST(ArchiveEntryName, RefusesControlCharacters) {
  EXPECT_NE(refused(std::string_view{"a\0b", 3}).find("0x00"), std::string::npos);
  EXPECT_NE(refused("a\nb").find("0x0a"), std::string::npos);
  EXPECT_NE(refused("a\x1b[2J").find("0x1b"), std::string::npos);
  EXPECT_NE(refused("a\x7f").find("0x7f"), std::string::npos);
  EXPECT_NE(refused("a\xc2\x85").find("control character"), std::string::npos);  // U+0085 next line
}

// Limits of names: 1024 bytes, 255 a part, the depth of ArchiveLimits; the last value inside passes.
TEST(ArchiveEntryName, LimitsLengthAndDepth) {
  std::string longest;  // 1024 bytes with the slash at its end
  for (int i = 0; i < 4; ++i)
    longest += std::string(255, 'a') + '/';
  EXPECT_NE(refused(std::string(1025, 'a')).find("a name of 1025 bytes; the limit is 1024"),
            std::string::npos);
  EXPECT_EQ(accepted(longest).size(), 1023U);
  EXPECT_NE(refused(std::string(256, 'a')).find("a part of 256 bytes; the limit is 255"), std::string::npos);
  EXPECT_EQ(accepted(std::string(255, 'a')).size(), 255U);
  EXPECT_NE(refused("a/b/c/d", false, 2).find("deeper than 2 folders"), std::string::npos);
  EXPECT_EQ(normalise_entry_name("a/b/c", false, 2).problem, "");
}

// UTF-8 is taken as it is, flagged or not; what is not UTF-8 is code page 437 unless it claims to be UTF-8.
TEST(ArchiveEntryName, ReadsUtf8AndCodePage437) {
  EXPECT_EQ(accepted("resources/Größe_日本.txt", true), "resources/Größe_日本.txt");
  EXPECT_EQ(accepted("resources/Größe.txt"), "resources/Größe.txt");
  EXPECT_EQ(accepted("Gr\x94\xe1"
                     "e"),
            "Größe");
  EXPECT_EQ(accepted("\xf4"), "⌠");  // needs three bytes of UTF-8
  EXPECT_NE(refused("Gr\x94\xe1"
                    "e",
                    true)
                .find("declared to have a UTF-8 name"),
            std::string::npos);
}

// Forms of UTF-8 that decoders disagree on are not UTF-8: overlong slash, surrogates, beyond U+10FFFF, cut
// short.
TEST(ArchiveEntryName, RefusesCrookedUtf8) {
  for (const char* raw : {"a\xc0\xaf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                          "\xf5\x80\x80\x80", "a\xe2\x82", "\x80"})
    EXPECT_NE(refused(raw, true).find("UTF-8"), std::string::npos) << raw;
}

// Names in messages cannot do anything to a terminal and do not flood it.
TEST(ArchiveEntryName, PrintsNamesSafely) {
  EXPECT_EQ(printable("a\x1b[2J\xff/ö"), "a\\x1b[2J\\xff/ö");
  EXPECT_EQ(printable(std::string(200, 'a')), std::string(120, 'a') + "...");
}

}  // namespace
}  // namespace lockstep::core::archive
