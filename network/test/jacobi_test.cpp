// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using test::Net;

TEST(Jacobi, HoldIsOfOrderOne) {
  const Net net = test::two_masses().master(MasterKind::kJacobi);
  EXPECT_NEAR(test::observed_order(net, "left.x", 2.0, 0.02, test::exact_left_position(2.0)), 1.0, 0.15);
}

TEST(Jacobi, LinearInputsAreOfOrderTwo) {
  const Net net = test::two_masses().master(MasterKind::kJacobi, InputOrder::kLinear);
  EXPECT_NEAR(test::observed_order(net, "left.x", 2.0, 0.02, test::exact_left_position(2.0)), 2.0, 0.3);
}

/// A ring of 40 masses: each gets the force of the next one's spring.
Net ring(std::uint32_t threads) {
  Net net;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    net.fmu("l" + n, "LeftMass", {{"x", std::to_string(0.1 * i)}}).fmu("r" + n, "RightMass");
    net.wire("l" + n + ".x", "r" + n + ".x1").wire("l" + n + ".v", "r" + n + ".v1");
    net.wire("r" + n + ".F", "l" + std::to_string((i + 1) % 20) + ".F");
  }
  net.master(MasterKind::kJacobi);
  net.config.master.threads = threads;
  return net;
}

// Whatever the number of threads, every bit is the same.
TEST(Jacobi, ThreadsGiveTheSameBits) {
  const auto one = ring(1).make();
  one->initialize({});
  ASSERT_TRUE(test::run(*one, 1.0, 0.01));
  for (const std::uint32_t threads : {2U, 3U, 64U}) {
    const auto several = ring(threads).make();
    several->initialize({});
    ASSERT_TRUE(test::run(*several, 1.0, 0.01));
    for (int i = 0; i < 20; ++i) {
      const std::string name = "l" + std::to_string(i) + ".x";
      EXPECT_EQ(test::value(*several, name), test::value(*one, name)) << threads << " threads, " << name;
    }
  }
}

}  // namespace
}  // namespace lockstep::network
