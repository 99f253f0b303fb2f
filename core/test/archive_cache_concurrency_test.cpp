// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "lockstep/core/archive_cache.hpp"
#include "lockstep/core/error.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::core {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using test::TemporaryFolder;
using test::write_file;

std::string content_of(int i) {
  return std::string(static_cast<std::size_t>(i) % 100, static_cast<char>('a' + i % 26)) + std::to_string(i);
}

struct ArchiveCacheConcurrency : testing::Test {
  static constexpr int kFileCount = 300;
  TemporaryFolder folder;
  CacheOptions options;
  fs::path path;

  void SetUp() override {
    options.directory = folder / "cache";
    path = write_fmu(kFileCount);
  }

  fs::path write_fmu(int files) const {
    std::vector<test::ZipEntry> entries;
    for (int i = 0; i < files; ++i)
      entries.emplace_back("resources/" + std::to_string(i % 7) + "/" + std::to_string(i), content_of(i));
    return write_file(folder / "a.fmu", test::make_zip(entries));
  }

  UnpackedFmu load() const { return ArchiveCache{options}.extract(Archive::open(path), {"resources/"}); }

  /// Number of files that are missing or wrong.
  static int wrong_files(const fs::path& root, int files) {
    int wrong = 0;
    for (int i = 0; i < files; ++i) {
      const fs::path file = root / ("resources/" + std::to_string(i % 7) + "/" + std::to_string(i));
      if (!fs::exists(file) || read_file(file) != content_of(i)) ++wrong;
    }
    return wrong;
  }
};

// Many threads ask for one FMU at once: one unpacks, all see all files.
TEST_F(ArchiveCacheConcurrency, ThreadsUnpackOnce) {
  std::atomic<std::size_t> written{0};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const UnpackedFmu unpacked = load();
      written += unpacked.files_written();
      wrong += wrong_files(unpacked.root(), kFileCount);
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(written, static_cast<std::size_t>(kFileCount));
  EXPECT_EQ(wrong, 0);
}

// One Archive object serves many threads.
TEST_F(ArchiveCacheConcurrency, ThreadsShareAnArchive) {
  const Archive archive = Archive::open(path);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < kFileCount; ++i)
        if (archive.read("resources/" + std::to_string(i % 7) + "/" + std::to_string(i)).text() !=
            content_of(i))
          ++wrong;
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

// Loading and cleaning at the same time: whoever has a handle has all of the files, every time.
TEST_F(ArchiveCacheConcurrency, ThreadsCleanWhileOthersLoad) {
  path = write_fmu(20);
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> removed{0};
  std::atomic<int> wrong{0};
  std::thread cleaner{[&] {
    while (!stop)
      removed += ArchiveCache{options}.clean_all().entries_removed;
  }};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      // However the machine divides its time: until the cleaner has had its chance.
      for (int round = 0; round < 60 || removed == 0; ++round)
        wrong += wrong_files(load().root(), 20);
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  stop = true;
  cleaner.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(removed, 0U);
}

/// Runs `body` in a child process; its return value is the exit code. The child never runs the test's
/// destructors.
template <class Body>
pid_t in_child(Body&& body) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    int code = 99;
    try {
      code = body();
    } catch (...) {
    }
    ::_exit(code);
  }
  return pid;
}

int exit_code(pid_t pid) {
  int status = 0;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Processes that start together: exactly one unpacks, each sees all files.
TEST_F(ArchiveCacheConcurrency, ConcurrentProcessesUnpackOnce) {
  int gate[2];
  ASSERT_EQ(::pipe(gate), 0);
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    children.push_back(in_child([&] {
      ::close(gate[1]);
      char byte = 0;
      if (::read(gate[0], &byte, 1) != 0) return 98;  // end of file: all are there
      const UnpackedFmu unpacked = load();
      if (wrong_files(unpacked.root(), kFileCount) != 0) return 97;
      return unpacked.files_written() == 0 ? 0 : 1;
    }));
  }
  ::close(gate[0]);
  ::close(gate[1]);
  int wrote = 0;
  for (const pid_t child : children) {
    const int code = exit_code(child);
    EXPECT_TRUE(code == 0 || code == 1) << code;
    wrote += code == 1 ? 1 : 0;
  }
  EXPECT_EQ(wrote, 1);
}

