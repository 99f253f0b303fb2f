// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lockstep/core/stepper.hpp"

namespace lockstep::devices {

/// The state from which a model goes on after a fault, saved again and again while it runs well.
///
/// Order: keep() once; start() when the model was initialised; then after each step note_step() or
/// note_fault(). After a fault, resume() brings the model back to the last state. One that fails again before
/// another state was saved is not given the same state again: it would fail for ever.
class KeptState {
 public:
  /// Saves every `period_s` of the model's time; 0: never.
  void keep(double period_s) noexcept { period_s_ = period_s; }
  /// The model begins anew at `time_s`, which is no fault.
  void start(double time_s) noexcept;
  /// The model has arrived at `time_s`; saves when it is time. A state that cannot be saved is left out. A
  /// state is saved with the memory of the one before the last, so that only the first two allocate.
  void note_step(core::Stepper& stepper, double time_s) noexcept {
    if (period_s_ > 0.0 && time_s >= due_s_) save(stepper, time_s);
  }
  void note_fault() noexcept { failed_ = true; }
  /// After note_fault(): initialises the model again and gives it the last state. True: the model is at
  /// time_s(), which is not after `at_s`. False: there is no such state (none was saved, or it did not help
  /// before, or the process of the model was lost with it); the model is then in no defined state and needs
  /// reset() and initialize().
  bool resume(core::Stepper& stepper, double at_s);
  /// Of the state that was given last.
  double time_s() const noexcept { return time_s_; }

 private:
  void save(core::Stepper& stepper, double time_s) noexcept;

  std::unique_ptr<core::Snapshot> state_, spare_;
  double period_s_{0.0};
  double due_s_{0.0};
  double time_s_{0.0};
  bool failed_{false};
  bool used_{false};  // resumed from state_, and nothing was saved since
};

}  // namespace lockstep::devices
