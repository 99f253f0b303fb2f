// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/runtime.hpp"

#include <algorithm>

#include "binding.hpp"
#include "closest_names.hpp"
#include "device_order.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "runtime_impl.hpp"

namespace lockstep::runtime {
namespace {

using devices::Phase;

/// What a device complains about, with the place of its element where it names none itself.
void add_findings(const Error& error, const SourceLocation& where, std::vector<Diagnostic>& problems) {
  const std::vector<Diagnostic>& own = error.diagnostics();
  const bool has_place =
      std::any_of(own.begin(), own.end(), [](const Diagnostic& one) { return one.where.line != 0; });
  if (!has_place) problems.push_back({Severity::kError, "device-bind", error.message(), {}, where});
  problems.insert(problems.end(), own.begin(), own.end());
}

core::Rational checked_step(const hosts::Host& host) {
  constexpr double kShortest_s = 1e-9;  // time is counted in nanoseconds
  constexpr double kLongest_s = 1e9;
  const core::Rational step = host.step_size();
  const double step_s = step.seconds();
  if (step_s >= kShortest_s && step_s <= kLongest_s) return step;
  throw Error{ErrorCode::kBadUsage, "the step of host '" + std::string{host.name()} + "' is " +
                                        core::to_text(step_s) +
                                        " s, expected 1e-09 s to 1e+09 s; choose another step size"};
}

void check_bound(bool bound, const char* call) {
  if (!bound) throw Error{ErrorCode::kBadUsage, std::string{call} + " was called before bind()"};
}

}  // namespace

Runtime::Impl::Impl(hosts::Host& used_host, hosts::Engine* stepped_engine, RuntimeOptions given_options)
    : host{used_host},
      engine{stepped_engine},
      options{std::move(given_options)},
      state{used_host.state()},
      grid{0.0, checked_step(used_host)},
      own_doors{options.commons != nullptr ? nullptr : std::make_unique<Doors>(options.doors)},
      doors{options.commons != nullptr ? options.commons->doors() : *own_doors},
      signals{doors.signals()},
      owner{options.commons != nullptr ? options.commons->new_owner() : kOwnedByWorld},
      host_stamp{signals.add_stamp()},
      command_writer(host.layout().axis_count, kNoSlot),
      command_adder(host.layout().axis_count, kNoSlot),
      actuator(host.layout().axis_count, kNoSlot),
      command_given(host.layout().axis_count, 0),
      lower(host.layout().axis_count),
      upper(host.layout().axis_count),
      measures_acceleration{host.has(hosts::Capability::kMeasuredAcceleration)},
      previous_velocity(host.layout().axis_count, 0.0) {
  // Devices claim axes by position or velocity anew for each runtime of a host.
  std::fill(state.mode.begin(), state.mode.end(), hosts::CommandMode::kEffort);
  for (const hosts::JointInfo& joint : host.layout().joints) {
    for (std::uint32_t a = 0; a < joint.axis_count; ++a) {
      const hosts::AxisLimits limits = a < joint.limits.size() ? joint.limits[a] : hosts::AxisLimits{};
      lower[joint.first_axis + a] = limits.lower;
      upper[joint.first_axis + a] = limits.upper;
    }
  }
}

Runtime::Impl::~Impl() {
  if (own_doors) return;
  doors.remove(owner);
  options.commons->release_claims(owner);
}

Runtime::Runtime(hosts::Host& host, RuntimeOptions options)
    : impl_{std::make_unique<Impl>(host, nullptr, std::move(options))} {}

Runtime::Runtime(hosts::Engine& engine, RuntimeOptions options)
    : impl_{std::make_unique<Impl>(engine, &engine, std::move(options))} {}

Runtime::~Runtime() = default;

const std::string& Runtime::add(std::unique_ptr<devices::Device> device,
                                const devices::DeviceOptions& options, std::string_view model) {
  if (impl_->bound) throw Error{ErrorCode::kBadUsage, "add() was called after bind()"};
  auto slot = std::make_unique<Slot>();
  slot->model = hosts::normalized_scope(model);
  const std::string base = slot->model.empty() ? device->name() : slot->model + '/' + device->name();
  slot->name = base;
  const auto taken = [&](const std::string& name) {
    return std::any_of(impl_->slots.begin(), impl_->slots.end(),
                       [&](const auto& other) { return other->name == name; });
  };
  for (int n = 2; taken(slot->name); ++n)
    slot->name = base + '_' + std::to_string(n);
  slot->device = std::move(device);
  slot->written = impl_->signals.add_stamp();
  slot->options = options;
  impl_->slots.push_back(std::move(slot));
  return impl_->slots.back()->name;
}

void Runtime::Impl::bind() {
  if (bound) throw Error{ErrorCode::kBadUsage, "bind() was called twice"};
  const Doors::Edit edit{doors};  // others may use doors that are shared
  doors.set_all_signals_kept(options.keep_all_signals);
  if (!own_doors) first_writer = options.commons->reserve_writers(static_cast<std::uint32_t>(slots.size()));
  if (options.host_signals) add_host_signals();
  bind_devices();
  if (own_doors) {
    signals.check_complete();
    make_turns();
  } else {
    note_phases();
  }
  bound = true;
}

void Runtime::Impl::note_phases() {
  for (SignalTable::Entry& entry : signals.entries()) {
    if (entry.owner != owner || entry.writer < first_writer || entry.writer >= first_writer + slots.size())
      continue;
    const std::array<bool, 3>& phases = slots[entry.writer - first_writer]->phases;
    for (std::size_t i = 0; i < phases.size(); ++i) {
      if (phases[i]) entry.phases |= static_cast<std::uint8_t>(1U << i);
    }
  }
}

void Runtime::Impl::bind_devices() {
  std::vector<Diagnostic> problems;
  std::size_t failed = 0;
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    try {
      Binding binding{*this, i};
      slots[i]->device->bind(binding);
    } catch (const Error& error) {
      if (slots.size() == 1 && slots[i]->options.where.line == 0) throw;
      ++failed;
      add_findings(error, slots[i]->options.where, problems);
    }
  }
  if (failed != 0)
    throw Error{ErrorCode::kBadInput,
                std::to_string(failed) + " of " + std::to_string(slots.size()) + " devices cannot be bound",
                std::move(problems)};
}

