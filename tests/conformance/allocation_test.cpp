// SPDX-License-Identifier: Apache-2.0
// The step path allocates nothing once it is warm: every operator new of the process is counted. (FMUs carry
// a C++ library of their own, so what a model allocates is not seen; the runtime's allocations are.)
#include <functional>
#include <type_traits>

#include "model_run.hpp"
#include "support/allocation_count.hpp"

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
      const long before = lockstep::test::allocation_count();
      bool fine = true;
      for (std::int64_t k = 20; k < 300; ++k)
        fine = succeeded(stepper->step(grid.interval(k)).status) && fine;
      EXPECT_EQ(lockstep::test::allocation_count() - before, 0);
      EXPECT_TRUE(fine);
    }
  }
}

/// Binds every input and output of a type; the writer changes the inputs from step to step.
template <class T>
void bind_all(core::Stepper& stepper, core::VariableType type,
              std::vector<std::function<void(std::int64_t)>>& writers) {
  std::vector<const core::Variable*> inputs;
  std::vector<const core::Variable*> ramps;
  std::vector<const core::Variable*> outputs;
  for (const core::Variable& variable : stepper.description().variables()) {
    if (variable.type != type) continue;
    const bool ramp =
        type == core::VariableType::kFloat64 && variable.variability == core::Variability::kContinuous;
    if (variable.causality == core::Causality::kInput) (ramp ? ramps : inputs).push_back(&variable);
    if (variable.causality == core::Causality::kOutput) outputs.push_back(&variable);
  }
  if (!ramps.empty()) {
    const core::RampGroup group = stepper.bind_ramps(ramps);
    writers.push_back([group](std::int64_t k) {
      for (std::size_t i = 0; i < group.at_start.size(); ++i) {
        group.at_start[i] = static_cast<double>(k);
        group.at_end[i] = static_cast<double>(k + 1);
      }
    });
  }
  if (!inputs.empty()) {
    const Span<T> group = stepper.bind_inputs<T>(inputs);
    writers.push_back([group]([[maybe_unused]] std::int64_t k) {
      if constexpr (std::is_arithmetic_v<T>) {
        for (T& value : group)
          value = static_cast<T>(1 + k % 2);
      }
    });
  }
  if (!outputs.empty()) static_cast<void>(stepper.bind_outputs<T>(outputs));
}

// Nor does it with inputs of every type that change in each step, ramps, and outputs of every type.
TEST(StepPath, AllocatesNothingForAnyType) {
  using Type = core::VariableType;
  for (const Form& form : kForms) {
    SCOPED_TRACE(to_text(form));
    const auto stepper = make_stepper(form.version, "Feedthrough", form.kind);
    std::vector<std::function<void(std::int64_t)>> writers;
    bind_all<double>(*stepper, Type::kFloat64, writers);
    bind_all<float>(*stepper, Type::kFloat32, writers);
    bind_all<std::int8_t>(*stepper, Type::kInt8, writers);
    bind_all<std::uint8_t>(*stepper, Type::kUInt8, writers);
    bind_all<std::int16_t>(*stepper, Type::kInt16, writers);
    bind_all<std::uint16_t>(*stepper, Type::kUInt16, writers);
    bind_all<std::int32_t>(*stepper, Type::kInt32, writers);
    bind_all<std::uint32_t>(*stepper, Type::kUInt32, writers);
    bind_all<std::int64_t>(*stepper, Type::kInt64, writers);
    bind_all<std::uint64_t>(*stepper, Type::kUInt64, writers);
    bind_all<std::int64_t>(*stepper, Type::kEnumeration, writers);
    bind_all<bool>(*stepper, Type::kBoolean, writers);
    bind_all<std::string>(*stepper, Type::kString, writers);
    bind_all<core::BinaryValue>(*stepper, Type::kBinary, writers);
    ASSERT_GE(writers.size(), 6U);
    stepper->initialize({0.0, {}, {}});
    const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
    const auto steps_from = [&](std::int64_t from, std::int64_t to) {
      bool fine = true;
      for (std::int64_t k = from; k < to; ++k) {
        for (const auto& write : writers)
          write(k);
        fine = succeeded(stepper->step(grid.interval(k)).status) && fine;
      }
      return fine;
    };
    ASSERT_TRUE(steps_from(0, 20)) << stepper->fault();
    const long before = lockstep::test::allocation_count();
    const bool fine = steps_from(20, 100);
    EXPECT_EQ(lockstep::test::allocation_count() - before, 0);
    EXPECT_TRUE(fine) << stepper->fault();
  }
}

}  // namespace
}  // namespace lockstep::test
