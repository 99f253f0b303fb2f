// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "lockstep/network/network_config.hpp"

namespace lockstep::network {

/// One model of a network with the variables the network uses of it: first want_*() for each, then bind()
/// once, then the addresses. One group per type and direction, so that a step costs one set and one get each.
class Component {
 public:
  Component(const ComponentConfig& config, const ComponentUse& use);

  const std::string& name() const noexcept { return name_; }
  core::Stepper& stepper() noexcept { return *stepper_; }
  const core::Stepper& stepper() const noexcept { return *stepper_; }
  const core::ModelDescription& description() const noexcept { return stepper_->description(); }
  bool can_roll_back() const noexcept { return stepper_->can_save(); }
  /// Whether this input can run on a straight line inside a step.
  bool takes_ramp(const core::Variable& input) const noexcept;

  /// The start value it was given; null: that of its description.
  const core::Value* given(const core::Variable& variable) const noexcept;

  void want_input(const core::Variable& variable, bool ramp);
  void want_output(const core::Variable& variable);
  void bind();

  /// First element of an input; at the start of the step where it is a ramp.
  void* input(const core::Variable& variable) const { return inputs_.at(&variable).start; }
  /// The same at the end of the step; null unless the input is a ramp.
  void* ramp_end(const core::Variable& variable) const { return inputs_.at(&variable).end; }
  const void* output(const core::Variable& variable) const { return outputs_.at(&variable); }

  /// Keeps the state to come back to. False, once and for all, where that fails.
  bool save() noexcept;
  bool restore() noexcept;
  void save(std::unique_ptr<core::Snapshot>& snapshot) { stepper_->save(snapshot); }

  // --- how it is stepped; the master's notes -----------------------------------------------------------
  std::uint32_t substeps{1};  ///< steps of the component in one step of the network
  std::uint32_t every{1};     ///< or one step in so many of the network's
  std::uint32_t phase{0};     ///< steps of the network since its own last one
  double window_start_s{0.0};
  double busy_s{0.0};  ///< wall time of the steps that were measured
  std::uint64_t steps{0}, measured_steps{0};

 private:
  void apply(const ComponentConfig& config, bool structural, std::vector<Diagnostic>& problems);
  struct InputPlace {
    bool ramp{false};
    void *start{nullptr}, *end{nullptr};
  };
  using Group = std::vector<const core::Variable*>;
  void bind_inputs(const Group& group);
  void bind_ramps(const Group& group);
  void bind_outputs(const Group& group);

  std::string name_;
  std::unique_ptr<core::Stepper> stepper_;
  std::unique_ptr<core::Snapshot> snapshot_;  // destroyed before the stepper
  std::map<const core::Variable*, core::Value> given_;
  std::vector<const core::Variable*> wanted_inputs_, wanted_outputs_;  // in the order they were asked for
  std::map<const core::Variable*, InputPlace> inputs_;
  std::map<const core::Variable*, const void*> outputs_;
};

}  // namespace lockstep::network
