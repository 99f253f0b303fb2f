// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/coupled_system.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "coupled_system_impl.hpp"
#include "initial_values.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::network {
namespace {

using Kind = NetworkVariable::Kind;

struct NetworkSnapshot final : core::Snapshot {
  const core::Stepper* owner{nullptr};
  std::vector<std::unique_ptr<core::Snapshot>> components;
  std::unique_ptr<core::Snapshot> twin;
  CouplingState values;
  double paced_size_s{0.0};
};

core::StepInterval half(const core::StepInterval& interval, bool second) {
  const double middle_s = 0.5 * (interval.from_s + interval.to_s);
  const double size_s = 0.5 * interval.size_s;
  return second ? core::StepInterval{middle_s, interval.to_s, size_s}
                : core::StepInterval{interval.from_s, middle_s, size_s};
}

}  // namespace

CoupledSystem::CoupledSystem(std::unique_ptr<Impl> impl)
    : Stepper{impl->config.name, impl->variables.description, impl->capabilities()}, impl_{std::move(impl)} {}

std::unique_ptr<CoupledSystem> CoupledSystem::create(NetworkConfig config) {
  auto impl = std::make_unique<Impl>(std::move(config));
  return std::unique_ptr<CoupledSystem>{new CoupledSystem{std::move(impl)}};
}

CoupledSystem::~CoupledSystem() {
  static_cast<void>(CoupledSystem::terminate());
}

CouplingReport CoupledSystem::report() const {
  return impl_->report();
}

std::vector<std::uint64_t> CoupledSystem::dimensions(const core::Variable& variable) const {
  const NetworkVariable& entry = impl_->variables.entries.at(variable.value_reference);
  if (entry.kind != Kind::kComponent) return {};
  return impl_->coupling.components[entry.index]->stepper().dimensions(*entry.variable);
}

void CoupledSystem::set(const core::Variable& variable, const core::Value& value) {
  const NetworkVariable& entry = impl_->variables.entries.at(variable.value_reference);
  if (entry.kind != Kind::kComponent)
    throw Error{ErrorCode::kBadUsage,
                fmt::format("'{}' is measured by the network and cannot be set", variable.name)};
  if (entry.variable->causality == core::Causality::kStructuralParameter) {
    throw Error{
        ErrorCode::kBadUsage,
        fmt::format("'{}' changes the sizes of arrays, which the connections depend on; give it as a start "
                    "value of the component",
                    variable.name)};
  }
  impl_->coupling.components[entry.index]->stepper().set(*entry.variable, value);
  if (impl_->twin != nullptr) impl_->twin->set(variable, value);
}

core::Value CoupledSystem::get(const core::Variable& variable) {
  const NetworkVariable& entry = impl_->variables.entries.at(variable.value_reference);
  const Coupling& coupling = impl_->coupling;
  switch (entry.kind) {
    case Kind::kComponent:
      return coupling.components[entry.index]->stepper().get(*entry.variable);
    case Kind::kWireError:
      return std::vector<double>{impl_->compiled ? coupling.records[entry.index].last : 0.0};
    case Kind::kStepSize:
      return std::vector<double>{coupling.master.last_step_s};
    case Kind::kIterations:
      break;
  }
  return std::vector<std::uint64_t>{coupling.master.last_iterations};
}

void CoupledSystem::on_bound(Group& /*group*/) {
  if (impl_->compiled)
    throw Error{ErrorCode::kBadUsage, name() + ": a group is bound after initialize(); bind before it"};
}

void CoupledSystem::initialize(const core::ExperimentSetup& setup) {
  Impl& impl = *impl_;
  if (impl.running)
    throw Error{ErrorCode::kBadUsage, name() + ": initialize() after initialize(); call reset() first"};
  if (!impl.compiled) impl.compile(groups());
  impl.failed = false;
  impl.notes.clear();
  for (const TypedMove& move : impl.inputs)
    move.run();
  initialize_components(impl.coupling, setup, impl.config.master.loops, impl.notes);
  impl.coupling.begin(setup.start_time_s);
  impl.master->restart();
  impl.has_paces = false;
  if (impl.twin != nullptr) {
    for (const TypedMove& move : impl.twin_inputs)
      move.run();
    impl.twin->initialize(setup);
  }
  for (const TypedMove& move : impl.outputs)
    move.run();
  impl.running = true;
}

