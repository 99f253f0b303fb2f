// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/frame_socket.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

namespace lockstep::channel {
namespace {

struct Pair {
  Pair() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    raw = ends[0];
    other = std::make_unique<FrameSocket>(ends[1]);
  }
  ~Pair() { hang_up(); }
  void write(const std::vector<std::uint8_t>& bytes) {
    EXPECT_EQ(::write(raw, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void hang_up() {
    if (raw >= 0) ::close(raw);
    raw = -1;
  }
  int raw{-1};
  std::unique_ptr<FrameSocket> other;
};

// Frames arrive whole, however the bytes come, and the end is no error between two frames.
TEST(FrameSocket, ReceivesFramesInPieces) {
  Pair pair;
  const std::vector<std::uint8_t> bytes = encode(Done{7});
  std::thread writer{[&] {
    for (const std::uint8_t byte : bytes)
      pair.write({byte});
    pair.write(encode(Done{8}));
    pair.hang_up();
  }};
  EXPECT_EQ(decode<Done>(*pair.other->receive()).call, 7U);
  EXPECT_EQ(decode<Done>(*pair.other->receive()).call, 8U);
  EXPECT_FALSE(pair.other->receive());
  writer.join();
}

std::string failure(FrameSocket& socket) {
  try {
    static_cast<void>(socket.receive());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    return error.message();
  }
  return "nothing was thrown";
}

TEST(FrameSocket, SaysWhenAFrameIsCutOff) {
  Pair header;
  header.write({5, 0});
  header.hang_up();
  EXPECT_EQ(failure(*header.other), "the channel ended after 2 of 5 bytes of a frame");
  Pair payload;
  payload.write({5, 0, 0, 0, 3, 1});
  payload.hang_up();
  EXPECT_NE(failure(*payload.other), "nothing was thrown");
  Pair nonsense;
  nonsense.write({'G', 'E', 'T', ' ', '/'});
  EXPECT_EQ(failure(*nonsense.other),
            "a frame on the channel has a length of 542393671 bytes, expected 1 to 16777216");
}

// Frames of several threads never mix, also when the other side is slow to read.
TEST(FrameSocketThreads, SendWholeFrames) {
  Pair pair;
  FrameSocket sender{::dup(pair.raw)};
  std::vector<std::thread> threads;
  constexpr std::uint32_t kFrames = 200;
  for (std::uint32_t i = 1; i <= 3; ++i) {
    threads.emplace_back([&sender, i] {
      for (std::uint32_t n = 0; n < kFrames; ++n)
        EXPECT_TRUE(sender.send(OpenInlet{i, std::string(5000, static_cast<char>('a' + i))}));
    });
  }
  for (std::uint32_t n = 0; n < 3 * kFrames; ++n) {
    const auto message = decode<OpenInlet>(*pair.other->receive());
    EXPECT_EQ(message.name, std::string(5000, static_cast<char>('a' + message.call)));
  }
  for (std::thread& thread : threads)
    thread.join();
}

// Somebody who waits for a frame, or for room to send one, is released.
TEST(FrameSocketThreads, EndWhenShutDown) {
  Pair pair;
  std::thread receiver{[&] { EXPECT_FALSE(pair.other->receive()); }};
  pair.other->shut_down();
  receiver.join();
  Pair full;
  std::thread sender{[&] {
    const std::vector<std::uint8_t> frame = encode(OpenInlet{1, std::string(100'000, 'x')});
    while (full.other->send(frame)) {
    }
  }};
  full.other->shut_down();
  sender.join();
  EXPECT_FALSE(full.other->send(Done{1}));
}

TEST(FrameSocket, GivesUpAfterTheLimit) {
  Pair pair;
  pair.other->set_receive_limit(std::chrono::milliseconds{1});
  EXPECT_FALSE(pair.other->receive());
}

TEST(FrameSocket, TrustsItsOwnUser) {
  Pair pair;
  EXPECT_TRUE(pair.other->is_trusted());
}

TEST(FrameSocket, SaysThatNobodyListens) {
  try {
    static_cast<void>(FrameSocket::connect("/nowhere/1.sock"));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kNotFound);
    EXPECT_EQ(error.message(),
              "no world can be reached at '/nowhere/1.sock' (No such file or directory); 'lockstep worlds' "
              "lists those that run");
  }
  try {
    static_cast<void>(FrameSocket::connect(std::string(108, 'x')));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "the path of the channel, '" + std::string(108, 'x') +
                                   "', has 108 bytes, expected 1 to 107 for a socket; choose a shorter one");
  }
}

}  // namespace
}  // namespace lockstep::channel
