// SPDX-License-Identifier: Apache-2.0
// The step path allocates nothing once it is warm: every operator new of the process is counted. (FMUs carry
// a C++ library of their own, so what a model allocates is not seen; the runtime's allocations are.)
#include <atomic>
#include <cstdlib>
#include <new>

#include "model_run.hpp"

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

namespace lockstep::test {
namespace {

TEST(StepPath, AllocatesNothing) {
  for (const char* model : {"DampedPendulum", "BouncingBall", "VanDerPol", "Stair"}) {
    for (const Form& form : kForms) {
      SCOPED_TRACE(model + (' ' + to_text(form)));
      const auto stepper = make_stepper(form.version, model, form.kind);
      std::vector<const core::Variable*> numbers;
      for (const core::Variable& variable : stepper->description().variables()) {
        if (variable.causality == core::Causality::kOutput && variable.type == core::VariableType::kFloat64)
          numbers.push_back(&variable);
      }
      if (!numbers.empty()) static_cast<void>(stepper->bind_outputs<double>(numbers));
      stepper->initialize({0.0, {}, {}});
      const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
      for (std::int64_t k = 0; k < 20; ++k)
        ASSERT_TRUE(succeeded(stepper->step(grid.interval(k)).status));
      const long before = allocations.load();
      bool fine = true;
      for (std::int64_t k = 20; k < 300; ++k)
        fine = succeeded(stepper->step(grid.interval(k)).status) && fine;
      EXPECT_EQ(allocations.load() - before, 0);
      EXPECT_TRUE(fine);
    }
  }
}

}  // namespace
}  // namespace lockstep::test