core::StepOutcome CoupledSystem::step(const core::StepInterval& interval) noexcept {
  Impl& impl = *impl_;
  if (!impl.running || impl.failed) return {interval.from_s, core::Status::kError, false, false};
  if (!impl.has_paces || interval.size_s != impl.paced_size_s) {
    if (!impl.choose_paces(interval.size_s)) return {interval.from_s, core::Status::kError, false, false};
  }
  for (const TypedMove& move : impl.inputs)
    move.run();
  if (!impl.master->step(impl.coupling, interval)) return impl.failure(interval);
  if (impl.twin != nullptr) {
    for (const TypedMove& move : impl.twin_inputs)
      move.run();
    for (const bool second : {false, true}) {
      const core::StepOutcome outcome = impl.twin->step(half(interval, second));
      if (!succeeded(outcome.status)) impl.twin.reset();  // the network itself goes on without an estimate
      if (impl.twin == nullptr) break;
    }
    impl.estimate_errors();
  }
  for (const TypedMove& move : impl.outputs)
    move.run();
  core::Status worst = core::Status::kOk;
  for (const core::StepOutcome& outcome : impl.coupling.outcomes)
    worst = std::max(worst, outcome.status);
  return {interval.to_s, worst, false, false};
}

void CoupledSystem::reset() {
  for (const auto& component : impl_->coupling.components)
    component->stepper().reset();
  if (impl_->twin != nullptr) impl_->twin->reset();
  impl_->running = impl_->failed = false;
}

core::Status CoupledSystem::terminate() noexcept {
  if (!impl_->running) return core::Status::kOk;
  impl_->running = false;
  core::Status worst = core::Status::kOk;
  for (std::size_t c = 0; c < impl_->coupling.components.size(); ++c) {
    const core::Status status = impl_->coupling.components[c]->stepper().terminate();
    if (!succeeded(status) && succeeded(worst)) {
      impl_->failed = true;
      impl_->failed_component = c;
    }
    worst = std::max(worst, status);
  }
  if (impl_->twin != nullptr) static_cast<void>(impl_->twin->terminate());
  try {
    impl_->log_report();
  } catch (...) {  // a log that fails does not change how the run went
  }
  return worst;
}

void CoupledSystem::save(std::unique_ptr<core::Snapshot>& snapshot) {
  if (!can_save()) {
    std::string names;
    for (const auto& component : impl_->coupling.components)
      if (!component->can_roll_back()) names += (names.empty() ? "'" : ", '") + component->name() + "'";
    throw Error{ErrorCode::kUnsupported, name() + ": the network cannot be saved, because of " + names};
  }
  auto* mine = dynamic_cast<NetworkSnapshot*>(snapshot.get());
  if (mine == nullptr || mine->owner != this) {
    auto made = std::make_unique<NetworkSnapshot>();
    made->owner = this;
    made->components.resize(impl_->coupling.components.size());
    mine = made.get();
    snapshot = std::move(made);
  }
  for (std::size_t c = 0; c < mine->components.size(); ++c)
    impl_->coupling.components[c]->save(mine->components[c]);
  if (impl_->twin != nullptr) impl_->twin->save(mine->twin);
  mine->values.take(impl_->coupling);
  mine->paced_size_s = impl_->paced_size_s;
}

void CoupledSystem::restore(const core::Snapshot& snapshot) {
  const auto* mine = dynamic_cast<const NetworkSnapshot*>(&snapshot);
  if (mine == nullptr || mine->owner != this)
    throw Error{ErrorCode::kBadUsage, name() + ": the snapshot belongs to another stepper; restore it there"};
  for (std::size_t c = 0; c < mine->components.size(); ++c)
    impl_->coupling.components[c]->stepper().restore(*mine->components[c]);
  if (impl_->twin != nullptr && mine->twin != nullptr) impl_->twin->restore(*mine->twin);
  mine->values.give_back(impl_->coupling);
  impl_->paced_size_s = mine->paced_size_s;
  impl_->failed = false;
  impl_->running = true;
  impl_->master->restart();
  for (const TypedMove& move : impl_->outputs)
    move.run();
}

std::optional<double> CoupledSystem::next_event_time_s() const noexcept {
  std::optional<double> next;
  for (const auto& component : impl_->coupling.components) {
    const std::optional<double> event_s = component->stepper().next_event_time_s();
    if (event_s && (!next || *event_s < *next)) next = event_s;
  }
  return next;
}

core::StepperStatistics CoupledSystem::statistics() const noexcept {
  core::StepperStatistics sum;
  for (const auto& component : impl_->coupling.components) {
    const core::StepperStatistics one = component->stepper().statistics();
    sum.do_step_calls += one.do_step_calls;
    sum.solver_steps += one.solver_steps;
    sum.derivative_calls += one.derivative_calls;
    sum.time_events += one.time_events;
    sum.state_events += one.state_events;
    sum.step_events += one.step_events;
    sum.input_events += one.input_events;
    sum.clock_ticks += one.clock_ticks;
  }
  sum.steps = impl_->coupling.master.steps;
  return sum;
}

std::string CoupledSystem::fault() const {
  if (!impl_->pace_problem.empty()) return name() + ": " + impl_->pace_problem;
  if (!impl_->failed) return {};
  const Component& component = *impl_->coupling.components[impl_->failed_component];
  return fmt::format("{}: component '{}' failed\n{}", name(), component.name(), component.stepper().fault());
}

}  // namespace lockstep::network
