// SPDX-License-Identifier: Apache-2.0
// Adding points, stepping and reading outputs allocate nothing once warm: every operator new of the process
// is counted.

#include "fmu_support.hpp"
#include "support/allocation_count.hpp"

namespace lockstep::adapter::test {
namespace {

TEST(AdapterStep, AllocatesNothing) {
  Adapter adapter{fmu_path("Feedthrough", "3.0")};
  const core::Variable& number = adapter.variable("Float64_continuous_input");
  const core::Variable& flag = adapter.variable("Boolean_input");
  const core::Variable& output = adapter.variable("Float64_continuous_output");
  adapter.exit_initialization(SimTime{0});
  core::Value read;
  bool fine = true;
  const auto cycle = [&](int k) {
    fine = accepted(adapter.add_number(number, seconds(0.1 * k + 0.01), k)) && fine;
    fine = accepted(adapter.add_number(flag, seconds(0.1 * k + 0.01), k % 2)) && fine;
    fine = succeeded(adapter.step_until(seconds(0.1 * k + 0.1)).outcome) && fine;
    fine = succeeded(adapter.step(seconds(0.05)).outcome) && fine;
    adapter.shift_time(-seconds(0.05));
    adapter.read_output(output, read);
  };
  for (int k = 1; k < 100; ++k)
    cycle(k);
  const long before = lockstep::test::allocation_count();
  for (int k = 100; k < 2000; ++k)
    cycle(k);
  EXPECT_EQ(lockstep::test::allocation_count() - before, 0);
  EXPECT_TRUE(fine);
}

}  // namespace
}  // namespace lockstep::adapter::test
