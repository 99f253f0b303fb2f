// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "lockstep/devices/api/binder.hpp"
#include "lockstep/devices/fmu_model/element_copies.hpp"
#include "lockstep/devices/fmu_model/variable_groups.hpp"

namespace lockstep::devices {

/// Variables of a model as signals of a device, named like the variables: numbers, Booleans, enumerations (as
/// Int64), texts, byte strings; arrays as a whole.
///
/// bind() or add() while the device is bound; publish() after each step of the model.
class SignalOutputs {
 public:
  /// Binds the variables and declares their signals. Throws what Stepper::bind_outputs and Binder throw.
  void bind(Binder& binder, core::Stepper& stepper, const Variables& variables);
  /// The same for variables of element type T that are bound already, with their elements at `values`.
  template <class T>
  void add(Binder& binder, const core::Stepper& stepper, const Variables& variables, const T* values) {
    for (const core::Variable* variable : variables) {
      const auto count = static_cast<std::uint32_t>(stepper.element_count(*variable));
      const Span<T> signal =
          binder.output<T>(std::string{variable->name}, unit_of(stepper.description(), *variable),
                           std::string{variable->description}, count);
      copies_.add(values, signal.data(), count);
      signals_[variable] = signal.data();
      values += count;
    }
  }

  /// What safe() writes into the signal of this variable. Throws Error{kBadUsage} when the variable has no
  /// signal, or what the text says does not fit it.
  void set_safe_value(const core::Stepper& stepper, const core::Variable& variable, std::string_view text);

  /// Copies the model's values into the signals.
  void publish() const noexcept { copies_.run(); }
  /// Writes the safe values; signals without one keep what they have.
  void make_safe() const noexcept { safe_.run(); }

 private:
  ElementCopies copies_, safe_;
  std::map<const core::Variable*, void*> signals_;
  std::vector<std::shared_ptr<void>> safe_values_;
};

}  // namespace lockstep::devices
