// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/archive_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <memory>

#include "lockstep/core/error.hpp"
#include "support/deflate.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

namespace fs = std::filesystem;
using test::make_fmu;
using test::read_file;
using test::TemporaryFolder;
using test::write_file;

const std::map<std::string, std::string> kFiles = {{"modelDescription.xml", "<x/>"},
                                                   {"binaries/linux64/m.so", "ELF"},
                                                   {"binaries/win64/m.dll", "MZ"},
                                                   {"resources/a.txt", "aaaa"},
                                                   {"resources/sub/b.txt", "bbbb"}};
const std::vector<std::string> kFolders = {"binaries/linux64/", "resources/"};

struct ArchiveCacheTest : testing::Test {
  TemporaryFolder folder;
  CacheOptions options;

  void SetUp() override {
    options.directory = folder / "cache";
    options.settle_time = std::chrono::milliseconds{0};
  }

  fs::path write_fmu(const std::map<std::string, std::string>& files = kFiles) const {
    return write_file(folder / "a.fmu", make_fmu(files));
  }
  UnpackedFmu load(const fs::path& path) const {
    return ArchiveCache{options}.extract(Archive::open(path), kFolders);
  }

  /// Entries in the cache: folders, their files, temporary things.
  std::size_t things_in_cache() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator{folder / "cache/v1"})
      if (entry.path().filename() != "known" && entry.path().filename() != "cleaned") ++count;
    return count;
  }
};

/// Writes over a file like somebody who comes a second later: kernels before 6.13 give changes within one
/// tick of their clock the same time stamp.
void overwrite_later(const fs::path& path, const std::string& content) {
  write_file(path, content);
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds{1});
}

