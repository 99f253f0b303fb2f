// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/api/binder.hpp"

#include <gtest/gtest.h>

namespace lockstep::devices {
namespace {

// The words of the documentation.
TEST(Phase, HasTheNamesOfTheDocumentation) {
  EXPECT_EQ(to_string(Phase::kControl), "control");
  EXPECT_EQ(to_string(Phase::kActuate), "actuate");
  EXPECT_EQ(to_string(Phase::kObserve), "observe");
}

}  // namespace
}  // namespace lockstep::devices
