// SPDX-License-Identifier: Apache-2.0
#include "lockstep/exporter/description.hpp"

#include <algorithm>
#include <stdexcept>

#include "checks.hpp"

namespace lockstep::exporter {

Description::Description(std::string model_identifier, const void* model, ModelTraits traits)
    : model_identifier_(std::move(model_identifier)),
      model_name_(model_identifier_),
      model_(model),
      traits_(traits) {}

Variable Description::add(Causality causality, Variability variability, std::string name, const void* member,
                          const Storage& storage, std::string description) {
  VariableInfo v;
  v.name = std::move(name);
  v.description = std::move(description);
  v.causality = causality;
  v.variability = variability;
  v.storage = &storage;
  v.member = member;
  variables_.push_back(std::move(v));
  return Variable(variables_.back());
}

int Description::index_of_member(const void* member) const noexcept {
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (variables_[i].member == member) return static_cast<int>(i);
  }
  return -1;
}

/// A derivative the author gave no name becomes the local variable "der(x)", right behind its state.
void Description::declare_missing_derivatives() {
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const VariableInfo& state = variables_[i];
    if (state.derivative_member == nullptr || index_of_member(state.derivative_member) >= 0) continue;
    VariableInfo der;
    der.name = "der(" + state.name + ")";
    der.description = "Derivative of " + state.name;
    der.storage = state.derivative_storage;
    der.member = state.derivative_member;
    der.dimensions = state.dimensions;
    if (!state.unit.empty()) der.unit = unit_per_second(state.unit);
    variables_.insert(variables_.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(der));
  }
}

void Description::resolve_members() {
  const auto* base = static_cast<const std::uint8_t*>(model_);
  const auto resolve = [&](const std::string& what, const void* member, std::size_t size,
                           std::size_t& offset) {
    const auto* p = static_cast<const std::uint8_t*>(member);
    if (p < base || p + size > base + traits_.size) {
      complain(what + " is not a data member of the model");
      return;
    }
    offset = static_cast<std::size_t>(p - base);
  };
  for (VariableInfo& v : variables_) {
    resolve("variable '" + v.name + "'", v.member, v.storage->memory.size, v.offset);
  }
  for (MemoryInfo& m : memory_) {
    resolve("an argument of memory()", m.member, m.storage.size, m.offset);
    if (m.member == resources_) resources_offset_ = m.offset;
    if (m.member == hidden_time_) time_offset_ = m.offset;
  }
}

void Description::resolve_derivatives() {
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    VariableInfo& state = variables_[i];
    for (const void* clock : state.clock_members)
      state.clocks.push_back(index_of_member(clock));
    has_clocks_ |= state.storage->type == Type::kClock;
    if (state.is_event_indicator) event_indicators_.push_back(static_cast<int>(i));
    if (state.causality == Causality::kIndependent) {
      time_variable_ = static_cast<int>(i);
      time_offset_ = state.offset;
    }
    if (state.derivative_member == nullptr) continue;
    state.derivative = index_of_member(state.derivative_member);
    variables_[static_cast<std::size_t>(state.derivative)].derivative_of = static_cast<int>(i);
    states_.push_back(static_cast<int>(i));
  }
}

void Description::resolve_dimensions() {
  for (VariableInfo& v : variables_) {
    if (!v.storage->is_array) continue;
    const std::size_t count = v.storage->count(v.member);
    if (v.dimensions.empty()) v.dimensions = {{count, nullptr, -1}};
    std::uint64_t product = 1;
    for (Dimension& d : v.dimensions) {
      if (d.parameter != nullptr) {
        d.variable = index_of_member(d.parameter);
        d.size = *static_cast<const std::uint64_t*>(d.parameter);
      }
      product *= d.size;
    }
    if (product != count) {
      complain("array '" + v.name + "' has " + std::to_string(count) + " elements, but its dimensions make " +
               std::to_string(product));
    }
  }
}

/// What the author left open: states, parameters and inputs start from their members, all else is computed.
void Description::default_initials() {
  for (VariableInfo& v : variables_) {
    const bool settable =
        v.causality == Causality::kParameter || v.causality == Causality::kStructuralParameter ||
        v.variability == Variability::kConstant || (v.is_state() && v.initial == Initial::kNone);
    v.is_reinitialized = v.is_state() && traits_.has_on_event;
    if (settable) {
      v.initial = Initial::kExact;
    } else if (v.storage->type == Type::kClock) {
      v.initial = Initial::kNone;
    } else if (v.initial == Initial::kNone && v.causality != Causality::kInput &&
               v.causality != Causality::kIndependent) {
      v.initial = Initial::kCalculated;
    }
  }
}

void Description::finish() {
  declare_missing_derivatives();
  resolve_members();
  resolve_derivatives();
  resolve_dimensions();
  default_initials();
  if (solver_.max_step() == 0.0 && solver_.substeps_per_step() == 0)
    solver_ = solver_.step(experiment_.step.value_or(1e-3));
  for (std::string& finding : check(*this))
    complain(std::move(finding));
  if (findings_.empty()) return;
  std::string text = model_identifier_ + ": the description is not right:";
  for (const std::string& finding : findings_)
    text += "\n  - " + finding;
  throw std::logic_error(text);
}

}  // namespace lockstep::exporter