struct stat status_of(const fs::path& path) {
  struct stat status {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
  return status;
}

bool untouched(const struct stat& before, const struct stat& after) {
  return before.st_ino == after.st_ino && before.st_ctim.tv_sec == after.st_ctim.tv_sec &&
         before.st_ctim.tv_nsec == after.st_ctim.tv_nsec;
}

// Only what was asked for is unpacked, in the layout of the archive.
TEST_F(ArchiveCacheTest, UnpacksOnlyWhatWasAskedFor) {
  const ArchiveCache cache{options};
  const UnpackedFmu unpacked =
      cache.extract(Archive::open(write_fmu()), {"binaries/linux64/", "resources/", "none/"});
  EXPECT_EQ(read_file(unpacked.root() / "binaries/linux64/m.so"), "ELF");
  EXPECT_EQ(read_file(unpacked.root() / "resources/a.txt"), "aaaa");
  EXPECT_EQ(read_file(unpacked.root() / "resources/sub/b.txt"), "bbbb");
  EXPECT_FALSE(fs::exists(unpacked.root() / "binaries/win64"));
  EXPECT_FALSE(fs::exists(unpacked.root() / "modelDescription.xml"));
  EXPECT_EQ(unpacked.files_written(), 3U);
  EXPECT_TRUE(unpacked.root().is_absolute());
  EXPECT_EQ(unpacked.root().parent_path(), cache.directory() / "v1");
  EXPECT_EQ(unpacked.content_hash(), Archive::open(folder / "a.fmu").content_hash());
}

// A folder that is no normalised name would never match anything; that is a mistake of the caller.
TEST_F(ArchiveCacheTest, RefusesFoldersThatAreNoNames) {
  const Archive archive = Archive::open(write_fmu());
  for (const char* folder_name :
       {"./resources/", "resources//", "../x", "/resources", "resources\\", "a\nb"}) {
    try {
      ArchiveCache{options}.extract(archive, {folder_name});
      FAIL() << folder_name;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
      EXPECT_NE(error.message().find("is not the normalised name of a folder"), std::string::npos)
          << error.message();
    }
  }
  EXPECT_EQ(ArchiveCache{options}.extract(archive, {""}).files_written(), 5U);  // everything
}

// Folders without files, explicit in the archive, exist after unpacking: FMUs look for them.
TEST_F(ArchiveCacheTest, MakesEmptyFolders) {
  const fs::path path = write_fmu({{"resources/empty/", ""}, {"resources/very/empty/", ""}});
  const fs::path root = load(path).root();
  EXPECT_TRUE(fs::is_directory(root / "resources/very/empty"));
  write_file(root / "resources/added", "");
  fs::remove(root / "resources/empty");
  EXPECT_EQ(load(path).files_written(), 0U);
  EXPECT_FALSE(fs::exists(root / "resources/added"));
  EXPECT_TRUE(fs::is_directory(root / "resources/empty"));
  EXPECT_TRUE(fs::is_directory(root / "resources/very/empty"));
}

// The second load writes nothing: the files on disk are the very same ones, untouched.
TEST_F(ArchiveCacheTest, SecondLoadExtractsNothing) {
  const fs::path path = write_fmu();
  const fs::path file = load(path).root() / "binaries/linux64/m.so";
  const struct stat before = status_of(file);
  const UnpackedFmu second = load(path);
  EXPECT_EQ(second.files_written(), 0U);
  EXPECT_TRUE(untouched(before, status_of(file)));
}

// The second load does not read the archive either: its hash is known while the file's stamps agree. Proved
// by planting another hash for it.
TEST_F(ArchiveCacheTest, SecondLoadHashesNothing) {
  const Archive archive = Archive::open(write_fmu());
  const ArchiveCache cache{options};
  const ContentHash right = cache.content_hash(archive);
  EXPECT_EQ(right, archive.content_hash());
  const fs::path known = fs::directory_iterator {
    folder / "cache/v1/known"
    } -> path();
  write_file(known, std::string(64, '1'));
  EXPECT_EQ(cache.content_hash(archive).hex(), std::string(64, '1'));
  // A file that could still change without a new stamp is hashed again each time.
  fs::remove(known);
  options.settle_time = std::chrono::hours{1};
  EXPECT_EQ(ArchiveCache{options}.content_hash(archive), right);
  EXPECT_FALSE(fs::exists(known));
}

// An identical copy under another name uses the same entry.
TEST_F(ArchiveCacheTest, CopiesShareAnEntry) {
  const UnpackedFmu first = load(write_fmu());
  const UnpackedFmu second = load(write_file(folder / "copy.fmu", make_fmu(kFiles)));
  EXPECT_EQ(first.root(), second.root());
  EXPECT_EQ(second.files_written(), 0U);
}

// A replaced file is another FMU, replaced by renaming or by writing over it; the old files stay as they are.
TEST_F(ArchiveCacheTest, SeesAReplacedFile) {
  const fs::path path = write_fmu();
  const UnpackedFmu first = load(path);
  std::map<std::string, std::string> changed = kFiles;
  changed["resources/a.txt"] = "AAAA";
  overwrite_later(path, make_fmu(changed));
  const UnpackedFmu second = load(path);
  EXPECT_NE(first.root(), second.root());
  EXPECT_EQ(read_file(second.root() / "resources/a.txt"), "AAAA");
  changed["resources/a.txt"] = "....";
  fs::rename(write_file(folder / "new.fmu", make_fmu(changed)), path);
  EXPECT_EQ(read_file(load(path).root() / "resources/a.txt"), "....");
  EXPECT_EQ(read_file(first.root() / "resources/a.txt"), "aaaa");
}

// Other folders of the same FMU are added to the same entry; what was there is not written again.
TEST_F(ArchiveCacheTest, ExtendsAnEntry) {
  const Archive archive = Archive::open(write_fmu());
  const ArchiveCache cache{options};
  const UnpackedFmu first = cache.extract(archive, {"resources/sub/"});
  const struct stat before = status_of(first.root() / "resources/sub/b.txt");
  const UnpackedFmu second = cache.extract(archive, {"modelDescription.xml", "binaries/"});
  EXPECT_EQ(first.root(), second.root());
  EXPECT_EQ(second.files_written(), 3U);
  EXPECT_EQ(read_file(second.root() / "modelDescription.xml"), "<x/>");
  EXPECT_TRUE(untouched(before, status_of(first.root() / "resources/sub/b.txt")));
  EXPECT_EQ(cache.extract(archive, {"binaries/win64/", "resources/sub/"}).files_written(), 0U);
  EXPECT_EQ(cache.extract(archive, {"resources/"}).files_written(), 1U);  // a.txt
  EXPECT_TRUE(untouched(before, status_of(first.root() / "resources/sub/b.txt")));
  EXPECT_EQ(cache.extract(archive, {"resources/", "binaries/", "resources/sub/"}).files_written(), 0U);
}

// An FMU that writes into its resources does not change what the next one finds: changed, removed and
// replaced files come back, added ones go.
TEST_F(ArchiveCacheTest, RestoresWhatAnFmuChanged) {
  const fs::path path = write_fmu();
  fs::path root;
  {
    const UnpackedFmu first = load(path);
    root = first.root();
    write_file(root / "resources/a.txt", "AAAA");
    write_file(root / "resources/log/today.txt", "log");
    fs::remove_all(root / "resources/sub");
    fs::create_symlink("/etc", root / "resources/sub");
  }
  const struct stat binary = status_of(root / "binaries/linux64/m.so");
  const UnpackedFmu second = load(path);
  EXPECT_EQ(second.root(), root);
  EXPECT_EQ(second.files_written(), 2U);
  EXPECT_EQ(read_file(root / "resources/a.txt"), "aaaa");
  EXPECT_EQ(read_file(root / "resources/sub/b.txt"), "bbbb");
  EXPECT_FALSE(fs::is_symlink(root / "resources/sub"));
  EXPECT_FALSE(fs::exists(root / "resources/log"));
  EXPECT_TRUE(untouched(binary, status_of(root / "binaries/linux64/m.so")));
  EXPECT_EQ(load(path).files_written(), 0U);
}

// While another instance runs, files it added stay; they go when the entry is used alone again.
TEST_F(ArchiveCacheTest, KeepsAddedFilesWhileTheirOwnerRuns) {
  const fs::path path = write_fmu();
  auto first = std::make_unique<UnpackedFmu>(load(path));
  const fs::path added = write_file(first->root() / "resources/state.bin", "state");
  const fs::path changed = write_file(first->root() / "resources/a.txt", "AAAA");
  {
    const UnpackedFmu second = load(path);
    EXPECT_TRUE(fs::exists(added));
    EXPECT_EQ(read_file(changed), "aaaa");
  }
  first.reset();
  EXPECT_EQ(load(path).files_written(), 0U);
  EXPECT_FALSE(fs::exists(added));
}

// An entry that a dying process left half-way, or whose manifest is damaged, is completed and then trusted.
TEST_F(ArchiveCacheTest, CompletesAHalfWrittenEntry) {
  const fs::path path = write_fmu();
  const fs::path root = load(path).root();
  const std::string manifest = read_file(root.string() + ".entry");
  for (const std::string& half :
       {std::string{}, manifest.substr(0, manifest.size() / 2), std::string(100, '\0')}) {
    write_file(root.string() + ".entry", half);
    write_file(root / "resources/a.txt", "half");
    fs::remove(root / "binaries/linux64/m.so");
    const UnpackedFmu unpacked = load(path);
    EXPECT_EQ(unpacked.files_written(), 3U);
    EXPECT_EQ(read_file(root / "resources/a.txt"), "aaaa");
    EXPECT_EQ(read_file(root / "binaries/linux64/m.so"), "ELF");
    EXPECT_EQ(load(path).files_written(), 0U);
  }
}

// A lying or damaged entry, met after others were written already, leaves nothing behind.
TEST_F(ArchiveCacheTest, LeavesNothingOfARefusedArchive) {
  test::ZipEntry bad = test::deflated_entry("resources/z", std::string(1000, 'z'));
  bad.declared_size = 999;
  const fs::path path = write_file(
      folder / "a.fmu", test::make_zip({{"binaries/linux64/m.so", "ELF"}, {"resources/a", "a"}, bad}));
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      load(path);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kUnsafeArchive);
      EXPECT_NE(error.message().find("entry 'resources/z' lies about its size"), std::string::npos)
          << error.message();
    }
    EXPECT_EQ(things_in_cache(), 0U);
  }
  // Met while extending a good entry, it takes away only what this call wrote.
  const ArchiveCache cache{options};
  const UnpackedFmu good = cache.extract(Archive::open(path), {"binaries/linux64/"});
  EXPECT_THROW(cache.extract(Archive::open(path), kFolders), Error);
  EXPECT_TRUE(fs::exists(good.root() / "binaries/linux64/m.so"));
  EXPECT_FALSE(fs::exists(good.root() / "resources"));
  EXPECT_EQ(cache.extract(Archive::open(path), {"binaries/linux64/"}).files_written(), 0U);
}

