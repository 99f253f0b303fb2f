// SPDX-License-Identifier: Apache-2.0
// A world that is reached through its channel; clients are in this process. Names contain Thread because
// server and clients have threads.
#include "lockstep/runtime/channel_server.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "lockstep/channel/client.hpp"
#include "lockstep/channel/frame_socket.hpp"
#include "served_world.hpp"
#include "support/message_of.hpp"

namespace lockstep::runtime::test {
namespace {

using channel::Client;
using channel::ClientReply;
using channel::ClientRow;
using channel::ClientTick;
using lockstep::test::message_of;

constexpr std::chrono::seconds kLong{60};

const channel::Port& named(const std::vector<channel::Port>& ports, const std::string& name) {
  for (const channel::Port& port : ports) {
    if (port.name == name) return port;
  }
  throw std::runtime_error{"no port " + name};
}

TEST(ChannelServerThreads, ShowsNameAndPorts) {
  ServedWorld served;
  Client client = served.connect();
  EXPECT_EQ(client.world_name(), "arm world");
  EXPECT_EQ(client.pid(), ::getpid());
  const std::vector<channel::Port> ports = client.ports();
  EXPECT_EQ(ports.size(), served.world.runtime.doors().ports().size());
  const channel::Port& target = named(ports, "arm/board/target");
  EXPECT_EQ(target.kind, channel::PortKind::kInlet);
  EXPECT_EQ(target.type, core::VariableType::kFloat64);
  EXPECT_EQ(target.unit, "N.m");
  EXPECT_EQ(target.description, "Effort");
  EXPECT_EQ(named(ports, "arm/board/shown").kind, channel::PortKind::kSignal);
  const channel::Port& trim = named(ports, "arm/board/trim");
  EXPECT_EQ(trim.kind, channel::PortKind::kRequest);
  ASSERT_EQ(trim.arguments.size(), 2U);
  EXPECT_EQ(trim.arguments[0].count, 0U);
  EXPECT_EQ(trim.reply[1].name, "echo");
}

// What was written before a step is there in the step, and the rows show it.
TEST(ChannelServerThreads, CarriesValuesInAndOut) {
  ServedWorld served;
  Client client = served.connect();
  channel::ClientInlet target = client.inlet("arm/board/target");
  channel::ClientInlet label = client.inlet("arm/board/label");
  EXPECT_EQ(label.port().type, core::VariableType::kString);
  channel::ClientTap tap = client.tap({{"arm/board/shown", "arm/board/shown_label", "arm/board/target"}});
  ASSERT_EQ(tap.columns().size(), 3U);
  EXPECT_EQ(tap.columns()[0].unit, "N.m");
  ClientRow row;
  for (int k = 1; k <= 20; ++k) {
    target.write(0.1 * k, core::SimTime{k});
    label.write("step " + std::to_string(k));
    EXPECT_EQ(served.step(), "");
    ASSERT_TRUE(tap.read(row, kLong));
    EXPECT_EQ(row.step, k);
    EXPECT_EQ(row.stamp, served.world.runtime.time());
    EXPECT_EQ(row.number(0), 0.1 * k);
    EXPECT_EQ(row.values[1], channel::value_of("step " + std::to_string(k)));
    EXPECT_EQ(served.world.target.status().stamp, core::SimTime{k});
  }
  EXPECT_EQ(tap.lost(), 0U);
}

TEST(ChannelServerThreads, AnswersRequests) {
  ServedWorld served;
  Client client = served.connect();
  served.world.runtime.doors().set_paused(true, 0);
  ClientReply reply = client.request(
      "arm/board/trim", {channel::value_of(std::vector<double>{1, 2}), channel::value_of("why")});
  EXPECT_FALSE(reply.refused);
  ASSERT_EQ(reply.values.size(), 2U);
  EXPECT_EQ(reply.values[0], channel::value_of(3.0));
  EXPECT_EQ(reply.values[1], channel::value_of("why"));
  EXPECT_EQ(served.world.offset, 3.0);
  reply = client.request("arm/board/trim", {channel::value_of(1.0), channel::value_of("")});
  EXPECT_TRUE(reply.refused);
  EXPECT_EQ(reply.why, "a reason is needed");
  // In a running world at the start of a step.
  served.world.runtime.doors().set_paused(false, 0);
  channel::PendingReply pending =
      client.submit("arm/board/trim", {channel::value_of(1.0), channel::value_of("more")});
  std::optional<ClientReply> later;
  while (!(later = pending.wait(std::chrono::milliseconds{1})))
    EXPECT_EQ(served.step(), "");
  EXPECT_LT(later->step, served.world.runtime.index());
  EXPECT_EQ(later->values[0], channel::value_of(4.0));
}

// A request that takes long holds back neither its client's other requests nor other clients.
TEST(ChannelServerThreads, LetsLongRequestsWait) {
  ServedWorld served;
  Client client = served.connect(), other = served.connect();
  served.world.runtime.doors().set_paused(true, 0);
  channel::PendingReply later = client.submit("arm/board/later");
  const auto trim = [](Client& by) {
    return by.request("arm/board/trim", {channel::value_of(1.0), channel::value_of("x")}, kLong);
  };
  EXPECT_EQ(trim(client).values[0], channel::value_of(1.0));
  EXPECT_EQ(trim(other).values[0], channel::value_of(2.0));
  EXPECT_FALSE(later.wait(std::chrono::milliseconds{1}));
  ASSERT_TRUE(served.world.kept);
  served.world.kept->reply_integer(0, 42);
  served.world.kept->complete();
  EXPECT_EQ(later.wait(kLong)->values[0], channel::value_of(42));
}

TEST(ChannelServerThreads, SaysWhatIsWrong) {
  ServedWorld served;
  Client client = served.connect();
  EXPECT_NE(
      message_of([&] { client.inlet("arm/board/targt"); }, ErrorCode::kNotFound).find("arm/board/target"),
      std::string::npos);
  EXPECT_NE(message_of([&] { client.tap({{"arm/board/nothing"}}); }, ErrorCode::kNotFound)
                .find("arm/board/nothing"),
            std::string::npos);
  EXPECT_NE(message_of([&] { client.inlet("arm/board/target").write("text"); }, ErrorCode::kBadUsage)
                .find("inlet 'arm/board/target' takes Float64"),
            std::string::npos);
  EXPECT_NE(
      message_of([&] { client.request("arm/board/trim"); }, ErrorCode::kBadUsage).find("got 0 arguments"),
      std::string::npos);
  EXPECT_NE(message_of([&] { client.request("arm/nothing"); }, ErrorCode::kNotFound).find("arm/nothing"),
            std::string::npos);
  channel::ClientTapOptions large;
  large.signals = {"arm/board/shown"};
  large.depth = 4'000'000'000U;
  EXPECT_NE(message_of([&] { client.tap(large); }, ErrorCode::kBadUsage).find("less deep"),
            std::string::npos);
  const channel::ClientParty party = client.join({"me"});
  EXPECT_EQ(message_of([&] { client.join({"me"}); }, ErrorCode::kBadUsage),
            "there is a party 'me' at the barrier already; choose another name");
  // And the connection still works.
  EXPECT_FALSE(client.ports().empty());
}

// Two clients keep step for a thousand ticks: each sees every tick once, and its values are in that step.
TEST(ChannelServerThreads, KeepsClientsInStep) {
  constexpr std::int64_t kSteps = 1000;
  ServedWorld served;
  std::vector<std::thread> clients;
  std::atomic<int> joined{0};
  for (const bool drives : {true, false}) {
    clients.emplace_back([&, drives] {
      Client client = served.connect();
      channel::ClientInlet target = client.inlet("arm/board/target");
      channel::ClientTap tap = client.tap({{"arm/board/shown"}});
      channel::ClientParty party = client.join({drives ? "driver" : "watcher"});
      ++joined;
      ClientRow row;
      for (std::int64_t k = 0; k < kSteps; ++k) {
        const std::optional<ClientTick> tick = party.await(kLong);
        ASSERT_TRUE(tick);
        ASSERT_EQ(tick->step, k);
        if (k > 0) {
          ASSERT_TRUE(tap.read(row, kLong));
          EXPECT_EQ(row.step, k);
          EXPECT_EQ(row.number(0), static_cast<double>(k - 1));
        }
        if (drives) target.write(static_cast<double>(k));
        party.confirm(k);
      }
    });
  }
  while (joined.load() < 2)
    std::this_thread::yield();
  for (std::int64_t k = 0; k < kSteps; ++k)
    ASSERT_EQ(served.step(), "");
  for (std::thread& thread : clients)
    thread.join();
  EXPECT_TRUE(served.world.runtime.doors().barrier().parties().empty());
}

// Time that is put back starts the ticks anew.
TEST(ChannelServerThreads, TicksAfterAReset) {
  ServedWorld served;
  Client client = served.connect();
  channel::ClientParty party = client.join({"me"});
  std::thread world{[&] {
    EXPECT_EQ(served.step(), "");
    served.world.runtime.reset();
    EXPECT_EQ(served.step(), "");
  }};
  for (int i = 0; i < 2; ++i) {
    const std::optional<ClientTick> tick = party.await(kLong);
    ASSERT_TRUE(tick);
    EXPECT_EQ(tick->step, 0);
    party.confirm(0);
  }
  world.join();
}

// A confirmation on its way while the world is set back does not count for the run after it, and the client
// still gets the first tick of that.
TEST(ChannelServerThreads, ConfirmsOnlyTheRunOfItsTick) {
  ServedWorld served;
  Client client = served.connect();
  channel::ClientParty party = client.join({"me"});
  Barrier& barrier = served.world.runtime.doors().barrier();
  std::atomic<bool> goes_on{false};
  const auto give_up = [&] { return goes_on.load(); };
  std::thread world{[&] {
    // Waits for step 7, is set back, and waits for step 0.
    EXPECT_EQ(barrier.pass({7, core::SimTime{7}}, give_up), "");
    served.world.runtime.reset();
    goes_on = false;
    EXPECT_EQ(barrier.pass({0, core::SimTime{0}}), "");
  }};
  const std::optional<ClientTick> before = party.await(kLong);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->step, 7);
  goes_on = true;
  while (goes_on)
    barrier.notify();
  party.confirm(before->step);
  const std::optional<ClientTick> after = party.await(kLong);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->step, 0);
  EXPECT_EQ(after->restart, before->restart + 1);
  party.confirm(after->step);
  world.join();
}

