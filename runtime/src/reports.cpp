// SPDX-License-Identifier: Apache-2.0
// Faults, as seen from outside.
#include <cmath>

#include "lockstep/core/number_text.hpp"
#include "runtime_impl.hpp"

namespace lockstep::runtime {
namespace {

std::string seconds_text(core::SimTime time) {
  return "t = " + core::to_text(static_cast<double>(time.count()) * 1e-9) + " s";
}

/// Which joints or links somebody wanted to push with NaN or infinity.
std::string not_finite_text(const hosts::Host& host, const hosts::Needs& needs) {
  std::string text;
  const hosts::WorldState& state = host.state();
  for (const hosts::JointInfo& joint : host.layout().joints) {
    for (std::uint32_t a = 0; a < joint.axis_count; ++a) {
      const double effort = state.applied[joint.first_axis + a];
      if (!std::isfinite(effort)) text += " joint '" + joint.name + "' (" + core::to_text(effort) + ")";
    }
  }
  for (const hosts::LinkIndex link : needs.pushed) {
    if (!state.force_W[link].allFinite() || !state.torque_W[link].allFinite())
      text += " link '" + host.layout().links[link].name + "'";
  }
  return text;
}

std::string bad_time_text(const hosts::Host& host, const StepEnd& end, const std::string& before) {
  std::string text = "host '" + std::string{host.name()} + "' ended the step after " + before + " with " +
                     std::to_string(end.cycles) + " ticks";
  if (end.measured_time) text += " at " + seconds_text(*end.measured_time) + " from the start";
  return text + ", expected at least 1 tick and a later time; the world was stopped";
}

}  // namespace

std::string Runtime::fault() const {
  const Impl& world = *impl_;
  if (world.stopped_by == Impl::kNoSlot) return {};
  if (world.stopped_by == Impl::kReset) return world.reset_fault;
  const std::string when = seconds_text(world.since_zero(world.stop_time));
  if (world.stopped_by == Impl::kBadTime) return bad_time_text(world.host, world.refused_end, when);
  if (world.stopped_by == Impl::kPhysics)
    return "host '" + std::string{world.host.name()} + "' failed at " + when + ": " + world.engine->fault();
  if (world.stopped_by == Impl::kNotFinite)
    return "an effort or force was not finite at " + when + ":" + not_finite_text(world.host, world.needs) +
           "; the world was stopped before it reached the physics";
  if (world.stopped_by == Impl::kInlet)
    return "inlet '" + world.stopped_inlet->info().name + "' had no new value at " + when + " for " +
           core::to_text(static_cast<double>(world.stopped_inlet->status().age.count()) * 1e-9) +
           " s, at most " +
           core::to_text(static_cast<double>(world.stopped_inlet->info().timeout->count()) * 1e-9) +
           " s are allowed; write it more often, or give it another timeout or policy";
  if (world.stopped_by == Impl::kEndOfTime)
    return "the step of " + core::to_text(world.interval.size_s) + " s cannot go on from " +
           core::to_text(world.time_s) + " s: times end at " + core::to_text(core::kLatestTime_s) +
           " s, and successive ones must differ as doubles; choose a larger step, or reset the world earlier";
  const Slot& slot = *world.slots[world.stopped_by];
  return slot.name + " failed at " + when + ": " +
         (slot.past_fault.empty() ? slot.device->fault() : slot.past_fault);
}

std::uint64_t Runtime::fault_count() const noexcept {
  return impl_->fault_count;
}

std::vector<DeviceFault> Runtime::faults() const {
  std::vector<DeviceFault> all;
  for (const auto& slot : impl_->slots) {
    if (!slot->ever_faulted) continue;
    all.push_back({slot->name, impl_->since_zero(slot->fault_time), slot->options.on_fault,
                   slot->past_fault.empty() ? slot->device->fault() : slot->past_fault});
  }
  return all;
}

}  // namespace lockstep::runtime
