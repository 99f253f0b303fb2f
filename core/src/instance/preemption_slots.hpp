// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/instance.hpp"
#include "lockstep/fmi/fmi3.h"

namespace lockstep::core {

/// FMI 3's lockPreemption and unlockPreemption have no argument, so every Scheduled Execution instance gets a
/// pair of functions of its own that knows whose they are. There are 64 pairs.
class PreemptionSlot {
 public:
  /// Throws Error{kUnsupported} when all pairs are in use.
  explicit PreemptionSlot(SchedulerCallbacks& scheduler);
  ~PreemptionSlot();
  PreemptionSlot(const PreemptionSlot&) = delete;
  PreemptionSlot& operator=(const PreemptionSlot&) = delete;

  fmi3LockPreemptionCallback lock() const noexcept;
  fmi3UnlockPreemptionCallback unlock() const noexcept;

 private:
  std::size_t index_;
};

}  // namespace lockstep::core
