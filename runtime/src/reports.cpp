// SPDX-License-Identifier: Apache-2.0
// Faults and requests, as seen from outside.
#include <cmath>

#include "closest_names.hpp"
#include "lockstep/core/error.hpp"
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

bool fits(const devices::RequestValue& value, core::VariableType type) {
  switch (type) {
    case core::VariableType::kFloat64:
      return std::holds_alternative<double>(value) && std::isfinite(std::get<double>(value));
    case core::VariableType::kInt64:
      return std::holds_alternative<std::int64_t>(value);
    default:
      return std::holds_alternative<bool>(value);
  }
}

}  // namespace

std::string Runtime::fault() const {
  const Impl& world = *impl_;
  if (world.stopped_by == Impl::kNoSlot) return {};
  const std::string when = seconds_text(world.since_zero(world.stop_time));
  if (world.stopped_by == Impl::kPhysics)
    return "host '" + std::string{world.host.name()} + "' failed at " + when + ": " + world.engine->fault();
  if (world.stopped_by == Impl::kNotFinite)
    return "an effort or force was not finite at " + when + ":" + not_finite_text(world.host, world.needs) +
           "; the world was stopped before it reached the physics";
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

const std::vector<KnownRequest>& Runtime::requests() const noexcept {
  return impl_->known_requests;
}

std::uint32_t Runtime::find_request(std::string_view name) const {
  std::vector<std::string_view> names;
  for (std::uint32_t i = 0; i < impl_->known_requests.size(); ++i) {
    if (impl_->known_requests[i].name == name) return i;
    names.emplace_back(impl_->known_requests[i].name);
  }
  throw Error{ErrorCode::kNotFound,
              "there is no request '" + std::string{name} + "'" + closest_names_text(name, names)};
}

std::uint64_t Runtime::submit(std::uint32_t request, Span<const devices::RequestValue> arguments) {
  const KnownRequest& known = impl_->known_requests.at(request);
  bool good = arguments.size() == known.arguments.size();
  for (std::size_t i = 0; good && i < arguments.size(); ++i)
    good = fits(arguments[i], known.arguments[i].type);
  if (!good) {
    std::string expected;
    for (const devices::RequestField& field : known.arguments)
      expected += ' ' + std::string{core::to_string(field.type)} + ' ' + field.name;
    throw Error{ErrorCode::kBadUsage, "request '" + known.name + "' got " + std::to_string(arguments.size()) +
                                          " arguments that do not fit, expected:" + expected +
                                          " (finite numbers)"};
  }
  if (!impl_->queue) throw Error{ErrorCode::kBadUsage, "submit() was called before bind()"};
  Request queued;
  queued.target = request;
  queued.count = static_cast<std::uint32_t>(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    queued.arguments[i] = arguments[i];
  return impl_->queue->push(queued);
}

Span<const ExecutedRequest> Runtime::executed() const noexcept {
  return {impl_->executed.data(), impl_->executed_count};
}

}  // namespace lockstep::runtime