// A client that does not read its rows loses rows, and nobody else notices.
TEST(ChannelServerThreads, SlowClientsLoseTheirOwnRowsOnly) {
  ServedWorld served;
  const auto slow = channel::FrameSocket::connect(served.server.path());
  slow->send(channel::Hello{});
  slow->send(channel::OpenTap{1, {"arm/board/shown"}, {}, 16, 255});
  Client client = served.connect();
  static_cast<void>(channel::decode<channel::Welcome>(*slow->receive()));
  static_cast<void>(channel::decode<channel::TapOpened>(*slow->receive()));
  for (int k = 0; k < 20'000; ++k)
    ASSERT_EQ(served.step(), "");
  EXPECT_FALSE(client.ports().empty());
  std::uint64_t rows = 0, lost = 0;
  for (std::int64_t step = 0; step < 20'000;) {
    const auto row = channel::decode<channel::Row>(*slow->receive());
    ++rows;
    EXPECT_GT(row.step, step);
    step = row.step;
    lost = row.lost;
  }
  EXPECT_EQ(rows + lost, 20'000U);
}

// Bytes that are no message end this connection, after saying why, and no other.
TEST(ChannelServerThreads, TurnsAwayNonsense) {
  ServedWorld served;
  Client client = served.connect();
  const auto expect_end = [&](const std::vector<std::uint8_t>& bytes, bool greet, const std::string& why) {
    const auto stranger = channel::FrameSocket::connect(served.server.path());
    if (greet) {
      stranger->send(channel::Hello{});
      static_cast<void>(stranger->receive());
    }
    stranger->send(bytes);
    const auto failed = channel::decode<channel::Failed>(stranger->receive().value());
    EXPECT_EQ(failed.call, 0U);
    EXPECT_NE(failed.message.find(why), std::string::npos) << failed.message;
    EXPECT_FALSE(stranger->receive());
  };
  expect_end({255, 255, 255, 255, 0}, true, "expected 1 to 16777216");
  expect_end({1, 0, 0, 0, 200}, true, "unknown kind 200");
  expect_end({2, 0, 0, 0, 4, 0}, true, "broken");
  expect_end(channel::encode(channel::Welcome{}), true, "which only a world may send");
  expect_end(channel::encode(channel::ListPorts{1}), false, "broken");
  expect_end(channel::encode(channel::Hello{channel::kMagic, 99}), false, "version 99");
  EXPECT_FALSE(client.ports().empty());
}

TEST(ChannelServerThreads, HasRoomForSoMany) {
  DoorWorld world;
  const lockstep::test::TemporaryFolder folder;
  const ChannelServer server{world.runtime.doors(), {"w", folder / "w.sock", 1}};
  {
    const Client only = Client::connect(server.path());
    EXPECT_EQ(message_of([&] { Client::connect(server.path()); }, ErrorCode::kSystem),
              "the world 'w' has 1 connections, as many as there may be; close one of them");
  }
}

// The end of the world ends everything that waits.
TEST(ChannelServerThreads, EndsClientsWithTheWorld) {
  auto served = std::make_unique<ServedWorld>();
  Client client = served->connect();
  channel::ClientTap tap = client.tap({{"arm/board/shown"}});
  channel::ClientParty party = client.join({"me"});
  channel::PendingReply later = client.submit("arm/board/later");
  std::vector<std::thread> waiting;
  waiting.emplace_back([&] {
    ClientRow row;
    while (tap.read(row)) {
    }
    EXPECT_TRUE(tap.ended());
  });
  waiting.emplace_back([&] {
    while (const std::optional<ClientTick> tick = party.await())
      party.confirm(tick->step);
  });
  waiting.emplace_back([&] { EXPECT_THROW(static_cast<void>(later.wait()), Error); });
  const std::filesystem::path path = served->server.path();
  served.reset();
  for (std::thread& thread : waiting)
    thread.join();
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace lockstep::runtime::test
