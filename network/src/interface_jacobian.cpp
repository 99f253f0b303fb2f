// SPDX-License-Identifier: Apache-2.0
#include "interface_jacobian.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::network {
namespace {

/// Share of a value by which it is changed: far above what solvers with tolerances of 1e-6 to 1e-8 leave.
constexpr double kChange = 1e-4;

}  // namespace

void InterfaceJacobian::prepare(const Coupling& coupling, const std::vector<std::size_t>& unknowns) {
  size_ = unknowns.size();
  matrix_.assign(size_ * size_, 0.0);
  pivots_.assign(size_, 0);
  parts_.clear();
  for (std::size_t c = 0; c < coupling.components.size(); ++c) {
    const Component& component = *coupling.components[c];
    Part part;
    part.component = c;
    part.by_derivatives = component.stepper().capabilities().directional_derivatives &&
                          component.description().continuous_state_count() == 0;
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      const Link& link = coupling.links[unknowns[i]];
      const Wire& wire = coupling.wires[link.wire];
      const std::size_t element = unknowns[i] - coupling.link_of_wire[link.wire];
      if (wire.to.component == c) {
        const std::size_t count = component.stepper().element_count(*wire.to.variable);
        part.columns.push_back(
            {i, unknowns[i], wire.to.variable->value_reference, wire.to.first + element, count});
        part.seed.resize(std::max(part.seed.size(), count));
      }
      for (std::size_t s = 0; s < wire.sources.size(); ++s) {
        const Endpoint& from = wire.sources[s].from;
        if (from.component != c) continue;
        const Term& term = coupling.terms[link.first_term + s];
        part.outputs.push_back(from.variable->value_reference);
        part.effects.push_back(
            {i, term.from, term.factor, part.sensitivities.size() + from.first + element, 0.0});
        part.sensitivities.resize(part.sensitivities.size() +
                                  component.stepper().element_count(*from.variable));
      }
    }
    if (!part.columns.empty()) parts_.push_back(std::move(part));
  }
  forget();
}

bool InterfaceJacobian::by_derivatives(Coupling& coupling, Part& part) noexcept {
  core::Stepper& stepper = coupling.components[part.component]->stepper();
  for (const Column& column : part.columns) {
    std::fill(part.seed.begin(), part.seed.end(), 0.0);
    part.seed[column.element] = 1.0;
    const core::Status status = stepper.directional_derivative(
        part.outputs, {&column.input, 1}, {part.seed.data(), column.element_count},
        {part.sensitivities.data(), part.sensitivities.size()});
    if (!succeeded(status)) return false;
    for (const Effect& effect : part.effects)
      at(effect.row, column.unknown) += effect.factor * part.sensitivities[effect.place];
  }
  return true;
}

bool InterfaceJacobian::by_differences(Coupling& coupling, Part& part,
                                       const core::StepInterval& interval) noexcept {
  Component& component = *coupling.components[part.component];
  for (Effect& effect : part.effects)
    effect.base = *effect.from;
  const auto repeat = [&] { return component.restore() && coupling.advance(part.component, interval); };
  for (const Column& column : part.columns) {
    double& input = coupling.used[column.link];
    const double value = input;
    input += kChange * std::max(std::fabs(value), coupling.links[column.link].nominal);
    const double change = input - value;
    const bool stepped = repeat();
    input = value;
    if (!stepped) return false;
    for (const Effect& effect : part.effects)
      at(effect.row, column.unknown) += effect.factor * (*effect.from - effect.base) / change;
  }
  return repeat();
}

bool InterfaceJacobian::compute(Coupling& coupling, const core::StepInterval& interval) noexcept {
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  for (Part& part : parts_) {
    if (part.by_derivatives && by_derivatives(coupling, part)) continue;
    if (part.by_derivatives) {  // what it wrote is not complete
      part.by_derivatives = false;
      for (const Column& column : part.columns)
        for (std::size_t row = 0; row < size_; ++row)
          at(row, column.unknown) = 0.0;
      Component& component = *coupling.components[part.component];
      if (!component.restore() || !coupling.advance(part.component, interval)) return false;
    }
    if (!by_differences(coupling, part, interval)) return false;
  }
  size_s_ = factorize() ? interval.size_s : 0.0;
  return true;
}

// LU of I - J with partial pivoting.
bool InterfaceJacobian::factorize() noexcept {
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t j = 0; j < size_; ++j)
      at(i, j) = (i == j ? 1.0 : 0.0) - at(i, j);
  for (std::size_t k = 0; k < size_; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < size_; ++i)
      if (std::fabs(at(i, k)) > std::fabs(at(pivot, k))) pivot = i;
    pivots_[k] = pivot;
    if (!(std::fabs(at(pivot, k)) > 1e-14)) return false;
    if (pivot != k) std::swap_ranges(&at(k, 0), &at(k, 0) + size_, &at(pivot, 0));
    for (std::size_t i = k + 1; i < size_; ++i) {
      const double factor = at(i, k) /= at(k, k);
      for (std::size_t j = k + 1; factor != 0.0 && j < size_; ++j)
        at(i, j) -= factor * at(k, j);
    }
  }
  return true;
}

bool InterfaceJacobian::solve(std::vector<double>& values) noexcept {
  if (size_s_ == 0.0) return false;
  for (std::size_t k = 0; k < size_; ++k) {
    std::swap(values[k], values[pivots_[k]]);
  }
  for (std::size_t k = 0; k < size_; ++k)
    for (std::size_t i = k + 1; i < size_; ++i)
      values[i] -= at(i, k) * values[k];
  for (std::size_t k = size_; k-- > 0;) {
    for (std::size_t j = k + 1; j < size_; ++j)
      values[k] -= at(k, j) * values[j];
    values[k] /= at(k, k);
  }
  return true;
}

}  // namespace lockstep::network
