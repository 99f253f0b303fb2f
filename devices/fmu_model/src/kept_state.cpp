// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/kept_state.hpp"

#include <utility>

#include "lockstep/core/error.hpp"

namespace lockstep::devices {

void KeptState::start(double time_s) noexcept {
  state_.reset();
  failed_ = used_ = false;
  due_s_ = time_s + period_s_;
}

// Into the spare one: a model that fails while it is saved leaves the last good state as it was.
void KeptState::save(core::Stepper& stepper, double time_s) noexcept {
  due_s_ = time_s + period_s_;
  try {
    stepper.save(spare_);
  } catch (...) {  // the next step says what is wrong with the model
    return;
  }
  std::swap(state_, spare_);
  time_s_ = time_s;
  used_ = false;
}

bool KeptState::resume(core::Stepper& stepper, double at_s) {
  if (!failed_ || used_ || state_ == nullptr || time_s_ > at_s) return false;
  used_ = true;
  try {
    stepper.reset();
    stepper.initialize({time_s_, {}, {}});
    stepper.restore(*state_);
  } catch (const Error&) {
    return false;
  }
  failed_ = false;
  due_s_ = time_s_ + period_s_;
  return true;
}

}  // namespace lockstep::devices
