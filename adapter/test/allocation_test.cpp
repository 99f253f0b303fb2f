// SPDX-License-Identifier: Apache-2.0
// Adding points, stepping and reading outputs allocate nothing once warm: every operator new of the process
// is counted.
#include <atomic>
#include <cstdlib>
#include <new>

#include "fmu_support.hpp"

namespace {
std::atomic<long> allocations{0};

void* counted(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc{};
}
}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

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
  const long before = allocations.load();
  for (int k = 100; k < 2000; ++k)
    cycle(k);
  EXPECT_EQ(allocations.load() - before, 0);
  EXPECT_TRUE(fine);
}

}  // namespace
}  // namespace lockstep::adapter::test
