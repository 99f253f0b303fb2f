// SPDX-License-Identifier: Apache-2.0
#include "binary/library_search.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "../instance/test_library.hpp"
#include "binary/loader_cache.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

std::string number(std::uint32_t value) {
  std::string bytes(4, '\0');
  std::memcpy(bytes.data(), &value, 4);
  return bytes;
}

/// A loader cache with one library in it.
std::string cache_of(const std::string& name, const std::string& path) {
  const std::uint32_t texts = 48 + 24;
  std::string cache = "glibc-ld.so.cache1.1" + number(1) + number(0) + std::string(20, '\0');
  cache += number(0) + number(texts) + number(texts + static_cast<std::uint32_t>(name.size()) + 1) +
           number(0) + std::string(8, '\0');
  return cache + name + '\0' + path + '\0';
}

TEST(LoaderCache, ReadsTheFormatOfGlibc) {
  const auto libraries = parse_loader_cache(cache_of("libx.so.1", "/opt/libx.so.1"));
  ASSERT_EQ(libraries.size(), 1U);
  EXPECT_EQ(libraries[0].name, "libx.so.1");
  EXPECT_EQ(libraries[0].path, "/opt/libx.so.1");
  const std::string old =
      "ld.so-1.7.0" + std::string(1, '\0') + number(1) + std::string(12, '\0') + std::string(4, '\0');
  EXPECT_EQ(parse_loader_cache(old + cache_of("a", "b")).size(), 1U) << "behind a cache of libc 5";
}

// A damaged cache is no cache; no offset leads outside of it.
TEST(LoaderCache, SurvivesDamage) {
  const std::string good = cache_of("libx.so.1", "/opt/libx.so.1");
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_TRUE(parse_loader_cache(good.substr(0, size)).empty()) << size;
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string changed = good;
    changed[i] = static_cast<char>(~changed[i]);
    static_cast<void>(parse_loader_cache(changed));
  }
  EXPECT_TRUE(parse_loader_cache("no cache").empty());
  EXPECT_TRUE(parse_loader_cache("glibc-ld.so.cache1.1\xFF\xFF\xFF\x7F").empty());
}

class LibrarySearchTest : public ::testing::Test {
 protected:
  void open(std::vector<test::ZipEntry> entries) {
    archive_ = std::make_unique<Archive>(
        Archive::open(test::write_file(folder_ / "a.fmu", test::make_zip(entries))));
  }
  static std::string library(const std::string& name) { return test::read_file(built_library(name)); }
  LibrarySearch search(LibrarySearch::Environment environment) {
    environment.loader_cache = folder_ / "cache";
    if (environment.folders.empty()) environment.folders = {folder_ / "empty"};
    return LibrarySearch{*archive_, environment};
  }
  FoundLibrary user(LibrarySearch& search) {
    std::string error;
    auto found = search.open_entry("binaries/linux64/x.so", error);
    if (!found) throw std::runtime_error{error};
    return *found;
  }
  test::TemporaryFolder folder_;
  std::unique_ptr<Archive> archive_;
  const std::string name_ = "liblockstep_test_sibling.so";
};

// In the order of the loader: LD_LIBRARY_PATH, cache, standard folders, and last beside the FMU's binary.
TEST_F(LibrarySearchTest, LooksWhereTheLoaderLooks) {
  open({{"binaries/linux64/x.so", library("needs_sibling")}});
  const std::string sibling = library("liblockstep_test_sibling");
  {
    LibrarySearch nowhere = search({});
    EXPECT_FALSE(nowhere.find(name_, user(nowhere), "binaries/linux64").has_value());
  }
  const auto place = [&](LibrarySearch::Environment environment) {
    LibrarySearch here = search(std::move(environment));
    const auto found = here.find(name_, user(here), "binaries/linux64");
    return found ? found->place : "nowhere";
  };
  test::write_file(folder_ / "standard" / name_, sibling);
  LibrarySearch::Environment environment;
  environment.folders = {folder_ / "standard"};
  EXPECT_EQ(place(environment), (folder_ / "standard" / name_).string());
  test::write_file(folder_ / "cached" / name_, sibling);
  test::write_file(folder_ / "cache", cache_of(name_, (folder_ / "cached" / name_).string()));
  EXPECT_EQ(place(environment), (folder_ / "cached" / name_).string());
  test::write_file(folder_ / "mine" / name_, sibling);
  environment.library_path = (folder_ / "none").string() + ":" + (folder_ / "mine").string();
  EXPECT_EQ(place(environment), (folder_ / "mine" / name_).string());
}

TEST_F(LibrarySearchTest, FindsSiblingsInTheArchiveAndPassesOverOtherProcessors) {
  std::string foreign = library("liblockstep_test_sibling");
  foreign[18] = static_cast<char>(0xB7);
  test::write_file(folder_ / "standard" / name_, foreign);
  open({{"binaries/linux64/x.so", library("needs_sibling")},
        {"binaries/linux64/" + name_, library("liblockstep_test_sibling")}});
  LibrarySearch::Environment environment;
  environment.folders = {folder_ / "standard"};
  LibrarySearch here = search(environment);
  const auto found = here.find(name_, user(here), "binaries/linux64");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->place, "binaries/linux64/" + name_);
  EXPECT_TRUE(found->in_fmu);
}

}  // namespace
}  // namespace lockstep::core
