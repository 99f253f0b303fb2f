// SPDX-License-Identifier: Apache-2.0
#include "coupled_system_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bonds.hpp"
#include "lockstep/core/element_type.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::network {
namespace {

using Kind = NetworkVariable::Kind;
using Role = core::Stepper::Group::Role;

Components make_components(const NetworkConfig& config) {
  Components components;
  std::vector<Diagnostic> problems;
  std::set<std::string> names;
  ComponentUse use;
  use.rollback = rolls_back(config.master.kind);
  for (const ComponentConfig& one : config.components) {
    if (one.name.empty() || !names.insert(one.name).second) {
      problems.push_back({Severity::kError, "network-component",
                          one.name.empty() ? std::string{"a component has no name"}
                                           : "two components are named '" + one.name + "'",
                          "", one.where});
      continue;
    }
    try {
      components.push_back(std::make_unique<Component>(one, use));
    } catch (const Error& error) {
      if (error.diagnostics().empty())
        problems.push_back({Severity::kError, "network-component",
                            fmt::format("component '{}': {}", one.name, error.message()), "", one.where});
      problems.insert(problems.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (components.empty() && problems.empty())
    throw Error{ErrorCode::kBadInput, "network '" + config.name + "' has no components"};
  if (!problems.empty()) {
    throw Error{ErrorCode::kBadInput,
                fmt::format("network '{}': {} problem{} with its components", config.name, problems.size(),
                            problems.size() == 1 ? "" : "s"),
                std::move(problems)};
  }
  return components;
}

/// How many of `part` make `whole`; 0: not a whole number.
std::uint32_t times_in(double part, double whole) noexcept {
  const double ratio = whole / part;
  const double rounded = std::round(ratio);
  // Sizes come from decimal texts; they differ by roundings at most.
  return rounded >= 1.0 && rounded < 1e9 && std::fabs(ratio - rounded) < 1e-9 * rounded
             ? static_cast<std::uint32_t>(rounded)
             : 0;
}

}  // namespace

CoupledSystem::Impl::Impl(NetworkConfig network) : config{std::move(network)} {
  coupling.components = make_components(config);
  std::vector<Diagnostic> found;
  coupling.wires = wire_up(config.connections, coupling.components, found);
  for (const Diagnostic& one : found)
    warn(one.id, lockstep::to_string(one));
  const auto clocks = std::stable_partition(coupling.wires.begin(), coupling.wires.end(),
                                            [](const Wire& wire) { return !wire.is_clock(); });
  coupling.clock_wires.assign(std::make_move_iterator(clocks), std::make_move_iterator(coupling.wires.end()));
  coupling.wires.erase(clocks, coupling.wires.end());
  coupling.graph = analyse(coupling.components, coupling.wires);
  for (const auto& loop : coupling.graph.loops) {
    const std::string cycle = cycle_text(loop, coupling.wires);
    if (config.master.loops == LoopPolicy::kRefuse) {
      throw Error{ErrorCode::kBadInput,
                  fmt::format("network '{}' has an algebraic loop: {}", config.name, cycle)};
    }
    const bool iterates =
        config.master.kind == MasterKind::kFixedPoint || config.master.kind == MasterKind::kNewton;
    if (!iterates)
      warn("network-loop",
           fmt::format("algebraic loop: {}. The master '{}' delays it by a step; 'newton' and "
                       "'fixed_point' solve it",
                       cycle, to_string(config.master.kind)));
  }
  variables = describe(config, coupling.components, coupling.wires);
  master = make_master(config.master);
  if (!config.master.estimate_error) return;
  NetworkConfig copy = config;
  copy.log = {};
  copy.master.estimate_error = false;
  for (ComponentConfig& component : copy.components)
    if (component.step_size_s) *component.step_size_s *= 0.5;
  twin = CoupledSystem::create(std::move(copy));
}

void CoupledSystem::Impl::warn(const std::string& id, const std::string& text) const {
  if (config.log) config.log({core::LogLevel::kWarning, config.name, id, text});
}

core::StepperCapabilities CoupledSystem::Impl::capabilities() const {
  core::StepperCapabilities can;
  can.save = true;
  for (const auto& component : coupling.components) {
    const core::StepperCapabilities& one = component->stepper().capabilities();
    can.save = can.save && one.save;
    can.variable_step_size = can.variable_step_size && one.variable_step_size;
    can.next_event_time = can.next_event_time || one.next_event_time;
  }
  return can;
}

void CoupledSystem::Impl::bind_group(const Group& group) {
  for (const core::Variable* variable : group.variables) {
    const NetworkVariable& entry = variables.entries[variable->value_reference];
    if (entry.kind != Kind::kComponent) continue;
    Component& component = *coupling.components[entry.index];
    if (group.role == Role::kOutput) {
      component.want_output(*entry.variable);
      continue;
    }
    // Masters that choose their own steps cannot hand on a ramp over the whole step.
    const bool one_step =
        config.master.kind != MasterKind::kAdaptive && config.master.kind != MasterKind::kEvents;
    component.want_input(*entry.variable,
                         group.role == Role::kRamp && one_step && component.takes_ramp(*entry.variable));
  }
}

void CoupledSystem::Impl::move_group(const Group& group) {
  const core::VariableType type = group.type;
  std::size_t place = 0;
  const auto in_group = [&](std::size_t index) { return element_at(type, group.data, index); };
  for (const core::Variable* variable : group.variables) {
    const NetworkVariable& entry = variables.entries[variable->value_reference];
    std::size_t count = 1;
    if (entry.kind == Kind::kWireError) {
      outputs.emplace_back(type, &coupling.records[entry.index].last, type, in_group(place), 1, 1.0, 0.0,
                           false);
    } else if (entry.kind == Kind::kStepSize) {
      outputs.emplace_back(type, &coupling.master.last_step_s, type, in_group(place), 1, 1.0, 0.0, false);
    } else if (entry.kind == Kind::kIterations) {
      outputs.emplace_back(type, &coupling.master.last_iterations, type, in_group(place), 1, 1.0, 0.0, false);
    } else {
      Component& component = *coupling.components[entry.index];
      count = component.stepper().element_count(*entry.variable);
      if (group.role == Role::kOutput) {
        outputs.emplace_back(type, component.output(*entry.variable), type, in_group(place), count, 1.0, 0.0,
                             false);
      } else {
        inputs.emplace_back(type, in_group(place), type, component.input(*entry.variable), count, 1.0, 0.0,
                            false);
        void* const end = component.ramp_end(*entry.variable);
        if (end != nullptr) {
          const std::size_t from = group.role == Role::kRamp ? group.element_count + place : place;
          inputs.emplace_back(type, in_group(from), type, end, count, 1.0, 0.0, false);
        }
      }
    }
    place += count;
  }
}

void CoupledSystem::Impl::bind_twin(const std::vector<std::unique_ptr<Group>>& groups) {
  for (const auto& group : groups) {
    if (group->role == Role::kOutput) continue;
    std::vector<const core::Variable*> same;
    for (const core::Variable* variable : group->variables)
      same.push_back(twin->description().find(variable->name));
    core::with_element_type(group->type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      T* const target = twin->bind_inputs<T>(same).data();
      twin_inputs.emplace_back(group->type, group->data, group->type, target, group->element_count, 1.0, 0.0,
                               false);
    });
  }
}

void CoupledSystem::Impl::compile(const std::vector<std::unique_ptr<Group>>& groups) {
  for (const auto& group : groups)
    bind_group(*group);
  for (const Wire& wire : coupling.clock_wires) {
    coupling.components[wire.to.component]->want_input(*wire.to.variable, false);
    for (const WiredSource& source : wire.sources)
      coupling.components[source.from.component]->want_output(*source.from.variable);
  }
  for (const Wire& wire : coupling.wires) {
    Component& target = *coupling.components[wire.to.component];
    const bool ramp =
        config.master.inputs == InputOrder::kLinear && wire.is_real() && target.takes_ramp(*wire.to.variable);
    target.want_input(*wire.to.variable, ramp);
    for (const WiredSource& source : wire.sources)
      coupling.components[source.from.component]->want_output(*source.from.variable);
  }
  for (const auto& component : coupling.components)
    component->bind();
  coupling.compile(config.master.inputs);
  coupling.bonds = find_bonds(config.bonds, coupling);
  for (const auto& group : groups)
    move_group(*group);
  if (twin != nullptr) bind_twin(groups);
  master->prepare(coupling);
  compiled = true;
}

bool CoupledSystem::Impl::choose_paces(double size_s) {
  pace_problem.clear();
  for (std::size_t c = 0; c < coupling.components.size(); ++c) {
    Component& component = *coupling.components[c];
    const std::optional<double>& own_s = config.components[c].step_size_s;
    if (!own_s || component.phase != 0) continue;
    component.substeps = component.every = 1;
    if (const std::uint32_t parts = times_in(*own_s, size_s)) {
      component.substeps = parts;
    } else if (const std::uint32_t steps = times_in(size_s, *own_s);
               steps > 0 && !rolls_back(config.master.kind)) {
      component.every = steps;
    } else {
      pace_problem = fmt::format(
          "component '{}' has a step of {} s, expected a whole part {}of the network's step of {} s",
          component.name(), core::to_text(*own_s),
          rolls_back(config.master.kind) ? "" : "or a whole multiple ", core::to_text(size_s));
      failed = true;
      return false;
    }
  }
  has_paces = true;
  paced_size_s = size_s;
  return true;
}

core::StepOutcome CoupledSystem::Impl::failure(const core::StepInterval& interval) noexcept {
  core::StepOutcome result{interval.from_s, core::Status::kError, false, false};
  for (std::size_t c = 0; c < coupling.outcomes.size(); ++c) {
    const core::StepOutcome& outcome = coupling.outcomes[c];
    if (succeeded(outcome.status) && !outcome.terminated) continue;
    result = outcome;
    failed_component = c;
    break;
  }
  failed = !result.terminated;
  if (result.terminated) {
    for (const TypedMove& move : outputs)
      move.run();
  }
  return result;
}

// Runs with steps h and h/2 have errors c h^p and c (h/2)^p; their difference gives the first.
void CoupledSystem::Impl::estimate_errors() noexcept {
  if (twin == nullptr) return;
  const double order = config.master.inputs == InputOrder::kLinear ? 2.0 : 1.0;
  const double factor = std::pow(2.0, order) / (std::pow(2.0, order) - 1.0);
  const Coupling& finer = twin->impl_->coupling;
  for (std::size_t d = 0; d < coupling.links.size(); ++d) {
    double& estimate = coupling.records[coupling.links[d].wire].estimate;
    estimate = std::max(estimate, factor * std::fabs(coupling.now[d] - finer.now[d]));
  }
}

}  // namespace lockstep::network
