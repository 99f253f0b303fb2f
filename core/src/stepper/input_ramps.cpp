// SPDX-License-Identifier: Apache-2.0
#include "stepper/input_ramps.hpp"

#include <algorithm>

namespace lockstep::core {
namespace {

InputRamps::Means choose_means(const InterfaceCapabilities& capabilities, FmiVersion version) noexcept {
  if (version == FmiVersion::k3) {
    return capabilities.provides_intermediate_update ? InputRamps::Means::kIntermediateUpdate
                                                     : InputRamps::Means::kHold;
  }
  return capabilities.can_interpolate_inputs ? InputRamps::Means::kInputDerivatives
                                             : InputRamps::Means::kHold;
}

}  // namespace

InputRamps::InputRamps(const InterfaceCapabilities& capabilities, FmiVersion version)
    : means_{choose_means(capabilities, version)} {}

void InputRamps::bind(const Stepper::Group& group) {
  Ramp ramp;
  ramp.group = &group;
  ramp.now.resize(group.element_count);
  ramp.references = group.references;
  ramp.orders.assign(group.element_count, 1);
  ramp.may_update = std::all_of(group.variables.begin(), group.variables.end(),
                                [](const Variable* variable) { return variable->intermediate_update; });
  ramps_.push_back(std::move(ramp));
}

Status InputRamps::set_at(Instance& instance, Ramp& ramp, double time_s) noexcept {
  const std::size_t count = ramp.group->element_count;
  const auto* at_start = static_cast<const double*>(ramp.group->data);
  const double* at_end = at_start + count;
  const double weight = (time_s - interval_.from_s) / (interval_.to_s - interval_.from_s);
  for (std::size_t i = 0; i < count; ++i) {
    ramp.now[i] = weight == 0.0 ? at_start[i] : at_start[i] + weight * (at_end[i] - at_start[i]);
  }
  return instance.set(ramp.references, Span<const double>{ramp.now.data(), count});
}

Status InputRamps::begin_step(Instance& instance, const StepInterval& interval, double from_s) noexcept {
  interval_ = interval;
  Status worst = update_status_;
  update_status_ = Status::kOk;
  for (Ramp& ramp : ramps_) {
    worst = std::max(worst, set_at(instance, ramp, from_s));
    if (means_ != Means::kInputDerivatives || !succeeded(worst)) continue;
    const std::size_t count = ramp.group->element_count;
    const auto* at_start = static_cast<const double*>(ramp.group->data);
    const double length_s = interval.to_s - interval.from_s;
    for (std::size_t i = 0; i < count; ++i)
      ramp.now[i] = (at_start[count + i] - at_start[i]) / length_s;
    worst = std::max(worst, instance.set_input_derivatives(ramp.references, ramp.orders,
                                                           Span<const double>{ramp.now.data(), count}));
  }
  return worst;
}

bool InputRamps::on_intermediate_update(Instance& instance, const IntermediateUpdate& update) noexcept {
  if (!update.set_requested) return false;
  for (Ramp& ramp : ramps_) {
    if (ramp.may_update) update_status_ = std::max(update_status_, set_at(instance, ramp, update.time_s));
  }
  return false;
}

}  // namespace lockstep::core
