// SPDX-License-Identifier: Apache-2.0
#include "instance/call_ring.hpp"

#include <gtest/gtest.h>

#include "instance/function_table.hpp"
#include "lockstep/core/status.hpp"

namespace lockstep::core {
namespace {

constexpr auto kDoStep = static_cast<std::uint8_t>(Fmi2Function::DoStep);
constexpr auto kGetReal = static_cast<std::uint8_t>(Fmi2Function::GetReal);
constexpr auto kTerminate = static_cast<std::uint8_t>(Fmi2Function::Terminate);

// A call is written before it is made: without an answer it shows as the one that never returned.
TEST(CallRing, ShowsCallsInOrderAndTheOneInFlight) {
  CallRing ring;
  ring.end(ring.begin_at(kDoStep, 0.5), static_cast<std::uint8_t>(Status::kOk));
  ring.end(ring.begin_values(kGetReal, 17, 3), static_cast<std::uint8_t>(Status::kError));
  ring.end(ring.begin_values(kGetReal, 4, 1), 42);
  ring.begin_values(kTerminate, 0, 0);
  EXPECT_EQ(to_string(ring, fmi2_name),
            "  fmi2DoStep(0.5) -> OK\n"
            "  fmi2GetReal(3 references from 17) -> Error\n"
            "  fmi2GetReal(reference 4) -> status 42\n"
            "  fmi2Terminate() -> no answer\n");
}

// Only the last 32 calls are kept, and the count goes on.
TEST(CallRing, KeepsTheLast32) {
  CallRing ring;
  for (int i = 0; i < 40; ++i)
    ring.end(ring.begin_at(kDoStep, i), 0);
  EXPECT_EQ(ring.size(), 32U);
  EXPECT_EQ(ring.total(), 40U);
  EXPECT_EQ(ring[0].time_s, 8.0);
  EXPECT_EQ(ring[31].time_s, 39.0);
}

// The answer to a call that made others inside it finds its record as long as it is there.
TEST(CallRing, NestedCallsKeepTheirRecords) {
  CallRing ring;
  const CallRing::Ticket outer = ring.begin_at(kDoStep, 1.0);
  for (int i = 0; i < 31; ++i)
    ring.end(ring.begin_values(kGetReal, 0, 1), 0);
  ring.end_nested(outer, static_cast<std::uint8_t>(Status::kError));
  EXPECT_EQ(ring[0].function(), kDoStep);
  EXPECT_EQ(ring[0].status(), static_cast<std::uint8_t>(Status::kError));
}

// A call whose record was pushed out by calls made inside it must not write its status into somebody else's
// record.
TEST(CallRing, NestedCallsDoNotLoseTheirStatus) {
  CallRing ring;
  const CallRing::Ticket outer = ring.begin_at(kDoStep, 1.0);
  for (int i = 0; i < 32; ++i)
    ring.end(ring.begin_values(kGetReal, 0, 1), 0);
  ring.end_nested(outer, static_cast<std::uint8_t>(Status::kError));
  for (std::uint32_t i = 0; i < ring.size(); ++i)
    EXPECT_EQ(ring[i].status(), 0U);
}

}  // namespace
}  // namespace lockstep::core