// A file overwritten between opening and unpacking must not get into the cache under the wrong hash.
TEST_F(ArchiveCacheTest, RefusesAnArchiveThatChangesMeanwhile) {
  const fs::path path = write_fmu();
  const ArchiveCache cache{options};
  const Archive archive = Archive::open(path);
  cache.content_hash(archive);  // known from now on
  std::map<std::string, std::string> changed = kFiles;
  changed["resources/a.txt"] = "AAAA";
  overwrite_later(path, make_fmu(changed));
  try {
    cache.extract(archive, kFolders);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnreadable);
    EXPECT_NE(error.message().find("changed while it was"), std::string::npos) << error.message();
  }
  EXPECT_EQ(things_in_cache(), 0U);
}

// Renaming an archive after opening it is not a change of its content.
TEST_F(ArchiveCacheTest, AcceptsAnArchiveThatIsMovedMeanwhile) {
  const Archive archive = Archive::open(write_fmu());
  fs::rename(folder / "a.fmu", folder / "b.fmu");
  EXPECT_EQ(ArchiveCache{options}.extract(archive, kFolders).files_written(), 3U);
}

// Nothing but the cache is written to, in the temporary folder least of all, and every folder in it is
// private.
TEST_F(ArchiveCacheTest, LeavesTheTemporaryFolderAlone) {
  fs::create_directory(folder / "tmp");
  const test::ScopedEnvironment temporary{"TMPDIR", (folder / "tmp").string()};
  load(write_fmu());
  load(folder / "a.fmu");
  EXPECT_TRUE(fs::is_empty(folder / "tmp"));
  for (const auto& entry : fs::recursive_directory_iterator{folder / "cache"})
    EXPECT_EQ(status_of(entry.path()).st_mode & 077U, 0U) << entry.path();
}

