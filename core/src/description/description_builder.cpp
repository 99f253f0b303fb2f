// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/description_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "description/model_impl.hpp"
#include "lockstep/core/error.hpp"
#include "stepper/typed_buffer.hpp"

namespace lockstep::core {
namespace {

bool is_float(VariableType type) noexcept {
  return type == VariableType::kFloat32 || type == VariableType::kFloat64;
}

bool is_parameter(Causality causality) noexcept {
  return causality == Causality::kParameter || causality == Causality::kCalculatedParameter ||
         causality == Causality::kStructuralParameter;
}

Variability variability_of(const VariableSpec& spec) noexcept {
  if (spec.variability) return *spec.variability;
  if (is_parameter(spec.causality)) return Variability::kFixed;
  return is_float(spec.type) ? Variability::kContinuous : Variability::kDiscrete;
}

Initial initial_of(const VariableSpec& spec) noexcept {
  if (spec.causality == Causality::kInput || spec.causality == Causality::kIndependent)
    return Initial::kNotGiven;
  const bool exact = spec.start || spec.causality == Causality::kParameter ||
                     spec.causality == Causality::kStructuralParameter;
  return exact ? Initial::kExact : Initial::kCalculated;
}

/// Throws Error{kBadUsage} unless the value fits the variable.
void check_start(const Variable& variable, Value value) {
  const auto count = static_cast<std::size_t>(variable.element_count());
  std::visit(
      [&](auto& elements) {
        if (elements.size() == 1) elements.resize(count, elements.front());
      },
      value);
  store_value(variable, value, make_typed_buffer(variable.type, count).get(), count);
}

const StartValues* copy_start(Arena& arena, const Value& value) {
  StartValues start;
  std::visit(
      [&](const auto& elements) {
        using T = typename std::decay_t<decltype(elements)>::value_type;
        if constexpr (std::is_same_v<T, double>) {
          start.floats = arena.copy(elements);
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
          start.integers = arena.copy(elements);
        } else if constexpr (std::is_same_v<T, std::uint64_t>) {
          start.unsigned_integers = arena.copy(elements);
        } else if constexpr (std::is_same_v<T, bool>) {
          const Span<bool> copy = arena.array<bool>(elements.size());
          std::copy(elements.begin(), elements.end(), copy.begin());
          start.booleans = {copy.data(), copy.size()};
        } else {  // texts and bytes
          const Span<std::string_view> copy = arena.array<std::string_view>(elements.size());
          for (std::size_t i = 0; i < elements.size(); ++i)
            copy[i] = arena.copy({reinterpret_cast<const char*>(elements[i].data()), elements[i].size()});
          start.texts = {copy.data(), copy.size()};
        }
      },
      value);
  return arena.make(start);
}

}  // namespace

DescriptionBuilder::DescriptionBuilder(std::string_view model_name, std::string_view description)
    : model_{std::make_unique<ModelDescription::Impl>()} {
  model_->version = FmiVersion::k3;
  model_->version_text = "3.0";
  model_->model_name = model_->arena.copy(model_name);
  model_->description = model_->arena.copy(description);
}

DescriptionBuilder::~DescriptionBuilder() = default;

void DescriptionBuilder::set_default_experiment(const DefaultExperiment& experiment) {
  model_->experiment = experiment;
}

void DescriptionBuilder::add_unit(std::string_view name, const SiBaseUnit& base) {
  Unit& unit = model_->units[unit_index(name)];
  unit.base = base;
}

TableIndex DescriptionBuilder::unit_index(std::string_view name) {
  for (TableIndex i = 0; i < model_->units.size(); ++i)
    if (model_->units[i].name == name) return i;
  model_->units.push_back({model_->arena.copy(name), {}, {}});
  return static_cast<TableIndex>(model_->units.size() - 1);
}

TableIndex DescriptionBuilder::enumeration_index(const VariableSpec& spec) {
  const Span<EnumerationItem> items = model_->arena.array<EnumerationItem>(spec.items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    items[i] = {model_->arena.copy(spec.items[i].first), spec.items[i].second, {}};
  TypeDefinition type;
  type.name = model_->arena.copy(spec.name);
  type.type = VariableType::kEnumeration;
  type.items = {items.data(), items.size()};
  model_->types.push_back(type);
  return static_cast<TableIndex>(model_->types.size() - 1);
}

ValueReference DescriptionBuilder::add(const VariableSpec& spec) {
  if (spec.name.empty()) throw Error{ErrorCode::kBadUsage, "a variable has an empty name, expected a name"};
  if (spec.type == VariableType::kClock) {
    throw Error{ErrorCode::kUnsupported,
                fmt::format("variable '{}' is a clock; only FMUs can have clocks", spec.name)};
  }
  Variable variable;
  variable.name = model_->names_arena.copy(spec.name);
  variable.description = model_->arena.copy(spec.description);
  variable.value_reference = static_cast<ValueReference>(model_->variables.size());
  variable.type = spec.type;
  variable.causality = spec.causality;
  variable.variability = variability_of(spec);
  variable.initial = initial_of(spec);
  if (!spec.unit.empty()) variable.unit = unit_index(spec.unit);
  if (!spec.items.empty()) variable.declared_type = enumeration_index(spec);
  const Span<Dimension> sizes = model_->arena.array<Dimension>(spec.dimensions.size());
  for (std::size_t i = 0; i < sizes.size(); ++i)
    sizes[i].size = spec.dimensions[i];
  variable.dimensions = {sizes.data(), sizes.size()};
  if (spec.start) {
    check_start(variable, *spec.start);
    variable.start = copy_start(model_->arena, *spec.start);
  }
  if (spec.causality == Causality::kOutput) outputs_.push_back(variable.value_reference);
  model_->variables.push_back(variable);
  return variable.value_reference;
}

std::shared_ptr<const ModelDescription> DescriptionBuilder::build() {
  const Span<Unknown> rows = model_->arena.array<Unknown>(outputs_.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].variable = outputs_[i];
  model_->structure.outputs = {rows.data(), rows.size()};
  model_->names.build(model_->variables, [&](TableIndex variable, TableIndex /*holder*/) {
    throw Error{ErrorCode::kBadUsage, fmt::format("two variables are named '{}'; names must be unique",
                                                  model_->variables[variable].name)};
  });
  model_->references.build(model_->variables);
  return std::make_shared<const ModelDescription>(std::move(model_));
}

}  // namespace lockstep::core
