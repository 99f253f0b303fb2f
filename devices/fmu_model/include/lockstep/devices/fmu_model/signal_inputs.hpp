// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/stepper.hpp"
#include "lockstep/devices/api/binder.hpp"
#include "lockstep/devices/fmu_model/element_copies.hpp"
#include "lockstep/devices/fmu_model/variable_groups.hpp"

namespace lockstep::devices {

/// Where the value of one input of a model comes from: a signal, or a constant.
struct InputSource {
  std::string variable;              ///< the model's input
  std::string signal;                ///< full name of a signal of the same type and size; or empty:
  std::optional<std::string> value;  ///< a constant, as core::parse_value reads it
  Timing timing{Timing::kSameStep};  ///< of the signal
  core::ConfigNode where{"input"};   ///< for messages
};

/// Inputs of a model that take their values from signals, and from outside: numbers, Booleans, enumerations
/// (from Int64 signals), texts, byte strings; arrays as a whole. Types and sizes must be equal; nothing is
/// converted.
///
/// bind() while the device is bound; take_at_start() before the model is initialised, take() before each of
/// its steps. Every input that no source names is an inlet of the device, named like the variable, with its
/// start value until somebody writes it.
class SignalInputs {
 public:
  /// Throws Error{kBadInput} with everything that is wrong, file and line of each: no such input, named
  /// twice, a clock, neither signal nor value, a value that does not fit. A signal nobody writes or of
  /// another type is refused by the runtime.
  void bind(const std::string& device, Binder& binder, core::Stepper& stepper,
            const std::vector<InputSource>& sources);

  /// Whether the variable is an inlet, and so a signal of the device already.
  bool is_inlet(const core::Variable& variable) const noexcept;

  /// A delayed signal has no value yet when a run starts: such inputs get the start value of the description.
  void take_at_start() const noexcept {
    start_values_.run();
    same_step_.run();
  }
  void take() const noexcept {
    same_step_.run();
    delayed_.run();
  }

 private:
  const core::Variable* check(const std::string& device, core::Stepper& stepper, const InputSource& source,
                              Variables& seen, std::vector<Diagnostic>& problems) const;
  /// A variable without a source becomes an inlet.
  void connect(Binder& binder, core::Stepper& stepper, const Variables& group,
               const std::vector<const InputSource*>& sources);
  template <class T>
  void connect_one(Binder& binder, const core::Stepper& stepper, const core::Variable& variable,
                   const InputSource* source, T* target, std::size_t count);

  Variables inlets_;
  ElementCopies same_step_, delayed_, start_values_;
  std::vector<std::shared_ptr<const void>> kept_;  // start values of delayed inputs
};

}  // namespace lockstep::devices
