// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/request_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace lockstep::runtime {
namespace {

// Requests come out in the order they went in, with rising tickets; a full queue says so.
TEST(RequestQueue, KeepsOrderAndRefusesWhenFull) {
  RequestQueue queue{4};
  Request request;
  for (std::uint32_t i = 0; i < queue.capacity(); ++i) {
    request.target = i;
    EXPECT_EQ(queue.push(request), i + 1);
  }
  EXPECT_EQ(queue.push(request), 0U);
  for (std::uint32_t i = 0; i < queue.capacity(); ++i) {
    ASSERT_TRUE(queue.pop(request));
    EXPECT_EQ(request.target, i);
    EXPECT_EQ(request.ticket, i + 1);
  }
  EXPECT_FALSE(queue.pop(request));
  EXPECT_NE(queue.push(request), 0U);
}

// Nothing is lost or doubled when several threads ask at once, and each thread's requests stay in order.
TEST(RequestQueueThreads, LosesNothing) {
  RequestQueue queue{64};
  constexpr std::uint32_t kThreads = 3;
  constexpr std::int64_t kEach = 500;
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&queue, t] {
      Request request;
      request.target = t;
      for (std::int64_t i = 0; i < kEach; ++i) {
        request.arguments[0] = i;
        while (queue.push(request) == 0)
          std::this_thread::yield();
      }
    });
  }
  std::vector<std::int64_t> next(kThreads, 0);
  for (std::int64_t taken = 0; taken < kThreads * kEach;) {
    Request request;
    if (!queue.pop(request)) {
      std::this_thread::yield();
      continue;
    }
    EXPECT_EQ(std::get<std::int64_t>(request.arguments[0]), next[request.target]++);
    ++taken;
  }
  for (std::thread& thread : threads)
    thread.join();
}

}  // namespace
}  // namespace lockstep::runtime
