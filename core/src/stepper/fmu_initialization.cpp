// SPDX-License-Identifier: Apache-2.0
// How an FMU gets from its instantiation to its first communication point.
#include <fmt/format.h>

#include <algorithm>

#include "lockstep/core/error.hpp"
#include "stepper/element_types.hpp"
#include "stepper/fmu_stepper.hpp"
#include "stepper/typed_buffer.hpp"

namespace lockstep::core {

void FmuStepper::apply_set_values(Stage stage) {
  for (const auto& [variable, value] : set_values_) {
    const Stage its_stage = is_structural(*variable)                    ? Stage::kConfiguration
                            : variable->initial == Initial::kCalculated ? Stage::kInitialization
                                                                        : Stage::kInstantiated;
    if (its_stage != stage) continue;
    const std::size_t count = element_count(*variable);
    const std::shared_ptr<void> buffer = make_typed_buffer(variable->type, count);
    store_value(*variable, value, buffer.get(), count);
    const Status status =
        set_elements(*instance_, variable->type, {&variable->value_reference, 1}, buffer.get(), count);
    if (!succeeded(status)) {
      throw Error{ErrorCode::kFmuFailed, fmt::format("{}: the FMU refused {} = {}\n{}", instance_->name(),
                                                     variable->name, to_text(value), instance_->failure())};
    }
  }
}

void FmuStepper::initialize(const ExperimentSetup& setup) {
  enter_initialization(setup);
  exit_initialization();
}

void FmuStepper::enter_initialization(const ExperimentSetup& setup) {
  if (phase_ != Phase::kSetUp) {
    throw Error{ErrorCode::kBadUsage,
                fmt::format("{}: initialize() after initialize(); call reset() first", instance_->name())};
  }
  const double start_s = setup.start_time_s;
  setup_ = setup;
  statistics_ = {};
  enter(Phase::kFailed);  // until everything below succeeded
  const bool configure = std::any_of(set_values_.begin(), set_values_.end(),
                                     [](const auto& entry) { return is_structural(*entry.first); });
  if (configure) {
    require(instance_->enter_configuration_mode(), "entering configuration mode", start_s);
    apply_set_values(Stage::kConfiguration);
    require(instance_->exit_configuration_mode(), "leaving configuration mode", start_s);
  }
  apply_set_values(Stage::kInstantiated);
  require(instance_->enter_initialization_mode(setup), "entering initialisation mode", start_s);
  apply_set_values(Stage::kInitialization);
  enter(Phase::kInitializing);
}

void FmuStepper::require_initializing(const char* call) const {
  if (phase_ == Phase::kInitializing) return;
  throw Error{ErrorCode::kBadUsage,
              fmt::format("{}: {} outside initialisation mode; call enter_initialization() first",
                          instance_->name(), call)};
}

void FmuStepper::set_initial_inputs() {
  const double start_s = setup_.start_time_s;
  require(set_inputs(), "setting the inputs", start_s);
  for (const Group* group : ramp_groups_)
    require(set_group(*group), "setting the inputs", start_s);
  for (const Group* group : clocked_groups_)
    if (group->role == Group::Role::kInput) require(set_group(*group), "setting the inputs", start_s);
}

void FmuStepper::evaluate_initial() {
  require_initializing("evaluate_initial()");
  set_initial_inputs();
  // Trial inputs may lead to outputs that are not finite; whoever tries them looks at the values.
  for (const Group* group : output_groups_) {
    require(get_elements(*instance_, group->type, group->references, group->data, group->element_count),
            "reading the outputs", setup_.start_time_s);
  }
}

void FmuStepper::exit_initialization() {
  require_initializing("exit_initialization()");
  const double start_s = setup_.start_time_s;
  set_initial_inputs();
  enter(Phase::kFailed);  // until everything below succeeded
  on_initialization_mode(setup_);
  require(instance_->exit_initialization_mode(), "initialising", start_s);
  on_initialized(setup_);
  require(get_outputs(start_s), "reading the outputs", start_s);
  enter(Phase::kRunning);
}

void FmuStepper::on_initialization_mode(const ExperimentSetup&) {}

}  // namespace lockstep::core
