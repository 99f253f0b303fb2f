// SPDX-License-Identifier: Apache-2.0
#include "instance/call_watch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace lockstep::core {
namespace {

// The call without an answer is reported, once and with its time; the ring whose call came back is not, nor
// one without any call. The second call proves that all was looked at again after the first report.
TEST(CallWatchConcurrency, ReportsTheCallThatDoesNotComeBack) {
  CallRing hanging, answered, idle;
  answered.end(answered.begin_at(1, 0.25), 0);
  std::promise<CallRecord> first, second;
  std::atomic<int> reports{0};
  CallWatch watch;
  const auto unexpected = [](const CallRecord&, double) { ADD_FAILURE() << "reported without a reason"; };
  watch.add(answered, 0.01, unexpected);
  watch.add(idle, 0.01, unexpected);
  const CallRing::Ticket ticket = hanging.begin_at(7, 0.5);
  watch.add(hanging, 0.02, [&](const CallRecord& call, double waited_s) {
    EXPECT_GE(waited_s, 0.02);
    (++reports == 1 ? first : second).set_value(call);
  });
  const CallRecord call = first.get_future().get();
  EXPECT_EQ(call.function(), 7);
  EXPECT_EQ(call.time_s, 0.5);
  hanging.end(ticket, 0);
  hanging.begin_at(8, 0.75);
  EXPECT_EQ(second.get_future().get().function(), 8);
  EXPECT_EQ(reports, 2);
  watch.remove(hanging);
  watch.remove(answered);
  watch.remove(idle);
}

// Rings come and go from several threads; the thread of the watch ends with the last one.
TEST(CallWatchConcurrency, RingsComeAndGo) {
  CallWatch watch;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&watch] {
      for (int k = 0; k < 50; ++k) {
        CallRing ring;
        watch.add(ring, 0.001, [](const CallRecord&, double) {});
        for (int call = 0; call < 100; ++call)
          ring.end(ring.begin_at(1, call), 0);
        watch.remove(ring);
      }
    });
  for (std::thread& thread : threads)
    thread.join();
}

}  // namespace
}  // namespace lockstep::core
