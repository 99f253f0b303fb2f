// SPDX-License-Identifier: Apache-2.0
// The client against worlds that misbehave; runtime/test/channel_server_test.cpp has it with a real one.
#include "lockstep/channel/client.hpp"

#include <gtest/gtest.h>

#include "scripted_world.hpp"
#include "support/message_of.hpp"

namespace lockstep::channel {
namespace {

using lockstep::test::message_of;
using test::ScriptedWorld;
using test::welcome;

TEST(ClientThreads, KnowsItsWorld) {
  ScriptedWorld world{[](FrameSocket& client) { welcome(client, "cart"); }};
  const Client client = Client::connect(world.path());
  EXPECT_EQ(client.world_name(), "cart");
  EXPECT_EQ(client.pid(), 1);
}

TEST(ClientThreads, NamesBothVersions) {
  ScriptedWorld world{[](FrameSocket& client) {
    static_cast<void>(client.receive());
    client.send(Welcome{9, "cart", 1});
  }};
  EXPECT_EQ(
      message_of([&] { Client::connect(world.path()); }, ErrorCode::kUnsupported),
      "the world at '" + world.path().string() +
          "' speaks version 9 of the channel, expected 2; use a client and a world of the same release");
}

TEST(ClientThreads, SaysThatAWorldTurnedItAway) {
  ScriptedWorld full{[](FrameSocket& client) { client.send(Failed{0, ErrorCode::kSystem, "full"}); }};
  EXPECT_EQ(message_of([&] { Client::connect(full.path()); }, ErrorCode::kSystem), "full");
  ScriptedWorld silent{[](FrameSocket&) {}};
  EXPECT_EQ(message_of([&] { Client::connect(silent.path()); }, ErrorCode::kSystem),
            "the world at '" + silent.path().string() + "' does not answer; is it stopped?");
}

// When the world ends, every call that waits ends as its header says, and so do calls afterwards.
TEST(ClientThreads, EndsWithTheWorld) {
  ScriptedWorld world{[](FrameSocket& client) {
    welcome(client, "cart");
    client.send(TapOpened{decode<OpenTap>(*client.receive()).call, {}});
    client.send(Done{decode<Join>(*client.receive()).call});
    static_cast<void>(decode<Submit>(*client.receive()));
  }};
  Client client = Client::connect(world.path());
  ClientTap tap = client.tap({{"a"}});
  ClientParty party = client.join({"me"});
  PendingReply pending = client.submit("trim");
  ClientRow row;
  EXPECT_FALSE(tap.read(row));
  EXPECT_TRUE(tap.ended());
  EXPECT_FALSE(party.await());
  const std::string ended = "the world 'cart' at '" + world.path().string() + "' has ended";
  EXPECT_EQ(message_of([&] { static_cast<void>(pending.wait()); }, ErrorCode::kSystem), ended);
  EXPECT_EQ(message_of([&] { static_cast<void>(client.ports()); }, ErrorCode::kSystem), ended);
  EXPECT_EQ(message_of([&] { static_cast<void>(client.tap({{"b"}})); }, ErrorCode::kSystem), ended);
}

// A world that sends nonsense is left, and the reason is named.
TEST(ClientThreads, LeavesAWorldThatSendsNonsense) {
  ScriptedWorld world{[](FrameSocket& client) {
    welcome(client, "cart");
    static_cast<void>(client.receive());
    client.send(std::vector<std::uint8_t>{1, 0, 0, 0, 99});
    static_cast<void>(client.receive());
  }};
  Client client = Client::connect(world.path());
  EXPECT_EQ(message_of([&] { static_cast<void>(client.ports()); }, ErrorCode::kSystem),
            "the connection to the world 'cart' is over: a frame on the channel has the unknown kind 99");
}

// Answers in another order reach those who wait for them; what nobody waits for is dropped; limits hold.
TEST(ClientThreads, MatchesAnswersToCalls) {
  ScriptedWorld world{[](FrameSocket& client) {
    welcome(client, "cart");
    const CallId first = decode<Submit>(*client.receive()).call;
    const CallId second = decode<Submit>(*client.receive()).call;
    client.send(Done{4711});
    client.send(Reply{second, false, "", 2, {}});
    static_cast<void>(decode<ListPorts>(*client.receive()));  // the client has seen the second one
    client.send(Failed{first, ErrorCode::kNotFound, "there is no request 'a'"});
    static_cast<void>(client.receive());
  }};
  Client client = Client::connect(world.path());
  PendingReply first = client.submit("a"), second = client.submit("b");
  EXPECT_EQ(second.wait()->step, 2);
  EXPECT_EQ(message_of([&] { static_cast<void>(second.wait()); }, ErrorCode::kBadUsage),
            "the reply of this request was taken already");
  EXPECT_FALSE(first.wait(std::chrono::milliseconds{1}));
  std::thread other{[&] { EXPECT_THROW(static_cast<void>(client.ports()), Error); }};
  EXPECT_EQ(message_of([&] { static_cast<void>(first.wait()); }, ErrorCode::kNotFound),
            "there is no request 'a'");
  EXPECT_EQ(message_of([&] { static_cast<void>(client.request("c", {}, std::chrono::milliseconds{1})); },
                       ErrorCode::kSystem)
                .substr(0, 9),
            "the world");
  other.join();
}

// A reader that is too slow keeps the newest rows, and learns how many it lost here and in the world.
TEST(ClientThreads, CountsRowsLostOnBothSides) {
  ScriptedWorld world{[](FrameSocket& client) {
    welcome(client, "cart");
    const CallId tap = decode<OpenTap>(*client.receive()).call;
    client.send(TapOpened{tap, {}});
    for (std::int64_t step = 0; step < 10; ++step)
      client.send(Row{tap, core::SimTime{step}, step, 5, {}});
    client.send(Ports{decode<ListPorts>(*client.receive()).call, {}});
    static_cast<void>(client.receive());  // CloseTap
  }};
  Client client = Client::connect(world.path());
  ClientTapOptions options;
  options.depth = 3;
  ClientTap tap = client.tap(options);
  static_cast<void>(client.ports());  // all rows have come before its answer
  ClientRow row;
  ASSERT_TRUE(tap.read(row));
  EXPECT_EQ(row.step, 7);
  EXPECT_EQ(tap.lost(), 12U);
  ASSERT_TRUE(tap.read(row));
  ASSERT_TRUE(tap.read(row));
  EXPECT_EQ(row.step, 9);
  EXPECT_FALSE(tap.read(row, std::chrono::milliseconds{1}));
  EXPECT_FALSE(tap.ended());
}

TEST(Client, MakesValues) {
  EXPECT_EQ(value_of(1.5), core::Value{std::vector<double>{1.5}});
  EXPECT_EQ(value_of(-3), core::Value{std::vector<std::int64_t>{-3}});
  EXPECT_EQ(value_of(3U), core::Value{std::vector<std::uint64_t>{3}});
  EXPECT_EQ(value_of(true), core::Value{std::vector<bool>{true}});
  EXPECT_EQ(value_of("on"), core::Value{std::vector<std::string>{"on"}});
  EXPECT_EQ(value_of(std::vector<double>{1, 2}), (core::Value{std::vector<double>{1, 2}}));
  ClientRow row;
  row.values = {value_of(2.5), value_of(true), value_of("text")};
  EXPECT_EQ(row.number(0), 2.5);
  EXPECT_EQ(row.number(1), 1.0);
  EXPECT_EQ(row.number(2), 0.0);
}

}  // namespace
}  // namespace lockstep::channel
