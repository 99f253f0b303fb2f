// SPDX-License-Identifier: Apache-2.0
#include "echo_latency.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::bench {
namespace {

// Numbers are answered by the first output that has reached them; interpolated values answer nothing, and
// one output may answer several.
TEST(EchoLatency, MatchesOutputsWithWhatWasSent) {
  EchoLatency latency;
  EXPECT_EQ(latency.send(10.0), 1.0);
  latency.receive(0.0, 10.25);
  latency.receive(0.75, 10.5);
  EXPECT_EQ(latency.answered(), 0U);
  latency.receive(1.0, 10.75);
  latency.receive(1.0, 11.0);
  EXPECT_EQ(latency.send(12.0), 2.0);
  EXPECT_EQ(latency.send(12.5), 3.0);
  EXPECT_EQ(latency.send(13.0), 4.0);
  latency.receive(3.0, 13.0);
  EXPECT_EQ(latency.latencies_s(), (std::vector<double>{0.75, 1.0, 0.5}));
  EXPECT_EQ(latency.sent(), 4U);
}

// An output beyond everything that was sent (a node that had another life before) answers what was sent and
// no more.
TEST(EchoLatency, IgnoresNumbersNobodySent) {
  EchoLatency latency;
  latency.receive(5.0, 1.0);
  EXPECT_EQ(latency.answered(), 0U);
  latency.send(2.0);
  latency.receive(5.0, 3.0);
  EXPECT_EQ(latency.latencies_s(), std::vector<double>{1.0});
}

// By hand: of 1 to 10 the median by nearest rank is 5, 95 % is 10.
TEST(EchoLatency, Percentile) {
  const std::vector<double> values{10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
  EXPECT_EQ(percentile(values, 0.5), 5.0);
  EXPECT_EQ(percentile(values, 0.95), 10.0);
  EXPECT_EQ(percentile(values, 0.0), 1.0);
  EXPECT_EQ(percentile(values, 1.0), 10.0);
  EXPECT_TRUE(std::isnan(percentile({}, 0.5)));
}

}  // namespace
}  // namespace lockstep::bench
