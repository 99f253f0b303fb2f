// SPDX-License-Identifier: Apache-2.0
#include "worker_pool.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lockstep::network {
namespace {

struct Counts {
  std::vector<int> of_worker;
  static void count(void* context, std::size_t worker) noexcept {
    ++static_cast<Counts*>(context)->of_worker[worker];
  }
};

// Every worker runs the job once per round, and run() returns only when all of them have: the counts are read
// after each round without any other synchronisation.
TEST(WorkerPoolThread, EveryWorkerRunsOncePerRound) {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    WorkerPool pool{threads};
    ASSERT_EQ(pool.size(), threads);
    Counts counts{std::vector<int>(threads, 0)};
    for (int round = 1; round <= 500; ++round) {
      pool.run(&Counts::count, &counts);
      for (const int count : counts.of_worker)
        ASSERT_EQ(count, round);
    }
  }
}

// The caller also returns when the others take so long that it went to sleep.
TEST(WorkerPoolThread, WaitsForLongJobs) {
  WorkerPool pool{2};
  struct Long {
    double sum{0.0};
    static void job(void* context, std::size_t worker) noexcept {
      for (int i = 1; worker == 1 && i < 1'000'000; ++i)
        static_cast<Long*>(context)->sum += 1.0 / i;
    }
  } work;
  for (int round = 0; round < 5; ++round) {
    work.sum = 0.0;
    pool.run(&Long::job, &work);
    ASSERT_NEAR(work.sum, 14.392725722865724, 1e-9);  // harmonic number of 999,999
  }
}

// Job and context may change from round to round.
TEST(WorkerPoolThread, TakesAnotherJobEachRound) {
  WorkerPool pool{3};
  Counts first{std::vector<int>(3, 0)}, second{std::vector<int>(3, 10)};
  pool.run(&Counts::count, &first);
  pool.run(&Counts::count, &second);
  EXPECT_EQ(first.of_worker, (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(second.of_worker, (std::vector<int>{11, 11, 11}));
}

// A pool that never ran ends; so does one whose threads are asleep or still spinning.
TEST(WorkerPoolThread, EndsWithoutWork) {
  { const WorkerPool idle{4}; }
  WorkerPool once{4};
  Counts counts{std::vector<int>(4, 0)};
  once.run(&Counts::count, &counts);
}

}  // namespace
}  // namespace lockstep::network
