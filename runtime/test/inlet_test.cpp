// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/inlet.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "support/allocation_count.hpp"
#include "support/message_of.hpp"

namespace lockstep::runtime {
namespace {

using lockstep::test::message_of;

using core::SimTime;
using core::Value;
using devices::FaultPolicy;
using devices::InletInfo;

constexpr SimTime kMs{1'000'000};

InletInfo target() {
  InletInfo info;
  info.name = "arm/board/target";
  info.initial = std::vector<double>{0.5};
  return info;
}

// A step sees the value that was written last before it, and sees it as new once.
TEST(Inlet, LatchesTheLatestValue) {
  double seen = 0.0;
  Inlet inlet{target(), &seen};
  EXPECT_EQ(seen, 0.5);
  ASSERT_TRUE(inlet.latch(0 * kMs));
  EXPECT_FALSE(inlet.status().written);
  inlet.write(1.0);
  inlet.write(2.0);
  EXPECT_EQ(seen, 0.5);
  ASSERT_TRUE(inlet.latch(1 * kMs));
  EXPECT_EQ(seen, 2.0);
  EXPECT_TRUE(inlet.status().fresh);
  EXPECT_TRUE(inlet.status().written);
  EXPECT_EQ(inlet.status().stamp, 1 * kMs);
  ASSERT_TRUE(inlet.latch(2 * kMs));
  EXPECT_EQ(seen, 2.0);
  EXPECT_FALSE(inlet.status().fresh);
  EXPECT_EQ(inlet.status().age, 1 * kMs);
  EXPECT_EQ(inlet.latched(), Value{std::vector<double>{2.0}});
}

// The age counts from the writer's stamp; a stamp ahead of the world is no age below zero.
TEST(Inlet, AgesFromTheStampOfItsWriter) {
  double seen = 0.0;
  Inlet inlet{target(), &seen};
  inlet.write(std::vector<double>{1.0}, 2 * kMs);
  ASSERT_TRUE(inlet.latch(5 * kMs));
  EXPECT_EQ(inlet.status().age, 3 * kMs);
  EXPECT_EQ(inlet.given_stamp(), 2 * kMs);
  inlet.write(std::vector<double>{1.0}, 9 * kMs);
  ASSERT_TRUE(inlet.latch(6 * kMs));
  EXPECT_EQ(inlet.status().age, 0 * kMs);
}

// After the timeout the policy decides: hold shows the old value, safe the safe one, stop stops.
TEST(Inlet, ActsByItsPolicyAfterTheTimeout) {
  for (const FaultPolicy policy : {FaultPolicy::kHold, FaultPolicy::kSafe, FaultPolicy::kStop}) {
    InletInfo info = target();
    info.timeout = 2 * kMs;
    info.on_timeout = policy;
    info.safe = std::vector<double>{-1.0};
    double seen = 0.0;
    Inlet inlet{info, &seen};
    ASSERT_TRUE(inlet.latch(9 * kMs)) << "nobody has written yet";
    inlet.write(3.0);
    ASSERT_TRUE(inlet.latch(10 * kMs));
    ASSERT_TRUE(inlet.latch(12 * kMs)) << "just as old as it may be";
    EXPECT_FALSE(inlet.status().timed_out);
    EXPECT_EQ(inlet.latch(13 * kMs), policy != FaultPolicy::kStop);
    EXPECT_TRUE(inlet.status().timed_out);
    EXPECT_EQ(seen, policy == FaultPolicy::kSafe ? -1.0 : 3.0);
    inlet.write(4.0);
    EXPECT_TRUE(inlet.latch(14 * kMs));
    EXPECT_EQ(seen, 4.0);
    EXPECT_FALSE(inlet.status().timed_out);
  }
}

// A value that comes in too old already is not shown where a safe one is asked for.
TEST(Inlet, ShowsNoNewValueThatIsTooOld) {
  InletInfo info = target();
  info.timeout = 2 * kMs;
  info.on_timeout = FaultPolicy::kSafe;
  double seen = 0.0;
  Inlet inlet{info, &seen};
  inlet.write(std::vector<double>{3.0}, 1 * kMs);
  ASSERT_TRUE(inlet.latch(9 * kMs));
  EXPECT_EQ(seen, 0.5);
}

// The inlet of a model that comes again must be what it was: others have kept a pointer to it.
TEST(Inlet, OpensAgainAsTheSameKindOnly) {
  double seen = 0.0;
  Inlet inlet{target(), &seen};
  inlet.close();
  InletInfo type = target(), count = target(), unit = target(), length = target();
  type.type = core::VariableType::kInt32;
  type.initial = std::vector<std::int64_t>{1};
  count.count = 2;
  count.initial = std::vector<double>{1.0, 2.0};
  unit.unit = "rad";
  length.max_length += 1;
  for (const InletInfo& other : {type, count, unit, length}) {
    EXPECT_NE(message_of([&] { inlet.open_again(other); }).find("give it another name"), std::string::npos);
    EXPECT_FALSE(inlet.is_open());
  }
  InletInfo same = target();
  same.initial = std::vector<double>{0.75};
  inlet.open_again(same);
  EXPECT_TRUE(inlet.is_open());
}

// A reset shows the initial value again and drops what was not latched.
TEST(Inlet, StartsAgain) {
  double seen = 0.0;
  Inlet inlet{target(), &seen};
  inlet.write(1.0);
  ASSERT_TRUE(inlet.latch(0 * kMs));
  inlet.write(2.0);
  inlet.reset();
  EXPECT_EQ(seen, 0.5);
  ASSERT_TRUE(inlet.latch(1 * kMs));
  EXPECT_EQ(seen, 0.5);
  EXPECT_FALSE(inlet.status().written);
  inlet.write(3.0);
  ASSERT_TRUE(inlet.latch(2 * kMs));
  EXPECT_EQ(seen, 3.0);
}

// Texts and arrays come in as well, without allocation in the step.
TEST(Inlet, TakesTextsAndArrays) {
  InletInfo info;
  info.name = "ui/command";
  info.type = core::VariableType::kString;
  info.count = 2;
  SignalBuffer seen{info.type, info.count};
  Inlet inlet{info, seen.data()};
  inlet.write(std::vector<std::string>{std::string(200, 'x'), "stop"});
  const long before = test::allocation_count();
  ASSERT_TRUE(inlet.latch(0 * kMs));
  EXPECT_EQ(test::allocation_count() - before, 0);
  EXPECT_EQ(static_cast<const std::string*>(seen.data())[1], "stop");
  EXPECT_EQ(static_cast<const std::string*>(seen.data())[0].size(), 200U);
}

// What does not fit is refused where it is written, and names the inlet.
TEST(Inlet, RefusesWhatDoesNotFit) {
  double seen = 0.0;
  Inlet inlet{target(), &seen};
  EXPECT_EQ(message_of([&] {
              inlet.write(std::vector<double>{1.0, 2.0});
            }),
            "inlet 'arm/board/target' takes Float64, but the value that was written does not fit: it has 2 "
            "elements, expected 1");
  InletInfo info = target();
  info.on_timeout = FaultPolicy::kRestart;
  EXPECT_EQ(message_of([&] {
              (Inlet{info, &seen});
            }),
            "inlet 'arm/board/target' has the timeout policy 'restart', expected stop, safe or hold");
  info = target();
  info.timeout = 0 * kMs;
  EXPECT_NE(message_of([&] { (Inlet{info, &seen}); }).find("expected > 0"), std::string::npos);
  info = target();
  info.initial = std::vector<std::string>{"x"};
  EXPECT_NE(message_of([&] {
              (Inlet{info, &seen});
            }).find("its initial value does not fit"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::runtime
