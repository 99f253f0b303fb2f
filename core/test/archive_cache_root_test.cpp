// SPDX-License-Identifier: Apache-2.0
#include "archive/cache_root.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lockstep/core/error.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"

namespace lockstep::core::archive {
namespace {

namespace fs = std::filesystem;
using test::ScopedEnvironment;
using test::TemporaryFolder;

/// An environment in which every choice of the cache folder leads into a folder of the test.
struct ArchiveCacheRoot : testing::Test {
  TemporaryFolder folder;
  ScopedEnvironment chosen{"LOCKSTEP_CACHE_DIR", std::nullopt};
  ScopedEnvironment xdg{"XDG_CACHE_HOME", std::nullopt};
  ScopedEnvironment home{"HOME", (folder / "home").string()};
  ScopedEnvironment temporary{"TMPDIR", (folder / "tmp").string()};

  void SetUp() override {
    fs::create_directory(folder / "tmp");
    fs::create_directory(folder / "home");
  }
};

unsigned mode_of(const fs::path& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777U;
}

std::string error_of(const CacheOptions& options) {
  try {
    open_cache_root(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
    return error.message();
  }
  ADD_FAILURE() << "accepted";
  return {};
}

// Options, then LOCKSTEP_CACHE_DIR, then XDG_CACHE_HOME, then HOME; what is missing is made, for its owner
// alone.
TEST_F(ArchiveCacheRoot, ChoosesByOptionsThenEnvironment) {
  EXPECT_EQ(open_cache_root({})->directory, folder / "home/.cache/lockstep");
  const ScopedEnvironment relative{"XDG_CACHE_HOME", "relative"};  // the XDG rules: to be ignored
  EXPECT_EQ(open_cache_root({})->directory, folder / "home/.cache/lockstep");
  const ScopedEnvironment absolute{"XDG_CACHE_HOME", (folder / "xdg").string()};
  EXPECT_EQ(open_cache_root({})->directory, folder / "xdg/lockstep");
  const ScopedEnvironment own{"LOCKSTEP_CACHE_DIR", (folder / "own/deep").string()};
  EXPECT_EQ(open_cache_root({})->directory, folder / "own/deep");
  CacheOptions options;
  options.directory = folder / "option";
  EXPECT_EQ(open_cache_root(options)->directory, folder / "option");
  for (const char* made : {"home/.cache/lockstep", "xdg/lockstep", "own", "own/deep", "option", "option/v1"})
    EXPECT_EQ(mode_of(folder / made), 0700U) << made;
  EXPECT_TRUE(fs::is_empty(folder / "tmp"));
}

// A relative path counts from the current folder and becomes absolute: dlopen() and FMUs need that.
TEST_F(ArchiveCacheRoot, MakesThePathAbsolute) {
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  CacheOptions options;
  options.directory = "here";
  const auto root = open_cache_root(options);
  fs::current_path(before);
  EXPECT_TRUE(root->versioned.is_absolute());
  EXPECT_TRUE(fs::exists(folder / "here/v1"));
}

// A folder that others may write to could hold any code; the message says how to put it right.
TEST_F(ArchiveCacheRoot, RefusesAFolderOthersMayWriteTo) {
  CacheOptions options;
  options.directory = folder / "shared";
  fs::create_directory(options.directory);
  for (const unsigned mode : {0770U, 0702U}) {
    ASSERT_EQ(::chmod(options.directory.c_str(), mode), 0);
    const std::string message = error_of(options);
    EXPECT_NE(message.find(
                  fmt::format("can be written by others (mode 0{:o}), expected 0700; run chmod 700", mode)),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("LOCKSTEP_CACHE_DIR"), std::string::npos) << message;
  }
  // Readable for others is the owner's choice; what is inside is private all the same.
  ASSERT_EQ(::chmod(options.directory.c_str(), 0755), 0);
  EXPECT_NE(open_cache_root(options), nullptr);
  EXPECT_EQ(mode_of(options.directory / "v1"), 0700U);
  ASSERT_EQ(::chmod((options.directory / "v1").c_str(), 0755), 0);
  EXPECT_NE(open_cache_root(options), nullptr);
  EXPECT_EQ(mode_of(options.directory / "v1"), 0700U);
}

// A folder of another user is refused, chosen or found, and names both users.
TEST_F(ArchiveCacheRoot, RefusesAFolderOfAnotherUser) {
  CacheOptions options;
  options.directory = "/usr";
  if (::geteuid() == 0) {
    options.directory = folder / "home/.cache/lockstep";
    fs::create_directories(options.directory);
    ASSERT_EQ(::chown(options.directory.c_str(), 12345, 12345), 0);
    EXPECT_NE(error_of({}).find("belongs to user 12345, not to user 0 who runs this"), std::string::npos);
  }
  EXPECT_NE(error_of(options).find("belongs to user "), std::string::npos);
}

// A folder the user chose that cannot be used is an error: going elsewhere in silence would surprise.
TEST_F(ArchiveCacheRoot, SaysWhyAChosenFolderCannotBeUsed) {
  CacheOptions options;
  options.directory = test::write_file(folder / "file", "") / "below";
  EXPECT_NE(error_of(options).find("cannot be used: Not a directory"), std::string::npos);
  const ScopedEnvironment own{"LOCKSTEP_CACHE_DIR", "/proc/none/cache"};
  EXPECT_NE(error_of({}).find("cache folder '/proc/none/cache' cannot be used"), std::string::npos);
}

// Without a usable home a private temporary folder serves, and goes with its last user.
TEST_F(ArchiveCacheRoot, FallsBackToATemporaryFolder) {
  const ScopedEnvironment no_home{"HOME", "/proc/none"};
  fs::path used;
  {
    const auto root = open_cache_root({});
    used = root->directory;
    EXPECT_EQ(used.parent_path(), folder / "tmp");
    EXPECT_EQ(mode_of(used), 0700U);
    test::write_file(root->versioned / "x/y", "z");
    const ScopedEnvironment unset{"HOME", std::nullopt};
    const auto other = open_cache_root({});  // a second user does not take the first one's folder away
    EXPECT_NE(other->directory, used);
    EXPECT_TRUE(fs::exists(used));
  }
  EXPECT_TRUE(fs::is_empty(folder / "tmp"));
}

// A home that does not exist (users of services have such) is not made.
TEST_F(ArchiveCacheRoot, MakesNoHome) {
  const ScopedEnvironment missing{"HOME", (folder / "missing").string()};
  EXPECT_EQ(open_cache_root({})->directory.parent_path(), folder / "tmp");
  EXPECT_FALSE(fs::exists(folder / "missing"));
}

// The temporary folder of a process that died is removed by the next one; those of others and the young are
// not.
TEST_F(ArchiveCacheRoot, RemovesTemporaryFoldersOfTheDead) {
  const ScopedEnvironment no_home{"HOME", "/proc/none"};
  const std::string prefix = fmt::format("lockstep-{}-", ::geteuid());
  test::write_file(folder / ("tmp/" + prefix + "dead00/alive"), "");
  test::write_file(folder / ("tmp/" + prefix + "dead00/v1/hash/x"), "");
  fs::create_directory(folder / ("tmp/" + prefix + "young0"));
  fs::create_directory(folder / "tmp/somebody-else");
  open_cache_root({});
  EXPECT_FALSE(fs::exists(folder / ("tmp/" + prefix + "dead00")));
  EXPECT_TRUE(fs::exists(folder / ("tmp/" + prefix + "young0")));
  EXPECT_TRUE(fs::exists(folder / "tmp/somebody-else"));
}

// Nowhere to go at all: the message names every place that was tried.
TEST_F(ArchiveCacheRoot, SaysThatThereIsNoPlace) {
  const ScopedEnvironment no_home{"HOME", "/proc/none"};
  const ScopedEnvironment no_temporary{"TMPDIR", "/proc/none"};
  const std::string message = error_of({});
  EXPECT_NE(message.find("neither $XDG_CACHE_HOME nor $HOME can be used"), std::string::npos) << message;
  EXPECT_NE(message.find("'/proc/none' failed"), std::string::npos) << message;
}

}  // namespace
}  // namespace lockstep::core::archive
