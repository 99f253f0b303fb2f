// SPDX-License-Identifier: Apache-2.0
#include "coupling.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bonds.hpp"

namespace lockstep::network {
namespace {

/// One step in so many is measured: reading the clock costs as much as a small FMU.
constexpr std::uint64_t kMeasureEvery = 16;

double between(double start, double end, double weight) noexcept {
  if (weight == 0.0) return start;
  return weight == 1.0 ? end : start + weight * (end - start);
}

double nominal_of(const core::Variable& variable) noexcept {
  if (variable.numeric == nullptr || !variable.numeric->nominal) return 1.0;
  const double nominal = std::fabs(*variable.numeric->nominal);
  return nominal > 0.0 && std::isfinite(nominal) ? nominal : 1.0;
}

}  // namespace

void Coupling::compile(InputOrder order) {
  std::vector<std::size_t> place(components.size());
  for (std::size_t i = 0; i < graph.order.size(); ++i)
    place[graph.order[i]] = i;
  links_of.assign(components.size(), {});
  moves_of.assign(components.size(), {});
  link_of_wire.assign(wires.size(), UINT32_MAX);
  std::vector<std::vector<std::size_t>> wires_into(components.size());
  for (std::size_t w = 0; w < wires.size(); ++w)
    wires_into[wires[w].to.component].push_back(w);
  for (std::size_t c = 0; c < components.size(); ++c) {
    links_of[c].first = links.size();
    for (const std::size_t w : wires_into[c]) {
      const Wire& wire = wires[w];
      if (wire.is_real()) {
        link_of_wire[w] = static_cast<std::uint32_t>(links.size());
        add_links(w, order, place);
      } else {
        add_moves(wire);
      }
    }
    links_of[c].last = links.size();
  }
  for (std::vector<double>* values : {&now, &previous, &used, &latched})
    values->assign(links.size(), 0.0);
  outcomes.assign(components.size(), {});
  records.assign(wires.size(), {});
  clocks.compile(clock_wires, components);
}

void Coupling::add_moves(const Wire& wire) {
  const core::Variable& to = *wire.to.variable;
  void* const target = element_at(to.type, components[wire.to.component]->input(to), wire.to.first);
  bool first = true;
  for (const WiredSource& source : wire.sources) {
    const core::Variable& from = *source.from.variable;
    const void* const output = components[source.from.component]->output(from);
    if (!wire.table.empty()) {
      moves_of[wire.to.component].emplace_back(from.type, element_at(from.type, output, source.from.first),
                                               to.type, target, wire.to.count, wire.table);
      continue;
    }
    moves_of[wire.to.component].emplace_back(from.type, element_at(from.type, output, source.from.first),
                                             to.type, target, wire.to.count, source.factor,
                                             first ? wire.offset : 0.0, !first);
    first = false;
  }
}

void Coupling::add_links(std::size_t index, InputOrder order, const std::vector<std::size_t>& place) {
  const Wire& wire = wires[index];
  const Component& target = *components[wire.to.component];
  auto* const start = static_cast<double*>(target.input(*wire.to.variable));
  auto* const end =
      order == InputOrder::kLinear ? static_cast<double*>(target.ramp_end(*wire.to.variable)) : nullptr;
  for (std::size_t i = 0; i < wire.to.count; ++i) {
    Link link;
    link.first_term = static_cast<std::uint32_t>(terms.size());
    link.term_count = static_cast<std::uint32_t>(wire.sources.size());
    link.offset = wire.offset;
    link.start = start + wire.to.first + i;
    link.end = end == nullptr ? nullptr : end + wire.to.first + i;
    link.wire = static_cast<std::uint32_t>(index);
    link.cyclic = graph.cyclic[index];
    link.nominal = nominal_of(*wire.to.variable);
    link.fresh = link.discrete = true;
    for (const WiredSource& source : wire.sources) {
      const Component& origin = *components[source.from.component];
      terms.push_back(
          {static_cast<const double*>(origin.output(*source.from.variable)) + source.from.first + i,
           source.factor});
      link.discrete = link.discrete && source.from.variable->variability != core::Variability::kContinuous;
      link.fresh = link.fresh && place[source.from.component] < place[wire.to.component];
    }
    links.push_back(link);
  }
}

void Coupling::begin(double start_s) noexcept {
  look();
  clocks.begin();
  time_s = start_s;
  previous_size_s = 0.0;
  master = {};
  for (std::size_t d = links.size(); d-- > 0;)
    records[links[d].wire] = {0.0, 0.0, 0.0, 0.0, now[d], now[d], 0.0};
  for (Bond& bond : bonds)
    bond.residual = bond.exchanged = bond.largest_power = 0.0;
  for (const auto& component : components) {
    component->phase = 0;
    component->busy_s = 0.0;
    component->steps = component->measured_steps = 0;
  }
}

void Coupling::look() noexcept {
  for (std::size_t d = 0; d < links.size(); ++d)
    now[d] = evaluate(links[d]);
}

void Coupling::move_others(std::size_t component) const noexcept {
  if (components[component]->phase != 0) return;  // in the middle of its step
  for (const TypedMove& move : moves_of[component])
    move.run();
}

void Coupling::write_inputs(std::size_t component, double from_weight, double to_weight) noexcept {
  const Range range = links_of[component];
  for (std::size_t d = range.first; d < range.last; ++d) {
    const Link& link = links[d];
    if (link.end == nullptr) {
      *link.start = used[d];
    } else {
      *link.start = between(now[d], used[d], from_weight);
      *link.end = between(now[d], used[d], to_weight);
    }
  }
}

bool Coupling::step_component(Component& component, std::size_t index,
                              const core::StepInterval& interval) noexcept {
  core::StepOutcome& outcome = outcomes[index];
  const bool first = interval.from_s < time_s + 0.5 * interval.size_s;
  if (!clocks.empty() && first) clocks.give(index);
  if (component.steps++ % kMeasureEvery == 0) {
    const auto start = std::chrono::steady_clock::now();
    outcome = component.stepper().step(interval);
    component.busy_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ++component.measured_steps;
  } else {
    outcome = component.stepper().step(interval);
  }
  if (!clocks.empty()) clocks.collect(index, first);
  return succeeded(outcome.status) && !outcome.terminated && !outcome.early;
}

bool Coupling::advance(std::size_t index, const core::StepInterval& interval) noexcept {
  Component& component = *components[index];
  if (component.substeps != 1 || component.every != 1) return advance_slow(component, index, interval);
  write_inputs(index, 0.0, 1.0);
  return step_component(component, index, interval);
}

// Components with steps of their own. One that steps more rarely takes its inputs at the start of its step
// and does it when the network has arrived at its end, so that nobody sees its outputs early.
bool Coupling::advance_slow(Component& component, std::size_t index,
                            const core::StepInterval& interval) noexcept {
  outcomes[index] = {interval.to_s, core::Status::kOk, false, false};
  if (component.every > 1) {
    const Range range = links_of[index];
    if (component.phase == 0) {
      component.window_start_s = interval.from_s;
      for (std::size_t d = range.first; d < range.last; ++d)
        latched[d] = links[d].end == nullptr ? used[d] : now[d];
    }
    if (++component.phase < component.every) return true;
    component.phase = 0;
    for (std::size_t d = range.first; d < range.last; ++d) {
      *links[d].start = latched[d];
      if (links[d].end != nullptr) *links[d].end = used[d];
    }
    return step_component(component, index,
                          core::StepInterval::between(component.window_start_s, interval.to_s));
  }
  const double count = component.substeps;
  for (std::uint32_t i = 0; i < component.substeps; ++i) {
    const double w0 = i / count;
    const double w1 = (i + 1) / count;
    write_inputs(index, w0, w1);
    const double from = between(interval.from_s, interval.to_s, w0);
    const double to = between(interval.from_s, interval.to_s, w1);
    if (!step_component(component, index, {from, to, interval.size_s / count})) return false;
  }
  return true;
}

void Coupling::note(WireRecord& record, double value, double error) const noexcept {
  if (error > record.last) record.last = error;
  record.lowest = std::min(record.lowest, value);
  record.highest = std::max(record.highest, value);
}

void Coupling::accept(const core::StepInterval& interval) noexcept {
  const double h = interval.size_s;
  const double bend = previous_size_s > 0.0 ? h * h / (4.0 * (h + previous_size_s)) : 0.0;
  for (WireRecord& record : records)
    record.last = 0.0;
  for (std::size_t d = 0; d < links.size(); ++d) {
    const Link& link = links[d];
    const double value = evaluate(link);
    double error = std::fabs(used[d] - value);
    if (link.end == nullptr) {
      error = std::max(error, std::fabs(used[d] - now[d]));
    } else if (bend > 0.0) {
      // A parabola through the last three values lies this far from the line inside the step.
      const double slope = (value - now[d]) / h;
      const double slope_before = (now[d] - previous[d]) / previous_size_s;
      error = std::max(error, bend * std::fabs(slope - slope_before));
    }
    note(records[link.wire], value, error);
    previous[d] = now[d];
    now[d] = value;
  }
  for (WireRecord& record : records) {
    record.sum_of_squares += record.last * record.last;
    if (record.last <= record.largest) continue;
    record.largest = record.last;
    record.largest_at_s = interval.to_s;
  }
  for (Bond& bond : bonds)
    note_energy(bond, *this, h);
  clocks.accept(components);
  previous_size_s = h;
  time_s = interval.to_s;
  ++master.steps;
  master.last_step_s = h;
}

}  // namespace lockstep::network