void Runtime::Impl::make_turns() {
  std::vector<OrderedDevice> devices;
  for (const auto& slot : slots)
    devices.push_back({slot->name, slot->phases});
  std::vector<SameStepRead> reads;
  for (const SignalRead& read : same_step_reads) {
    const SignalTable::Entry& entry = *signals.find(read.signal);
    if (entry.writer != SignalTable::kHost && entry.writer != SignalTable::kInlet && entry.owner == owner)
      reads.push_back({read.reader, entry.writer - first_writer, read.signal});
  }
  DeviceOrder order = order_devices(devices, reads);
  reset_order = std::move(order.reset);
  for (std::size_t phase = 0; phase < turns_.size(); ++phase) {
    for (const std::uint32_t i : order.phases[phase])
      turns_[phase].push_back({slots[i].get(), Schedule{grid.step(), slots[i]->options.period}});
  }
}

void Runtime::bind() {
  impl_->bind();
}

const SignalTable& Runtime::signals() const noexcept {
  return impl_->signals;
}

SignalView Runtime::watch(std::string_view name) {
  check_bound(impl_->bound, "watch()");
  if (impl_->started) throw Error{ErrorCode::kBadUsage, "watch() was called after start()"};
  return impl_->signals.view(name);
}

bool Runtime::is_complete() const {
  const std::vector<std::string>& inputs = impl_->inputs;
  return std::none_of(inputs.begin(), inputs.end(), [this](const std::string& name) {
    return impl_->signals.find(name)->writer == SignalTable::kNobody;
  });
}

