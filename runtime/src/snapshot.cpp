// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/snapshot.hpp"

#include <algorithm>
#include <cstring>

#include "lockstep/core/error.hpp"
#include "runtime_impl.hpp"

namespace lockstep::runtime {

/// Everything a step depends on, besides what setup fixed.
class WorldSnapshot::Parts {
 public:
  const Runtime::Impl* owner{nullptr};
  std::unique_ptr<hosts::Snapshot> host;
  std::vector<std::unique_ptr<devices::DeviceState>> devices;  // null where kept memory is all
  std::vector<std::byte> kept;                                 // memory of all devices, one after another
  std::vector<double> tunables;
  struct Fault {
    Condition condition;
    bool ever;
    core::SimTime time;
    std::string past;
    core::SimTime written;  // stamp of the slot's signals
  };
  std::vector<Fault> faults;  // of each slot
  std::uint64_t fault_count{0};
  std::vector<std::vector<Schedule::State>> runs;  // by phase: of each turn
  std::vector<SignalBuffer> signals, delayed;      // of each entry; empty where it has none
  std::vector<double> command, applied, acceleration, previous_velocity;
  std::vector<Eigen::Vector3d> force, torque, a, alpha, previous_v, previous_w;
  std::vector<devices::InletStatus> inlets;
  std::int64_t index{0};
  core::StepInterval interval;
  core::SimTime stamp{0};
  double time_s{0.0};
  bool covered_fault{false};
};

WorldSnapshot::WorldSnapshot() : parts_{std::make_unique<Parts>()} {}
WorldSnapshot::~WorldSnapshot() = default;

namespace {

std::vector<std::byte> copy_kept(const std::vector<Runtime::Impl::Kept>& kept) {
  std::vector<std::byte> bytes;
  for (const Runtime::Impl::Kept& one : kept) {
    const auto* data = static_cast<const std::byte*>(one.data);
    bytes.insert(bytes.end(), data, data + one.size);
  }
  return bytes;
}

void write_kept(const std::vector<std::byte>& bytes, const std::vector<Runtime::Impl::Kept>& kept) {
  const std::byte* from = bytes.data();
  for (const Runtime::Impl::Kept& one : kept) {
    std::memcpy(one.data, from, one.size);
    from += one.size;
  }
}

SignalBuffer copy_of(const SignalBuffer& buffer, const devices::SignalInfo& info) {
  if (!buffer) return {};
  SignalBuffer copy{info.type, info.count};
  copy.assign(buffer.data());
  return copy;
}

/// Element by element: devices hold pointers into the arrays of a world.
template <class T>
void copy_into(std::vector<T>& to, const std::vector<T>& from) {
  if (to.size() != from.size())
    throw Error{ErrorCode::kBadUsage, "restore() was given a snapshot with an array of " +
                                          std::to_string(from.size()) + " elements instead of " +
                                          std::to_string(to.size())};
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

std::unique_ptr<WorldSnapshot> Runtime::save() {
  Impl& world = *impl_;
  std::vector<Diagnostic> problems;
  if (!world.host.has(hosts::Capability::kSave))
    problems.push_back(
        {Severity::kError, "save-host", "host '" + std::string{world.host.name()} + "' cannot", {}, {}});
  for (const auto& slot : world.slots) {
    if (const std::string why = slot->device->why_not_saved(); !why.empty())
      problems.push_back({Severity::kError, "save-device", slot->name + ": " + why, {}, {}});
  }
  if (!world.started || world.stopped_by != Impl::kNoSlot)
    throw Error{ErrorCode::kBadUsage, "save() needs a world that was started and has not stopped"};
  if (!problems.empty())
    throw Error{ErrorCode::kUnsupported, "the world cannot be saved, because of these parts",
                std::move(problems)};

  auto snapshot = std::make_unique<WorldSnapshot>();
  WorldSnapshot::Parts& parts = snapshot->parts();
  parts.owner = &world;
  parts.host = world.host.save();
  for (const auto& slot : world.slots) {
    parts.devices.push_back(slot->device->save());
    parts.faults.push_back(
        {slot->condition, slot->ever_faulted, slot->fault_time, slot->past_fault, *slot->written});
  }
  parts.kept = copy_kept(world.kept);
  for (const Impl::Tunable& tunable : world.tunables)
    parts.tunables.push_back(*tunable.value);
  for (const auto& phase : world.turns_) {
    parts.runs.emplace_back();
    for (const Turn& turn : phase)
      parts.runs.back().push_back(turn.schedule.state());
  }
  for (const SignalTable::Entry& entry : world.signals.entries()) {
    parts.signals.push_back(copy_of(entry.storage, entry.info));
    parts.delayed.push_back(copy_of(entry.delayed, entry.info));
  }
  for (const Inlet& inlet : world.doors.inlets())
    parts.inlets.push_back(inlet.status());
  const hosts::WorldState& state = world.state;
  parts.command = state.command;
  parts.applied = state.applied;
  parts.acceleration = state.acceleration;
  parts.previous_velocity = world.previous_velocity;
  parts.force = state.force_W;
  parts.torque = state.torque_W;
  parts.a = state.a_WB;
  parts.alpha = state.alpha_WB;
  parts.previous_v = world.previous_v;
  parts.previous_w = world.previous_w;
  parts.index = world.index;
  parts.interval = world.interval;
  parts.stamp = world.state_time;
  parts.time_s = world.time_s;
  parts.fault_count = world.fault_count;
  parts.covered_fault = world.covered_fault;
  return snapshot;
}

void Runtime::restore(const WorldSnapshot& snapshot) {
  Impl& world = *impl_;
  const WorldSnapshot::Parts& parts = snapshot.parts();
  if (parts.owner != &world)
    throw Error{ErrorCode::kBadUsage, "restore() was given a snapshot of another world"};
  // A world of which only some parts were restored must not step on.
  world.stopped_by = Impl::kReset;
  world.reset_fault = "a restore has failed half way; the world is stopped until a reset or restore succeeds";
  world.host.restore(*parts.host);
  for (std::size_t i = 0; i < world.slots.size(); ++i) {
    Slot& slot = *world.slots[i];
    if (parts.devices[i]) slot.device->restore(*parts.devices[i]);
    slot.condition = parts.faults[i].condition;
    slot.ever_faulted = parts.faults[i].ever;
    slot.fault_time = parts.faults[i].time;
    slot.past_fault = parts.faults[i].past;
    *slot.written = parts.faults[i].written;
  }
  write_kept(parts.kept, world.kept);
  for (std::size_t i = 0; i < world.tunables.size(); ++i)
    *world.tunables[i].value = parts.tunables[i];
  world.fault_count = parts.fault_count;
  for (std::size_t p = 0; p < world.turns_.size(); ++p) {
    for (std::size_t i = 0; i < world.turns_[p].size(); ++i)
      world.turns_[p][i].schedule.set_state(parts.runs[p][i]);
  }
  std::size_t i = 0;
  for (SignalTable::Entry& entry : world.signals.entries()) {
    if (parts.signals[i]) entry.storage.assign(parts.signals[i].data());
    if (parts.delayed[i]) entry.delayed.assign(parts.delayed[i].data());
    ++i;
  }
  for (std::size_t n = 0; n < parts.inlets.size(); ++n)
    world.doors.inlets()[n].set_status(parts.inlets[n]);
  hosts::WorldState& state = world.state;
  copy_into(state.command, parts.command);
  copy_into(state.applied, parts.applied);
  copy_into(state.acceleration, parts.acceleration);
  copy_into(world.previous_velocity, parts.previous_velocity);
  copy_into(state.force_W, parts.force);
  copy_into(state.torque_W, parts.torque);
  copy_into(state.a_WB, parts.a);
  copy_into(state.alpha_WB, parts.alpha);
  copy_into(world.previous_v, parts.previous_v);
  copy_into(world.previous_w, parts.previous_w);
  world.go_to(parts.index);
  world.interval = parts.interval;
  world.state_time = parts.stamp;
  world.time_s = parts.time_s;
  world.covered_fault = parts.covered_fault;
  world.stopped_by = Impl::kNoSlot;
  world.doors.restart();
  world.doors.publish(world.index, world.state_time);
}

}  // namespace lockstep::runtime
