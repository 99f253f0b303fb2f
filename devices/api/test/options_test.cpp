// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/api/options.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace lockstep::devices {
namespace {

core::ConfigNode node_with(const std::string& field, const std::string& text) {
  core::ConfigNode node{"actuator", {}, {"robot.world", 12, 3}};
  node.children.emplace_back(field, text, SourceLocation{"robot.world", 13, 5});
  return node;
}

// Nothing said: every step, and a fault stops the world.
TEST(DeviceOptions, HasDefaults) {
  const DeviceOptions options = read_options(core::ConfigNode{"actuator"});
  EXPECT_EQ(options.on_fault, FaultPolicy::kStop);
  EXPECT_FALSE(options.period.has_value());
}

// The words of the documentation are read, the period exactly.
TEST(DeviceOptions, ReadsPolicyAndPeriod) {
  EXPECT_EQ(read_options(node_with("fault_policy", "hold")).on_fault, FaultPolicy::kHold);
  EXPECT_EQ(read_options(node_with("fault_policy", "restart")).on_fault, FaultPolicy::kRestart);
  EXPECT_EQ(read_options(node_with("period", "0.01")).period, (core::Rational{1, 100}));
  EXPECT_EQ(read_options(node_with("period", "0.0033333333333333335")).period, (core::Rational{1, 300}));
  EXPECT_EQ(read_options(node_with("period", "1e-9")).period, (core::Rational{1, 1'000'000'000}));
  EXPECT_EQ(read_options(node_with("period", "1e9")).period, (core::Rational{1'000'000'000, 1}));
  EXPECT_EQ(read_options(node_with("period", "0.01")).where.line, 12U);
}

// Wrong words and values are refused with place, value and expectation.
TEST(DeviceOptions, RefusesWhatItDoesNotKnow) {
  for (const auto& [field, text, expected] :
       {std::tuple{"fault_policy", "ignore",
                   "fault_policy is 'ignore', expected stop, safe, hold or restart"},
        std::tuple{"period", "0", "period is 0 s, expected 1e-09 to 1e+09 s"},
        std::tuple{"period", "0.9e-9", "period is 0.9e-9 s, expected 1e-09 to 1e+09 s"},
        std::tuple{"period", "1.1e9", "period is 1.1e9 s, expected 1e-09 to 1e+09 s"}}) {
    try {
      static_cast<void>(read_options(node_with(field, text)));
      ADD_FAILURE() << field << " was accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string{error.what()}.find(expected), std::string::npos) << error.what();
      EXPECT_NE(std::string{error.what()}.find("robot.world:12"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace lockstep::devices