// The derived folder lies beside the files, is private, and is the same for every handle.
TEST_F(ArchiveCacheTest, OffersAFolderForDerivedFiles) {
  const UnpackedFmu first = load(write_fmu());
  const fs::path derived = first.derived_directory();
  EXPECT_EQ(status_of(derived).st_mode & 07777U, 0700U);
  write_file(derived / "compiled.so", "x");
  const UnpackedFmu second = load(folder / "a.fmu");
  EXPECT_EQ(second.derived_directory(), derived);
  EXPECT_EQ(second.files_written(), 0U);
  EXPECT_TRUE(fs::exists(derived / "compiled.so"));
}

// With no home at all a temporary cache serves; the files live as long as the handle, not as long as the
// cache.
TEST_F(ArchiveCacheTest, TemporaryCacheLivesWithItsHandles) {
  fs::create_directory(folder / "tmp");
  const test::ScopedEnvironment temporary{"TMPDIR", (folder / "tmp").string()};
  const test::ScopedEnvironment chosen{"LOCKSTEP_CACHE_DIR", std::nullopt};
  const test::ScopedEnvironment xdg{"XDG_CACHE_HOME", std::nullopt};
  const test::ScopedEnvironment home{"HOME", std::nullopt};
  {
    const UnpackedFmu unpacked = ArchiveCache{}.extract(Archive::open(write_fmu()), kFolders);
    EXPECT_EQ(read_file(unpacked.root() / "resources/a.txt"), "aaaa");
    EXPECT_FALSE(fs::is_empty(folder / "tmp"));
  }
  EXPECT_TRUE(fs::is_empty(folder / "tmp"));
}

}  // namespace
}  // namespace lockstep::core
