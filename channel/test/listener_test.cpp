// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/listener.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "lockstep/channel/running_worlds.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"

namespace lockstep::channel {
namespace {

namespace fs = std::filesystem;
using test::ScopedEnvironment;
using test::TemporaryFolder;

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

std::string failure(const std::optional<fs::path>& path) {
  try {
    const Listener listener{path};
  } catch (const Error& error) {
    return error.message();
  }
  return "nothing was thrown";
}

// The socket is where it was asked for, for our user only, and gone afterwards.
TEST(Listener, IsAPrivateFile) {
  const TemporaryFolder folder;
  const fs::path path = folder / "w.sock";
  {
    const Listener listener{path};
    EXPECT_EQ(listener.path(), path);
    EXPECT_EQ(mode_of(path), 0600U);
  }
  EXPECT_FALSE(fs::exists(path));
}

// By default: <pid>.sock in a private folder; a second world of the process gets a number.
TEST(Listener, HasADefaultPlace) {
  const TemporaryFolder folder;
  const ScopedEnvironment environment{"XDG_RUNTIME_DIR", folder.path().string()};
  const std::string pid = std::to_string(::getpid());
  const Listener first, second;
  EXPECT_EQ(first.path(), folder.path() / "lockstep" / (pid + ".sock"));
  EXPECT_EQ(second.path(), folder.path() / "lockstep" / (pid + "-2.sock"));
  EXPECT_EQ(mode_of(folder.path() / "lockstep"), 0700U);
}

// A folder that others could use is refused: somebody may have made it to listen in.
TEST(Listener, RefusesAFolderOfOthers) {
  const TemporaryFolder folder;
  const ScopedEnvironment environment{"XDG_RUNTIME_DIR", folder.path().string()};
  fs::create_directory(folder / "lockstep");
  fs::permissions(folder / "lockstep", fs::perms{0750});
  EXPECT_EQ(failure({}), "cannot open the channel '" + (folder / "lockstep").string() +
                             "': it is not a folder that only you can use (mode 0700); remove it or give a "
                             "path");
}

// Left by a process that was killed, a socket is replaced; one that is alive, or a file, is not.
TEST(Listener, ReplacesOnlyStaleSockets) {
  const TemporaryFolder folder;
  const fs::path path = folder / "w.sock";
  const Listener first{path};
  EXPECT_EQ(failure(path), "the path of the channel, '" + path.string() +
                               "', is used by a running world; choose another path");
  const fs::path stale = folder / "stale.sock";
  {
    const Listener dead{folder / "dead.sock"};
    fs::create_hard_link(dead.path(), stale);  // stays when the listener ends
  }
  ASSERT_TRUE(fs::is_socket(stale));
  const Listener next{stale};
  EXPECT_EQ(next.path(), stale);
  const fs::path file = test::write_file(folder / "notes.txt", "keep me");
  EXPECT_EQ(failure(file), "the path of the channel, '" + file.string() +
                               "', is a file that is no socket; choose another path");
  EXPECT_EQ(test::read_file(file), "keep me");
}

TEST(Listener, SaysWhatIsWrongWithAPath) {
  EXPECT_EQ(failure(fs::path{"/" + std::string(120, 'x')}),
            "the path of the channel, '/" + std::string(120, 'x') +
                "', has 121 bytes, expected 1 to 107 for a socket; choose a shorter one");
  EXPECT_EQ(failure(fs::path{"/nowhere/w.sock"}),
            "cannot open the channel '/nowhere/w.sock': No such file or directory");
}

TEST(ListenerThreads, AcceptsUntilShutDown) {
  const TemporaryFolder folder;
  Listener listener{folder / "w.sock"};
  int accepted = 0;
  std::thread thread{[&] {
    while (const auto socket = listener.accept()) {
      ++accepted;
      socket->send(Done{1});
    }
  }};
  for (int i = 0; i < 3; ++i) {
    const auto client = FrameSocket::connect(listener.path());
    EXPECT_EQ(decode<Done>(*client->receive()).call, 1U);
  }
  listener.shut_down();
  thread.join();
  EXPECT_EQ(accepted, 3);
}

// A process without descriptors cannot accept, but it can end.
TEST(ListenerThreads, EndsWithoutDescriptors) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "UBSan opens a pipe to look at memory, and takes its failure for a bad object";
#endif
  const TemporaryFolder folder;
  Listener listener{folder / "w.sock"};
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  std::thread thread{[&] { EXPECT_EQ(listener.accept(), nullptr); }};
  listener.shut_down();
  thread.join();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace lockstep::channel
