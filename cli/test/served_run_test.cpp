// SPDX-License-Identifier: Apache-2.0
// A second process drives, pauses and records a world that `lockstep run` serves, through its doors only.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "command.hpp"
#include "lockstep/channel/client.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::cli {
namespace {

using channel::Client;
using channel::ClientReply;
using channel::ClientRow;

constexpr std::chrono::seconds kLong{60};  // for what always comes, unless something is broken

/// `lockstep run` in a process of its own, once it has opened its channel.
class ServedRun {
 public:
  explicit ServedRun(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {LOCKSTEP_COMMAND, "run"});
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
      pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    int errors[2] = {-1, -1};
    if (::pipe2(errors, O_CLOEXEC) != 0) throw std::runtime_error{"no pipe"};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, errors[1], 2);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    const int failed = ::posix_spawn(&child_, pointers[0], &actions, nullptr, pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(errors[1]);
    if (failed != 0) throw std::runtime_error{"cannot start lockstep"};
    errors_ = errors[0];
    for (char byte = 0; said_.find("channel: ") == std::string::npos || byte != '\n';) {
      if (::read(errors_, &byte, 1) != 1) throw std::runtime_error{"lockstep run ended: " + said_};
      said_ += byte;
    }
  }
  ~ServedRun() {
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
    ::close(errors_);
  }
  ServedRun(const ServedRun&) = delete;
  ServedRun& operator=(const ServedRun&) = delete;

  /// Waits for its end; the exit code.
  int finish() {
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t child_{0};
  int errors_{-1};
  std::string said_;
};

/// A block that turns about the vertical axis without friction, held by a controller.
const char* const kWorld = R"(<sdf version='1.6'><world name='turntable'><gravity>0 0 0</gravity>
<model name='table'><link name='plate'><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
</link><joint name='turn' type='revolute'><parent>world</parent><child>plate</child><axis><xyz>0 0 1</xyz></axis></joint>
<plugin name='pid' filename='joint_pid'><joint>turn</joint><name>pid</name></plugin></model></world></sdf>)";

