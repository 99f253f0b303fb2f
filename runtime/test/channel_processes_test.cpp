// SPDX-License-Identifier: Apache-2.0
// A world that is driven by a second process.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <thread>

#include "served_world.hpp"

namespace lockstep::runtime::test {
namespace {

/// The program channel_client, running.
class ClientProcess {
 public:
  explicit ClientProcess(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), LOCKSTEP_CHANNEL_CLIENT);
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
      pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    if (::posix_spawn(&child_, pointers[0], nullptr, nullptr, pointers.data(), environ) != 0)
      throw std::runtime_error{"cannot start " + arguments.front()};
  }
  ~ClientProcess() {
    if (!ended_) ::kill(child_, SIGKILL);
    wait();
  }
  ClientProcess(const ClientProcess&) = delete;
  ClientProcess& operator=(const ClientProcess&) = delete;

  /// 128 + number of the signal when one ended it.
  int wait() {
    if (!ended_) ::waitpid(child_, &status_, 0);
    ended_ = true;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  }
  bool has_ended() {
    if (!ended_) ended_ = ::waitpid(child_, &status_, WNOHANG) == child_;
    return ended_;
  }

 private:
  pid_t child_{0};
  int status_{0};
  bool ended_{false};
};

/// Waits until the client takes part in the barrier, or has ended.
void wait_for_party(ServedWorld& served, ClientProcess& client) {
  while (served.barrier().parties().empty() && !client.has_ended())
    std::this_thread::yield();
}

// Another process drives an inlet, reads rows and keeps step for a thousand ticks, nothing late or lost.
TEST(ChannelProcesses, KeepStepThread) {
  ServedWorld served;
  ClientProcess client{{served.path(), "follow", "1000"}};
  wait_for_party(served, client);
  for (int k = 0; k < 1000; ++k)
    ASSERT_EQ(served.step(), "");
  EXPECT_EQ(client.wait(), 0);
  EXPECT_EQ(served.world.shown[0], 0.5 * 999);
}

// A process that is killed in the middle of a tick stops the world by name, or is not waited for any more.
TEST(ChannelProcesses, MayBeKilledThread) {
  for (const std::string policy : {"stop", "hold"}) {
    ServedWorld served;
    ClientProcess client{{served.path(), "die", "50", policy}};
    wait_for_party(served, client);
    for (int k = 0; k < 50; ++k)
      ASSERT_EQ(served.step(), "");
    EXPECT_EQ(served.step(),
              policy == "stop"
                  ? "party 'mortal' is gone without leaving the barrier (process or connection ended)"
                  : "");
    EXPECT_EQ(client.wait(), 128 + SIGKILL);
    for (int k = 0; k < 10; ++k)
      ASSERT_EQ(served.step(), "");
  }
}

TEST(ChannelProcesses, AskAtTheSameTimeThread) {
  ServedWorld served;
  served.world.runtime.doors().set_paused(true, 0);
  ClientProcess first{{served.path(), "ask"}};
  EXPECT_EQ(first.wait(), 0);
  served.world.runtime.doors().set_paused(false,
                                          0);  // from here on this thread sees what others have executed
  EXPECT_EQ(served.world.offset, 6.0);
  served.world.offset = 0.0;
  // In a world that runs, beside one that keeps step.
  ClientProcess follower{{served.path(), "follow", "200"}};
  wait_for_party(served, follower);
  ClientProcess second{{served.path(), "ask"}};
  for (int k = 0; k < 200; ++k)
    ASSERT_EQ(served.step(), "");
  while (!second.has_ended())
    ASSERT_EQ(served.step(), "");
  EXPECT_EQ(second.wait(), 0);
  EXPECT_EQ(follower.wait(), 0);
}

}  // namespace
}  // namespace lockstep::runtime::test
