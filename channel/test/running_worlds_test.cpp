// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/running_worlds.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lockstep/channel/client.hpp"
#include "scripted_world.hpp"
#include "support/environment.hpp"

namespace lockstep::channel {
namespace {

using lockstep::test::ScopedEnvironment;
using lockstep::test::TemporaryFolder;

/// Number of a process that has ended.
pid_t dead_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

void leave_socket(const std::filesystem::path& path) {
  const Listener listener{path.string() + "_"};
  std::filesystem::create_hard_link(listener.path(), path);
}

TEST(RunningWorlds, AreInTheRuntimeFolder) {
  {
    const ScopedEnvironment environment{"XDG_RUNTIME_DIR", "/run/user/7"};
    EXPECT_EQ(default_folder(), "/run/user/7/lockstep");
  }
  for (const std::optional<std::string>& none :
       {std::optional<std::string>{}, std::optional<std::string>{""}}) {
    const ScopedEnvironment environment{"XDG_RUNTIME_DIR", none};
    EXPECT_EQ(default_folder(), "/tmp/lockstep-" + std::to_string(::geteuid()));
  }
}

// Sockets at which somebody listens are listed, with the name of a world that answers; one that was left
// behind is not, even if its number belongs to a running process now, and neither are other files.
TEST(RunningWorldsThreads, AreListedWithTheirNames) {
  const TemporaryFolder folder;
  const std::string pid = std::to_string(::getpid());
  test::ScriptedWorld world{[](FrameSocket& client) { test::welcome(client, "cart"); },
                            folder / (pid + ".sock")};
  const Listener silent{folder / (pid + "-2.sock")};
  leave_socket(folder / (pid + "-4.sock"));
  leave_socket(folder / (std::to_string(dead_process()) + ".sock"));
  leave_socket(folder / "other.sock");
  lockstep::test::write_file(folder / (pid + "-3.sock"), "no socket");
  const std::vector<RunningWorld> worlds = running_worlds(folder.path());
  ASSERT_EQ(worlds.size(), 2U);
  EXPECT_EQ(worlds[0].path, folder / (pid + "-2.sock"));
  EXPECT_FALSE(worlds[0].name);
  EXPECT_EQ(worlds[1].pid, ::getpid());
  EXPECT_EQ(worlds[1].name, "cart");
}

TEST(RunningWorlds, LoseTheSocketsThatWereLeftBehind) {
  const TemporaryFolder folder;
  const std::filesystem::path dead = folder / (std::to_string(dead_process()) + ".sock");
  const std::filesystem::path alive = folder / (std::to_string(::getpid()) + ".sock");
  const std::filesystem::path reused = folder / (std::to_string(::getpid()) + "-2.sock");
  const std::filesystem::path starting = folder / (std::to_string(::getpid()) + "-3.sock");
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::minutes{1};
  leave_socket(dead);
  const Listener listens{alive};
  std::filesystem::last_write_time(alive, long_ago);
  leave_socket(reused);
  std::filesystem::last_write_time(reused, long_ago);
  leave_socket(starting);
  remove_stale_sockets(folder.path());
  EXPECT_FALSE(std::filesystem::exists(dead));
  EXPECT_TRUE(std::filesystem::exists(alive));
  EXPECT_FALSE(std::filesystem::exists(reused)) << "its process has ended, another has the number";
  EXPECT_TRUE(std::filesystem::exists(starting)) << "it may begin to listen";
  remove_stale_sockets(folder / "nowhere");
}

TEST(RunningWorlds, AreNoneInAFolderThatIsNotThere) {
  EXPECT_TRUE(running_worlds("/nowhere").empty());
}

}  // namespace
}  // namespace lockstep::channel