std::vector<OutsideRead> Runtime::outside_reads() const {
  std::vector<OutsideRead> reads;
  for (const Impl::SignalRead& read : impl_->same_step_reads) {
    const SignalTable::Entry& entry = *impl_->signals.find(read.signal);
    if (entry.owner == impl_->owner || entry.owner == kOwnedByWorld) continue;
    std::uint8_t read_in = 0;
    for (std::size_t i = 0; i < 3; ++i)
      read_in |= static_cast<std::uint8_t>(impl_->slots[read.reader]->phases[i] ? 1U << i : 0U);
    reads.push_back({read.signal, entry.owner, read_in, entry.phases});
  }
  return reads;
}

std::uint8_t Runtime::phases() const noexcept {
  std::uint8_t all = 0;
  for (const auto& slot : impl_->slots) {
    for (std::size_t i = 0; i < 3; ++i)
      all |= static_cast<std::uint8_t>(slot->phases[i] ? 1U << i : 0U);
  }
  return all;
}

Owner Runtime::owner() const noexcept {
  return impl_->owner;
}

void Runtime::Impl::start() {
  check_bound(bound, "start()");
  if (!own_doors) {
    signals.check_complete(&inputs);
    make_turns();
  }
  note_needs_of_signals();
  host.prepare(needs);
  reset(ResetScope::kBoth);
  started = true;
}

void Runtime::Impl::reset(ResetScope scope) {
  // A world of which only some parts were put back must not step on.
  std::string who = "host '" + std::string{host.name()} + "'";
  stopped_by = kReset;
  try {
    reset_parts(scope, who);
  } catch (const std::exception& error) {
    reset_fault = who + " failed to reset: " + error.what() + "; the world is stopped until a reset succeeds";
    throw;
  }
  stopped_by = kNoSlot;
  copy_host_signals();
  static_cast<void>(run_phase(Phase::kObserve));
  if (own_doors) doors.publish(index, state_time);
}

void Runtime::Impl::reset_parts(ResetScope scope, std::string& who) {
  if (scope != ResetScope::kTime && host.has(hosts::Capability::kReset)) host.reset();
  // What came in before the start is meant for the first step.
  if (started && own_doors) doors.reset();
  if (scope != ResetScope::kState) go_to(0);
  fault_count = 0;
  covered_fault = false;
  for (auto* numbers : {&state.command, &state.applied})
    std::fill(numbers->begin(), numbers->end(), 0.0);
  for (auto* vectors : {&state.force_W, &state.torque_W})
    std::fill(vectors->begin(), vectors->end(), Eigen::Vector3d::Zero());
  if (!measures_acceleration) {
    std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
    for (auto* vectors : {&state.a_WB, &state.alpha_WB})
      std::fill(vectors->begin(), vectors->end(), Eigen::Vector3d::Zero());
  }
  for (const hosts::CommandedAxis& commanded : needs.commanded) {
    if (commanded.mode == hosts::CommandMode::kPosition)
      state.applied[commanded.axis] = state.position[commanded.axis];
  }
  settle_velocities();
  for (const Tunable& tunable : tunables)
    *tunable.value = tunable.initial;
  for (const std::uint32_t i : reset_order) {
    Slot& slot = *slots[i];
    slot.condition = Condition::kRunning;
    slot.ever_faulted = false;
    slot.past_fault.clear();
    *slot.written = stamp_of(state_time);
    who = slot.name;
    slot.device->reset(info_at(Phase::kControl));
  }
  for (auto& phase : turns_) {
    for (Turn& turn : phase)
      turn.schedule.restart(index);
  }
  if (own_doors) signals.latch_delayed();
}

void Runtime::Impl::go_to(std::int64_t k) noexcept {
  index = k;
  interval = grid.interval(k);
  time_s = interval.from_s;
  state_time = time_of(k);
}