class ServedRunTest : public CommandTest {
 protected:
  void SetUp() override {
    if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
  }
  std::vector<std::string> arguments(std::vector<std::string> more = {}) const {
    std::vector<std::string> all{test::write_file(folder_ / "table.world", kWorld).string(),
                                 "--channel",
                                 path("w.sock"),
                                 "--paused",
                                 "--record",
                                 path("run.csv")};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  static ClientReply ask(Client& world, const char* name, const std::vector<core::Value>& values = {}) {
    return world.request(name, values, kLong);
  }
};

// Paused at the start, changed, stepped, watched, resumed and stopped, by the doors alone. A constant effort
// of 2 N.m on 1 kg.m2 gives v = 2 t.
TEST_F(ServedRunTest, AnotherProcessDrivesAWorldConcurrently) {
  ServedRun run{arguments({"--duration", "1e6"})};
  Client world = Client::connect(path("w.sock"));
  EXPECT_EQ(world.world_name(), "turntable");
  channel::ClientTapOptions wanted;
  wanted.signals = {"time", "table/turn/velocity"};
  channel::ClientTap tap = world.tap(wanted);
  EXPECT_FALSE(ask(world, "table/pid/effort", {channel::value_of(2.0)}).refused);
  EXPECT_FALSE(ask(world, "world/step", {channel::value_of(std::int64_t{100})}).refused);
  ClientRow row;
  do {
    ASSERT_TRUE(tap.read(row, kLong));
  } while (row.step < 100);
  EXPECT_EQ(row.step, 100);
  EXPECT_EQ(row.number(0), 0.1);
  EXPECT_NEAR(row.number(1), 0.2, 1e-9);
  // Paused again: no row comes until somebody lets it go on.
  EXPECT_FALSE(tap.read(row, std::chrono::milliseconds{1}));
  EXPECT_FALSE(ask(world, "world/resume").refused);
  ASSERT_TRUE(tap.read(row, kLong));
  EXPECT_FALSE(ask(world, "world/pause").refused);
  const auto stopped = world.submit("world/stop");
  EXPECT_EQ(run.finish(), 0) << "somebody wanted this end";
  const std::string recorded = test::read_file(folder_ / "run.csv");
  EXPECT_NE(recorded.find("\n0.1,"), std::string::npos) << recorded.substr(0, 300);
}

// A second process keeps step: the world takes no step that it has not confirmed, and the same inputs at the
// same steps give the same recording, bit by bit.
TEST_F(ServedRunTest, AnotherProcessKeepsStepConcurrently) {
  std::string first;
  for (int again = 0; again < 2; ++again) {
    ServedRun run{arguments({"--duration", "0.05"})};
    Client world = Client::connect(path("w.sock"));
    channel::ClientParty party = world.join({"driver"});
    channel::PendingReply resumed = world.submit("world/resume", {});
    for (std::int64_t k = 0; k < 50; ++k) {
      const std::optional<channel::ClientTick> tick = party.await(kLong);
      ASSERT_TRUE(tick);
      EXPECT_EQ(tick->step, k);
      // A reply comes although the world waits for this very party.
      EXPECT_FALSE(ask(world, "table/pid/effort", {channel::value_of(static_cast<double>(k % 7))}).refused);
      party.confirm(k);
    }
    EXPECT_EQ(run.finish(), 0);
    const std::string recorded = test::read_file(folder_ / "run.csv");
    if (again == 0) first = recorded;
    EXPECT_EQ(recorded, first);
    EXPECT_GT(first.size(), 1000U);
  }
}

// What a second process did to a world is recorded, and a run without it gives the same rows, byte by byte.
TEST_F(ServedRunTest, WhatAnotherProcessDidIsReplayedConcurrently) {
  const std::string table = test::write_file(folder_ / "table.world", kWorld).string();
  const std::string scenario =
      test::write_file(folder_ / "table.yaml",
                       "world: table.world\ndevices:\n  - {type: fmu, name: echo, fmu: " +
                           std::string{LOCKSTEP_FMUS} + "/3.0/StateSpace.fmu}\n")
          .string();
  {
    ServedRun run{{scenario, "--channel", path("w.sock"), "--paused", "--duration", "1e6", "--real-time",
                   "10", "--record", path("run.csv"), "--record-events", path("events.yaml")}};
    Client world = Client::connect(path("w.sock"));
    channel::ClientInlet input = world.inlet("echo/u");
    EXPECT_FALSE(ask(world, "table/pid/effort", {channel::value_of(2.0)}).refused);
    EXPECT_FALSE(ask(world, "world/resume").refused);
    for (int i = 0; i < 50; ++i) {
      input.write(std::vector<double>{0.1 * i, -1.0 / (i + 1), 1e-300 * i});
      EXPECT_FALSE(ask(world, "table/pid/effort", {channel::value_of(1.0 / (i + 1))}).refused);
    }
    EXPECT_FALSE(ask(world, "world/reset", {channel::value_of("time")}).refused);
    input.write(std::vector<double>{1.0, 2.0, 3.0});
    EXPECT_FALSE(ask(world, "table/pid/effort", {channel::value_of(-1.0)}).refused);
    const auto stopped = world.submit("world/stop");
    EXPECT_EQ(run.finish(), 0) << "somebody wanted this end";
  }
  const test::ProcessResult again =
      CommandTest::run({"run", scenario, "--replay", path("events.yaml"), "--record", path("again.csv")});
  EXPECT_EQ(again.exit_code, 0) << again.errors;
  const std::string recorded = test::read_file(folder_ / "run.csv");
  EXPECT_GT(recorded.size(), 1000U);
  EXPECT_EQ(test::read_file(folder_ / "again.csv"), recorded);
  // The list is not overwritten by its own replay.
  const test::ProcessResult over = CommandTest::run(
      {"run", scenario, "--replay", path("events.yaml"), "--record-events", path("events.yaml")});
  EXPECT_EQ(over.exit_code, 2);
  EXPECT_NE(over.errors.find("would overwrite the replay"), std::string::npos) << over.errors;
}

// Who asks a world to stop gets the reply although the world ends by it.
TEST_F(ServedRunTest, StopIsAnsweredConcurrently) {
  for (int i = 0; i < 5; ++i) {
    ServedRun run{arguments({"--duration", "1e6"})};
    const test::ProcessResult asked = CommandTest::run({"ask", "world/stop", "--channel", path("w.sock")});
    EXPECT_EQ(asked.exit_code, 0) << asked.errors;
    EXPECT_EQ(run.finish(), 0);
  }
}

// Without a way to let it go on, a world that starts paused is refused.
TEST_F(ServedRunTest, PausedNeedsAChannel) {
  const test::ProcessResult result = CommandTest::run({"run", arguments().front(), "--paused"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("--paused needs --serve, --channel or --view"), std::string::npos)
      << result.errors;
}

}  // namespace
}  // namespace lockstep::cli
