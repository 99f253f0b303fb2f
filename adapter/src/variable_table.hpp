// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "input_group.hpp"
#include "output_group.hpp"
#include "typed_input_group.hpp"

namespace lockstep::adapter {

/// Which group an input or output lives in, found without a search. What most variables are, scalars of type
/// Float64, have short ways.
struct alignas(32) Slot {
  static constexpr std::uint32_t kNoGroup = 0xFFFFFFFFU;
  std::uint32_t group{kNoGroup};
  std::uint32_t place{0};
  TypedInput<double>* number_input{nullptr};  ///< a scalar Float64 input
  const double* number_output{nullptr};       ///< where the value of a scalar Float64 output is, once bound
  explicit operator bool() const noexcept { return group != kNoGroup; }
};

/// All inputs and outputs of an FMU in groups of one type and one set of clocks, as a stepper binds them.
/// Input clocks whose ticks the FMU defines are left out: nobody can give them.
class VariableTable {
 public:
  VariableTable(const core::Stepper& stepper, const AdapterOptions& options);

  const Slot& slot(const core::Variable& variable) const noexcept {
    const auto index = static_cast<std::size_t>(&variable - first_);
    return index < count_ ? slots_[index] : no_slot_;
  }
  InputGroup& input(const Slot& slot) const noexcept { return *inputs_[slot.group]; }
  OutputGroup& output(const Slot& slot) const noexcept { return *outputs_[slot.group]; }
  const std::vector<const core::Variable*>& input_variables() const noexcept { return input_variables_; }

  /// After a structural parameter was set.
  void resize_inputs(const core::Stepper& stepper);
  /// Once.
  void bind(core::Stepper& stepper);
  void sample(std::int64_t now_ns, double fraction_ns) noexcept {
    for (const auto& group : inputs_)
      group->sample(now_ns, fraction_ns);
  }
  void clear_inputs() noexcept;

 private:
  const core::Variable* first_;
  std::size_t count_;
  std::vector<Slot> slots_;  // by position in the description
  Slot no_slot_;
  std::vector<const core::Variable*> input_variables_;
  std::vector<std::unique_ptr<InputGroup>> inputs_;
  std::vector<std::unique_ptr<OutputGroup>> outputs_;
};

}  // namespace lockstep::adapter
