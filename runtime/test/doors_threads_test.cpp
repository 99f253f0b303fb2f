// SPDX-License-Identifier: Apache-2.0
// Doors used by many threads at once. ThreadSanitizer runs these.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "door_world.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::value_of;

// Eight threads write inlets, read rows, send requests and wait for replies while the world runs: a million
// exchanges altogether. Rows are whole (two signals that are always equal are equal), requests are executed
// once each, and nothing is lost unnoticed.
TEST(DoorsThreads, ExchangeAMillionValues) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  std::atomic<bool> running{true};
  std::atomic<std::int64_t> writes{0}, rows{0}, lost{0}, replies{0}, torn{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      Inlet& target = doors.inlet("arm/board/target");
      for (std::int64_t n = 0; running; ++n, ++writes)
        target.write(static_cast<double>(n * 3 + i));
    });
  }
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      const auto tap = doors.tap({{"arm/board/shown", "arm/knee/command", "arm/board/target"}, {}, 64});
      TapReader reader{tap};
      TapRow row;
      while (reader.wait(row, std::chrono::milliseconds{100}) || running) {
        if (row.words.empty()) continue;
        const double shown = row.number(tap->columns()[0]);
        if (shown != row.number(tap->columns()[1]) || shown != row.number(tap->columns()[2])) ++torn;
        ++rows;
        if (!running) break;
      }
      lost += static_cast<std::int64_t>(reader.lost());
    });
  }
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      const std::uint32_t trim = doors.find_request("arm/board/trim");
      while (running) {
        const auto request = doors.submit(trim, {value_of(0.0), value_of(std::string{"again"})});
        while (running && !request->wait(std::chrono::milliseconds{1})) {
        }
        if (request->done() && !request->refused()) ++replies;
      }
    });
  }
  constexpr std::int64_t kExchanges = 1'000'000;
  bool fine = true;
  while (fine && writes + rows + lost + replies < kExchanges)
    fine = succeeded(world.runtime.step());
  running = false;
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_TRUE(fine) << world.runtime.fault();
  EXPECT_EQ(torn, 0);
  EXPECT_GT(rows, 0);
  EXPECT_GT(replies, 0);
}

// Threads that ask while somebody pauses and continues the world: each request is executed exactly once,
// never beside a step, and every reply comes.
TEST(DoorsThreads, ServeEveryRequestAroundPauses) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  constexpr int kThreads = 3;
  constexpr int kEach = 300;
  std::atomic<int> finished{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      const std::uint32_t trim = doors.find_request("arm/board/trim");
      for (int n = 0; n < kEach; ++n)
        EXPECT_TRUE(doors.submit(trim, {value_of(1.0), value_of(std::string{"count"})})->wait());
      ++finished;
    });
  }
  for (std::int64_t k = 0; finished < kThreads; ++k) {
    if (k % 3 == 0) doors.set_paused(true, world.runtime.index());
    if (k % 3 == 1) doors.set_paused(false, 0);
    if (k % 3 == 2) {
      ASSERT_EQ(world.runtime.step(), Status::kOk);
    }
    std::this_thread::yield();
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(world.offset, 1.0 * kThreads * kEach);
}

// Taps may be opened and closed at any time while the world runs.
TEST(DoorsThreads, OpenAndCloseTapsMeanwhile) {
  DoorWorld world;
  Doors& doors = world.runtime.doors();
  std::atomic<int> finished{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 200; ++n) {
        TapReader reader{doors.tap({{"arm/board/shown"}, {}, 4})};
        TapRow row;
        EXPECT_TRUE(reader.wait(row));
      }
      ++finished;
    });
  }
  while (finished < 2)
    ASSERT_EQ(world.runtime.step(), Status::kOk);
  for (std::thread& thread : threads)
    thread.join();
}

}  // namespace
}  // namespace lockstep::runtime::test
