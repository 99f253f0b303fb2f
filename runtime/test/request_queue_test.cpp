// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/request_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace lockstep::runtime {
namespace {

std::shared_ptr<Request> request(std::uint32_t target, std::int64_t number = 0) {
  return std::make_shared<Request>(target, std::vector<core::Value>{devices::value_of(number)},
                                   std::vector<core::Value>{});
}

// Requests come out in the order they went in, with rising tickets; a full queue says so.
TEST(RequestQueue, KeepsOrderAndRefusesWhenFull) {
  RequestQueue queue{4};
  EXPECT_TRUE(queue.empty());
  for (std::uint32_t i = 0; i < queue.capacity(); ++i)
    EXPECT_TRUE(queue.push(request(i)));
  EXPECT_FALSE(queue.push(request(9)));
  EXPECT_FALSE(queue.empty());
  for (std::uint32_t i = 0; i < queue.capacity(); ++i) {
    const std::shared_ptr<Request> taken = queue.pop();
    ASSERT_NE(taken, nullptr);
    EXPECT_EQ(taken->target(), i);
    EXPECT_EQ(taken->ticket(), i + 1);
  }
  EXPECT_EQ(queue.pop(), nullptr);
  EXPECT_TRUE(queue.push(request(0)));
}

// Nothing is lost or doubled when several threads ask at once, and each thread's requests stay in order.
TEST(RequestQueueThreads, LosesNothing) {
  RequestQueue queue{64};
  constexpr std::uint32_t kThreads = 3;
  constexpr std::int64_t kEach = 500;
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&queue, t] {
      for (std::int64_t i = 0; i < kEach; ++i) {
        while (!queue.push(request(t, i)))
          std::this_thread::yield();
      }
    });
  }
  std::vector<std::int64_t> next(kThreads, 0);
  for (std::int64_t taken = 0; taken < kThreads * kEach;) {
    const std::shared_ptr<Request> one = queue.pop();
    if (!one) {
      std::this_thread::yield();
      continue;
    }
    EXPECT_EQ(one->integer(), next[one->target()]++);
    ++taken;
  }
  for (std::thread& thread : threads)
    thread.join();
}

}  // namespace
}  // namespace lockstep::runtime
