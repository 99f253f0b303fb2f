// SPDX-License-Identifier: Apache-2.0
#include "differentiator.hpp"

#include "saved_state.hpp"

namespace lockstep::exporter {

Differentiator::Differentiator(Component& component) : component_(&component) {
  const Prototype& shared = component.prototype();
  if (!shared.dual) throw CallRefused("this model is not written as a template, so it has no derivatives");
  offsets_ = shared.dual_offsets.get();
  dual_ = shared.dual->clone();
  base_ = static_cast<std::uint8_t*>(dual_->object());
}

void Differentiator::load() {
  buffer_.clear();
  save_members(component_->description(), component_->model().object(), buffer_);
  ByteReader in(buffer_.bytes().data(), buffer_.bytes().size());
  load_members(*offsets_, base_, in);
}

Dual& Differentiator::at(RealElement e) {
  const VariableInfo& v = offsets_->variables()[e.variable];
  if (v.storage->type != Type::kFloat64)
    throw CallRefused("variable '" + v.name + "' is no Real and has no derivatives");
  return static_cast<Dual*>(v.storage->elements(base_ + v.offset))[e.element];
}

void Differentiator::clear_seeds() {
  const auto time = offsets_->time_offset();
  if (time) reinterpret_cast<Dual*>(base_ + *time)->slope = 0.0;
  for (std::size_t i = 0; i < offsets_->variables().size(); ++i) {
    const VariableInfo& v = offsets_->variables()[i];
    if (v.storage->type != Type::kFloat64) continue;
    for (std::size_t k = 0; k < v.storage->count(base_ + v.offset); ++k)
      at({i, k}).slope = 0.0;
  }
}

void Differentiator::evaluate() {
  if (component_->mode() == kInitialization) dual_->initialize();
  dual_->equations();
}

void Differentiator::directional(const std::vector<RealElement>& unknowns,
                                 const std::vector<RealElement>& knowns, const double* seed, double* out) {
  clear_seeds();
  for (std::size_t k = 0; k < knowns.size(); ++k)
    at(knowns[k]).slope = seed[k];
  evaluate();
  for (std::size_t u = 0; u < unknowns.size(); ++u)
    out[u] = at(unknowns[u]).slope;
}

void Differentiator::adjoint(const std::vector<RealElement>& unknowns, const std::vector<RealElement>& knowns,
                             const double* seed, double* out) {
  std::vector<double> column(unknowns.size());
  const double one = 1.0;
  for (std::size_t k = 0; k < knowns.size(); ++k) {
    directional(unknowns, {knowns[k]}, &one, column.data());
    out[k] = 0.0;
    for (std::size_t u = 0; u < unknowns.size(); ++u)
      out[k] += seed[u] * column[u];
  }
}

void Differentiator::seed_input_motion() {
  const auto time = offsets_->time_offset();
  if (time) reinterpret_cast<Dual*>(base_ + *time)->slope = 1.0;
  for (const InputMotion& m : component_->input_motions()) {
    if (offsets_->variables()[m.variable].storage->type != Type::kFloat64)
      continue;  // a float carries no slope
    at({m.variable, m.element}).slope = m.slope_at(component_->time());
  }
}

double Differentiator::time_derivative(RealElement unknown) {
  clear_seeds();
  const auto states = state_elements();
  for (std::size_t i = 0; i < states.size(); ++i)
    at(states[i]).slope = component_->derivative(i);
  seed_input_motion();
  evaluate();
  return at(unknown).slope;
}

void Differentiator::jacobian(std::vector<double>& df_dx, std::vector<double>& df_dt) {
  const auto states = state_elements();
  const auto derivatives = derivative_elements();
  const std::size_t n = states.size();
  df_dx.resize(n * n);
  df_dt.resize(n);
  const double one = 1.0;
  std::vector<double> column(n);
  for (std::size_t j = 0; j < n; ++j) {
    directional(derivatives, {states[j]}, &one, column.data());
    for (std::size_t i = 0; i < n; ++i)
      df_dx[i * n + j] = column[i];
  }
  clear_seeds();
  seed_input_motion();
  evaluate();
  for (std::size_t i = 0; i < n; ++i)
    df_dt[i] = at(derivatives[i]).slope;
}

std::vector<RealElement> Differentiator::state_elements() const {
  std::vector<RealElement> out;
  for (const int s : offsets_->states()) {
    const auto i = static_cast<std::size_t>(s);
    const VariableInfo& v = offsets_->variables()[i];
    for (std::size_t k = 0; k < v.storage->count(base_ + v.offset); ++k)
      out.push_back({i, k});
  }
  return out;
}

std::vector<RealElement> Differentiator::derivative_elements() const {
  auto out = state_elements();
  for (RealElement& e : out)
    e.variable = static_cast<std::size_t>(offsets_->variables()[e.variable].derivative);
  return out;
}

}  // namespace lockstep::exporter