void Runtime::Impl::settle_velocities() {
  const bool measures = measures_acceleration;
  const auto settle = [measures](auto& previous, const auto& now, auto& acceleration, const auto& zero) {
    if (previous == now) return;
    previous = now;
    if (!measures) acceleration = zero;
  };
  for (std::size_t i = 0; i < previous_velocity.size(); ++i)
    settle(previous_velocity[i], state.velocity[i], state.acceleration[i], 0.0);
  // Somebody may set a state before start() has asked the host for these links.
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  previous_v.resize(needs.links.size(), zero);
  previous_w.resize(needs.links.size(), zero);
  for (std::size_t i = 0; i < needs.links.size(); ++i) {
    const hosts::LinkIndex link = needs.links[i];
    settle(previous_v[i], state.v_WB[link], state.a_WB[link], zero);
    settle(previous_w[i], state.w_WB[link], state.alpha_WB[link], zero);
  }
}

void Runtime::start() {
  impl_->start();
}

void Runtime::reset(ResetScope scope) {
  if (!impl_->started) throw Error{ErrorCode::kBadUsage, "reset() was called before start()"};
  if (scope != ResetScope::kTime) hosts::require(impl_->host, hosts::Capability::kReset, "Runtime::reset()");
  impl_->reset(scope);
}

void Runtime::set_start_time(core::SimTime start) {
  Impl& world = *impl_;
  world.grid = core::TimeGrid{core::Rational::from_nanoseconds(start.count()), world.grid.step()};
  world.start_time = start;
  world.interval = world.grid.interval(world.index);
  for (auto& phase : world.turns_) {
    for (Turn& turn : phase)
      turn.schedule.restart(world.index);
  }
}

std::int64_t Runtime::index() const noexcept {
  return impl_->index;
}

core::SimTime Runtime::time() const noexcept {
  return impl_->state_time;
}

double Runtime::time_s() const noexcept {
  return impl_->time_s;
}

Doors& Runtime::doors() noexcept {
  return impl_->doors;
}

const Doors& Runtime::doors() const noexcept {
  return impl_->doors;
}

hosts::Host& Runtime::host() noexcept {
  return impl_->host;
}

void Runtime::set_joint_state(std::string_view joint, double position, double velocity, std::uint32_t axis) {
  const hosts::WorldLayout& layout = impl_->host.layout();
  const auto found = layout.find_joint(joint);
  if (!found || axis >= layout.joints[*found].axis_count) {
    std::vector<std::string_view> names;
    for (const hosts::JointInfo& info : layout.joints)
      names.emplace_back(info.name);
    throw Error{ErrorCode::kNotFound, "there is no joint '" + std::string{joint} + "' with an axis " +
                                          std::to_string(axis) + closest_names_text(joint, names)};
  }
  const hosts::AxisIndex i = layout.joints[*found].first_axis + axis;
  impl_->host.set_joint_state(i, position, velocity);
  impl_->settle_velocities();
  if (!impl_->measures_acceleration) impl_->state.acceleration[i] = 0.0;
  // It would jump back to its last target in a step without a command.
  if (impl_->state.mode[i] == hosts::CommandMode::kPosition) impl_->state.applied[i] = position;
}

void Runtime::set_link_state(std::string_view link, const description::Pose& X_WB,
                             const Eigen::Vector3d& v_WB, const Eigen::Vector3d& w_WB) {
  const auto found = impl_->host.layout().find_link(link);
  if (!found) {
    std::vector<std::string_view> names;
    for (const hosts::LinkInfo& info : impl_->host.layout().links)
      names.emplace_back(info.name);
    throw Error{ErrorCode::kNotFound,
                "there is no link '" + std::string{link} + "'" + closest_names_text(link, names)};
  }
  impl_->host.set_link_state(*found, X_WB, v_WB, w_WB);
  impl_->settle_velocities();
  if (impl_->measures_acceleration) return;
  impl_->state.a_WB[*found].setZero();
  impl_->state.alpha_WB[*found].setZero();
}

}  // namespace lockstep::runtime
