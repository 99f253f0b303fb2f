// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/core/instance.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::core {

/// Continuous inputs on straight lines inside a Co-Simulation step, by whatever means the FMU has:
/// FMI 3 intermediate update (this object is the handler), FMI 1/2 input derivatives, or none (held at the
/// start value).
///
/// bind() in set-up; begin_step() before each doStep. Nothing allocates after set-up.
class InputRamps final : public IntermediateUpdateHandler {
 public:
  enum class Means { kHold, kInputDerivatives, kIntermediateUpdate };

  explicit InputRamps(const InterfaceCapabilities& capabilities, FmiVersion version);

  Means means() const noexcept { return means_; }
  void bind(const Stepper::Group& group);
  bool empty() const noexcept { return ramps_.empty(); }

  /// Sets the values at `from_s` of the communication step [interval.from_s, interval.to_s] and prepares the
  /// slopes.
  Status begin_step(Instance& instance, const StepInterval& interval, double from_s) noexcept;

  bool on_intermediate_update(Instance& instance, const IntermediateUpdate& update) noexcept override;

 private:
  struct Ramp {
    const Stepper::Group* group{nullptr};
    bool may_update{false};   // every variable allows intermediate update
    std::vector<double> now;  // values or slopes handed to the FMU
    std::vector<ValueReference> references;
    std::vector<std::int32_t> orders;  // all 1
  };
  Status set_at(Instance& instance, Ramp& ramp, double time_s) noexcept;

  Means means_;
  std::vector<Ramp> ramps_;
  StepInterval interval_;
  Status update_status_{Status::kOk};  // worst answer inside the callback, reported at the next step
};

}  // namespace lockstep::core