// A process killed while it unpacks leaves an entry that nobody believes; the next load completes it. The
// kernel kills it at the first file above a limit on file sizes, half-way by construction.
TEST_F(ArchiveCacheConcurrency, KilledProcessLeavesNothingConcurrentUsersBelieve) {
  const std::string large(100'000, 'z');
  path = write_file(
      folder / "a.fmu",
      test::make_fmu({{"resources/a", "small"}, {"resources/b", large}, {"resources/c", "small"}}));
  const fs::path root = folder / ("cache/v1/" + Archive::open(path).content_hash().hex());
  const pid_t child = in_child([&] {
    const struct rlimit no_core { 0, 0 };
    const struct rlimit limit { 1000, 1000 };
    ::signal(SIGXFSZ, SIG_DFL);
    if (::setrlimit(RLIMIT_CORE, &no_core) != 0 || ::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 98;
    load();
    return 97;
  });
  EXPECT_EQ(exit_code(child), -SIGXFSZ);
  EXPECT_TRUE(fs::exists(root / "resources/a"));
  EXPECT_EQ(fs::file_size(root / "resources/b"), 1000U);
  EXPECT_EQ(fs::file_size(root.string() + ".entry"), 0U);
  const UnpackedFmu unpacked = load();
  EXPECT_EQ(unpacked.root(), root);
  EXPECT_EQ(unpacked.files_written(), 3U);
  EXPECT_EQ(read_file(root / "resources/b"), large);
  EXPECT_EQ(read_file(root / "resources/c"), "small");
}

// A disk that fills up half-way (here: a limit on file sizes) is an error of the system and leaves nothing
// behind.
TEST_F(ArchiveCacheConcurrency, FullDiskLeavesNothingBehind) {
  path = write_file(folder / "a.fmu",
                    test::make_fmu({{"resources/a", "small"}, {"resources/b", std::string(10'000, 'b')}}));
  const pid_t child = in_child([&] {
    const struct rlimit limit { 1000, 1000 };
    ::signal(SIGXFSZ, SIG_IGN);
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 98;
    try {
      load();
    } catch (const Error& error) {
      const bool named = error.message().find("unpacking 'resources/b' of '") != std::string::npos &&
                         error.message().find("File too large") != std::string::npos;
      return error.code() == ErrorCode::kSystem && named ? 0 : 97;
    }
    return 96;
  });
  EXPECT_EQ(exit_code(child), 0);
  for (const auto& entry : fs::directory_iterator{folder / "cache/v1"})
    EXPECT_EQ(entry.path().filename(), "known");
}

// A cleaner removes what a killed process left, and not what a living one uses.
TEST_F(ArchiveCacheConcurrency, ConcurrentProcessKeepsItsFiles) {
  int ready[2];
  int gate[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(gate), 0);
  const pid_t child = in_child([&] {
    ::close(gate[1]);
    const UnpackedFmu unpacked = load();
    char byte = 'r';
    if (::write(ready[1], &byte, 1) != 1) return 98;
    if (::read(gate[0], &byte, 1) != 0) return 97;
    return wrong_files(unpacked.root(), kFileCount) == 0 ? 0 : 1;
  });
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(ArchiveCache{options}.clean_all().entries_in_use, 1U);
  ::close(gate[1]);
  EXPECT_EQ(exit_code(child), 0);
  EXPECT_EQ(ArchiveCache{options}.clean_all().entries_removed, 1U);
  for (const int fd : {ready[0], ready[1], gate[0]})
    ::close(fd);
}

}  // namespace
}  // namespace lockstep::core
