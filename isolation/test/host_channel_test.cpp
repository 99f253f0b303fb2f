// SPDX-License-Identifier: Apache-2.0
#include "isolation/host_channel.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "isolation/worker_channel.hpp"

namespace lockstep::core::isolation {
namespace {

using Fate = HostChannel::Fate;

struct ChannelConcurrency : ::testing::Test {
  SharedMapping memory{SharedMapping::create()};
  std::atomic<bool> ended{false};
  std::string log;
  HostChannel host{*memory,
                   [this](FrameReader& message) {
                     message.value<std::uint8_t>();
                     const std::string source = message.text(), category = message.text();
                     log += source + '/' + category + '/' + message.text() + '\n';
                   },
                   [this] { return ended.load(); }};
};

// Requests longer than the area, replies longer than it, and messages of the log in between.
TEST_F(ChannelConcurrency, RequestReplyAndLogCross) {
  const std::string question(3'000'000, 'q'), answer(2'500'000, 'a');
  std::thread other{[&] {
    WorkerChannel worker{*memory};
    worker.log({LogLevel::kInfo, "early", "c", "waits for a request"});
    for (int i = 0; i < 3; ++i) {
      FrameReader request = worker.next();
      const std::string text = request.text();
      worker.accepted();
      worker.log({LogLevel::kInfo, "model", "c", text == question ? "as sent" : "not as sent"});
      FrameWriter reply = worker.begin();
      reply.text(answer);
      worker.finish(reply);
    }
  }};
  for (int i = 0; i < 3; ++i) {
    FrameWriter request = host.begin(0.0);
    request.text(question);
    FrameReader reply = host.finish(request);
    EXPECT_TRUE(reply.text() == answer);
    EXPECT_TRUE(reply.ok());
  }
  other.join();
  EXPECT_EQ(log, "early/c/waits for a request\nmodel/c/as sent\nmodel/c/as sent\nmodel/c/as sent\n");
  EXPECT_EQ(host.fate(), Fate::kAlive);
}

// Nobody answers: the limit ends the wait.
TEST_F(ChannelConcurrency, SilenceEndsAtTheLimit) {
  static_cast<void>(host.finish(host.begin(0.01)));
  EXPECT_EQ(host.fate(), Fate::kTimeout);
}

// The worker ends without a word: the host notices without a limit, woken or not.
TEST_F(ChannelConcurrency, EndOfTheWorkerEndsTheWait) {
  ended = true;
  static_cast<void>(host.finish(host.begin(0.0)));
  EXPECT_EQ(host.fate(), Fate::kEnded);
}

// Sizes beyond the area and kinds that do not exist are refused.
TEST_F(ChannelConcurrency, WrongSizesAndKindsAreRefused) {
  const auto fate_after = [](MessageKind kind, std::uint64_t bytes) {
    const SharedMapping shared = SharedMapping::create();
    HostChannel channel{*shared, [](FrameReader&) {}, [] { return false; }};
    post(shared->to_host, kind, bytes);
    FrameReader reply = channel.finish(channel.begin(0.05));
    static_cast<void>(reply.value<std::uint64_t>());
    return channel.fate();
  };
  EXPECT_EQ(fate_after(MessageKind::kFrame, 8), Fate::kAlive);
  EXPECT_EQ(fate_after(MessageKind::kFrame, kAreaBytes + 1), Fate::kGarbled);
  EXPECT_EQ(fate_after(MessageKind::kFrame, UINT64_MAX), Fate::kGarbled);
  EXPECT_EQ(fate_after(static_cast<MessageKind>(77), 8), Fate::kGarbled);
  EXPECT_EQ(fate_after(MessageKind::kContinue, 8), Fate::kGarbled);
  EXPECT_EQ(fate_after(MessageKind::kPart, 0), Fate::kTimeout);  // more is announced and never comes
}

// Nobody can change the size of the memory: not even who has its descriptor.
TEST(SharedMapping, SizeIsSealed) {
  const SharedMapping memory = SharedMapping::create();
  EXPECT_NE(::ftruncate(memory.descriptor(), 0), 0);
  EXPECT_NE(::ftruncate(memory.descriptor(), sizeof(SharedMemory) * 2), 0);
}

}  // namespace
}  // namespace lockstep::core::isolation
